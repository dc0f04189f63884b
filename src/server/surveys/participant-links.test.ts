/** Participants' own links: each answers for one person, as often as the survey lets them, until it is revoked. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { test, type TestApp } from '../test/with-app.ts'

const answers = { name: 'Ana', members: 4 }
const ended = { code: 'UNAUTHORIZED' }

async function givenLink({ given, as }: TestApp, spec: Parameters<TestApp['given']['survey']>[0] = {}) {
  const person = await given.admin()
  const staff = as(person)
  const survey = await given.survey(spec)
  const participant = await given.participant({ name: 'Rosa Sitoe' })
  const make = async (body: object) =>
    (await staff.call(surveyTokens.links, { params: { id: survey.id }, body })).data.links
  const [link] = await make({ participantId: participant.id })
  const visitor = (token = link?.token ?? '') => as({ ...person, token })
  const visit = { params: { encodedId: survey.encodedId } }
  const send = (clientUuid: string, more = {}, token?: string) =>
    visitor(token).call(surveyLinks.send, { ...visit, body: { surveyVersion: 1, clientUuid, answers, ...more } })
  return { staff, survey, participant, link, make, visitor, visit, send }
}

test("a participant's own link answers for them once, while the public link is off", async ({ app }) => {
  const { staff, survey, participant, link, visitor, visit, send } = await givenLink(app)
  expect(link).toMatchObject({ participantId: participant.id, name: 'Rosa Sitoe', phone: participant.phone })
  await expect(app.as(undefined).call(surveyLinks.form, visit)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { data: form } = await visitor().call(surveyLinks.form, visit)
  expect(form).toMatchObject({ participant: { name: 'Rosa Sitoe' }, participantRequired: false })
  const errors = [{ path: 'participantPhone', code: 'NOT_ALLOWED' }]
  await expect(send('a', { participantPhone: '+258847000001' })).rejects.toMatchObject({ errors })
  for (const _ of ['sent', 'sent again after a lost answer']) await send('a')
  await expect(send('b')).rejects.toMatchObject({ code: 'RESPONSE_REPEATED' })
  expect((await visitor().call(surveyLinks.form, visit)).data.refusal).toBe('RESPONSE_REPEATED')
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(list).toMatchObject([
    {
      formKey: 'a',
      participant: { id: participant.id },
      phone: participant.phone,
      source: 'SCREEN',
      collector: null,
    },
  ])
  const other = await app.given.survey()
  const elsewhere = visitor().call(surveyLinks.form, { params: { encodedId: other.encodedId } })
  await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const audit = `select action, after::text as after from audit where subject_id = any($1) order by id`
  const { rows } = await app.sql.owner.query<{ after: string | null }>(audit, [
    [String(survey.id), String(list[0]?.id)],
  ])
  const trail = rows.map(({ after }) => after).join(' ')
  for (const secret of [link?.token ?? '', 'Rosa', participant.phone]) expect(trail).not.toContain(secret)
})

test('a program sends by the same link, and a revoked or replaced one opens nothing', async ({ app }) => {
  const { staff, survey, participant, make, visitor, visit, send } = await givenLink(app, {
    allowMultipleResponses: true,
  })
  const params = { id: survey.id }
  const body = { surveyId: survey.id, clientUuid: 'program-1', answers }
  const { data: sent } = await visitor().call(entry.send, { body })
  expect(sent).toMatchObject({ participant: { id: participant.id }, collector: null, flags: [] })
  await send('page-1')
  const [next] = await make({ participantId: participant.id })
  await expect(send('page-2')).rejects.toMatchObject(ended)
  await send('page-2', {}, next?.token)
  const { list } = await staff.call(surveyTokens.list, { params })
  expect(list).toMatchObject([{ kind: 'ANSWER', participant: { name: 'Rosa Sitoe' }, lastUsedAt: expect.any(String) }])
  await staff.call(surveyTokens.revoke, { params: { ...params, tokenId: list[0]?.id ?? 0 } })
  await staff.call(surveyLinks.update, { params, body: { isOn: true } })
  // The public link is open by now: who comes with a link that has ended is not taken for a stranger.
  await expect(visitor(next?.token).call(surveyLinks.form, visit)).rejects.toMatchObject(ended)
  await expect(visitor(next?.token).call(entry.send, { body })).rejects.toMatchObject(ended)
  expect((await staff.call(responses.list, { query: { surveyId: survey.encodedId } })).total).toBe(3)
})

test('links are made for the whole list: for people without one, or new for all', async ({ app }) => {
  const { staff, survey, participant, link, make, visitor, visit } = await givenLink(app)
  const others = [await app.given.participant(), await app.given.participant()]
  const participantIds = [participant, ...others].map(({ id }) => id)
  await staff.call(surveyLife.setParticipants, { params: { id: survey.id }, body: { participantIds } })
  const missing = await make({ list: 'MISSING' })
  expect(missing.map(({ participantId }) => participantId)).toEqual(others.map(({ id }) => id))
  expect(await make({ list: 'MISSING' })).toEqual([])
  await visitor().call(surveyLinks.form, visit)
  const all = await make({ list: 'ALL' })
  expect(new Set(all.map(({ token }) => token)).size).toBe(3)
  for (const old of [link, ...missing])
    await expect(visitor(old?.token).call(surveyLinks.form, visit)).rejects.toMatchObject(ended)
  const stranger = await app.given.participant()
  const errors = [{ path: 'participantId', code: 'PARTICIPANT_NOT_LISTED' }]
  await expect(make({ participantId: stranger.id })).rejects.toMatchObject({ errors })
  await expect(make({ participantId: 999_999_999 })).rejects.toMatchObject({
    errors: [{ code: 'UNKNOWN_REFERENCE' }],
  })
  await expect(make({})).rejects.toMatchObject({ errors: [{ path: 'participantId', code: 'REQUIRED' }] })
  const blind = app.as(await app.given.admin({ permissions: ['surveys.access', 'surveys.all'] }))
  const { data } = await blind.call(surveyTokens.links, { params: { id: survey.id }, body: { list: 'ALL' } })
  expect(data.links.every(({ phone }) => phone.includes('•'))).toBe(true)
  const { rows } = await app.sql.owner.query(`select from survey_token where survey_id = $1 and revoked_at is null`, [
    survey.id,
  ])
  expect(rows).toHaveLength(3)
})
