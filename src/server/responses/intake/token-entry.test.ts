/** Responses by a program with a token of one survey: packed or plain, for that survey alone, as long as it lives. */
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { test } from '../../test/with-app.ts'

test('a program with a token sends responses to its survey, and to no other', async ({ staff, given, server }) => {
  const survey = await given.survey()
  const other = await given.survey()
  const params = { id: survey.id }
  const make = async (kind: 'COLLECT' | 'READ') =>
    (await staff.call(surveyTokens.create, { params, body: { kind, name: 'Importer' } })).data
  const { token, id: tokenId } = await make('COLLECT')
  const send = async (surveyId: number, { by = token, packed = false, more = {} } = {}) => {
    const plain = Buffer.from(JSON.stringify({ surveyId, answers: { name: 'Ana', members: 4 }, ...more }))
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v1/responses',
      headers: {
        authorization: `Bearer ${by}`,
        'content-type': 'application/json',
        ...(packed ? { 'content-encoding': 'gzip' } : {}),
      },
      payload: packed ? gzipSync(plain) : plain,
    })
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  expect(await send(survey.id, { more: { clientUuid: 'a' } })).toEqual([201, undefined])
  expect(await send(survey.id, { packed: true, more: { clientUuid: 'b' } })).toEqual([201, undefined])
  expect(await send(survey.id, { packed: true, more: { clientUuid: 'b' } })).toEqual([201, undefined])
  const bomb = { participantName: ' '.repeat(5_000_000) }
  expect(await send(survey.id, { packed: true, more: bomb })).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect(await send(other.id)).toEqual([404, 'NOT_FOUND'])
  expect(await send(survey.id, { by: (await make('READ')).token })).toEqual([401, 'UNAUTHORIZED'])
  const asked = await server.inject({ url: '/api/v1/responses', headers: { authorization: `Bearer ${token}` } })
  expect(asked.statusCode).toBe(401)
  await staff.call(surveyTokens.revoke, { params: { ...params, tokenId } })
  expect(await send(survey.id)).toEqual([401, 'UNAUTHORIZED'])
  const { total } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(total).toBe(2)
})
