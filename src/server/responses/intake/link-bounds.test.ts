/** What strangers may send by public links: bounds that hold before a body comes, and for all processes together. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { clearAttachments } from '../../attachments/clear.ts'
import { mp3, png } from '../../test/given-files.ts'
import { refusalOf } from '../../test/given-upload.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import { test, type TestApp } from '../../test/with-app.ts'
import { forgetSenders } from './senders.ts'

async function givenLink({ given, as }: Pick<TestApp, 'given' | 'as'>, link: object = {}): Promise<GivenSurvey> {
  const survey = await given.survey({
    sections: [
      [
        { code: 'photo', type: 'IMAGE' },
        { code: 'sound', type: 'AUDIO' },
      ],
    ],
  })
  const params = { id: survey.id }
  await as(await given.admin()).call(surveyLinks.update, { params, body: { isOn: true, ...link } })
  return survey
}

const upload = (
  { as }: TestApp,
  { encodedId }: GivenSurvey,
  file: { name: string; bytes: Uint8Array },
  clientUuid = 'one',
) =>
  as(undefined).call(surveyLinks.upload, {
    params: { encodedId },
    query: { question: file.name.endsWith('mp3') ? 'sound' : 'photo', clientUuid },
    file,
  })

const sound = (bytes: number) => ({ name: 'a.mp3', bytes: Buffer.concat([mp3, Buffer.alloc(bytes, 1)]) })

test('A file that link, survey or question refuse is turned away before its body comes', async ({ app }) => {
  const { given, as, server } = app
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const [open, paused] = [await givenLink(app), await givenLink(app)]
  const off = await given.survey()
  const body = { status: 'PAUSED', reason: 'Rain' } as const
  await as(await given.admin()).call(surveyLife.setStatus, { params: { surveyId: paused.id }, body })
  /** Says that much will come, and sends none of it. */
  const ask = async (encodedId: string, question: string, bytes: number) => {
    const call = request({
      port,
      method: 'POST',
      path: `/api/v1/links/${encodedId}/files?question=${question}&clientUuid=x`,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': bytes },
    })
    call.flushHeaders()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    const said = JSON.parse((await answer.toArray()).join('')) as { code: string }
    call.destroy()
    return [answer.statusCode, said.code]
  }
  const much = 20 * 1024 * 1024
  expect(await ask('nowhere', 'photo', much)).toEqual([404, 'NOT_FOUND'])
  expect(await ask(off.encodedId, 'photo', much)).toEqual([404, 'NOT_FOUND'])
  expect(await ask(paused.encodedId, 'photo', much)).toEqual([409, 'SURVEY_NOT_OPEN'])
  expect(await ask(open.encodedId, 'shoe', much)).toEqual([400, 'VALIDATION_FAILED'])
  expect(await ask(open.encodedId, 'photo', 2 * much)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect(await app.services.files.spooled()).toEqual([])
})

test('A link keeps files for twice its remaining responses, also sent together', async ({ app }) => {
  const survey = await givenLink(app, { maxResponses: 2 })
  const bytes = await png()
  const sent = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => upload(app, survey, { name: 'a.png', bytes }, `visit-${n}`)),
  )
  const stored = sent.flatMap((each) => (each.status === 'fulfilled' ? [each.value.data] : []))
  expect(stored).toHaveLength(8)
  const { encodedId } = survey
  const late = await app.as(undefined).raw(surveyLinks.upload, {
    params: { encodedId },
    query: { question: 'photo', clientUuid: 'late' },
    file: { name: 'a.png', bytes },
  })
  expect([late.status, late.headers['retry-after']]).toEqual([429, '600'])
  const { rows } = await app.sql.owner.query('select from link_upload')
  expect(rows).toEqual([])
})

test('Files that wait have one room in the house, of which a link has a quarter', async ({ app }) => {
  const { services, sql } = app
  const [one, other] = [await givenLink(app), await givenLink(app)]
  const before = services.settings.linkFilesMegabytes
  services.settings.linkFilesMegabytes = 4
  await upload(app, one, sound(700_000))
  expect(await refusalOf(upload(app, one, sound(700_000)))).toMatchObject({ code: 'TOO_MANY_FILES', status: 429 })
  await upload(app, other, sound(700_000))
  // Another process receives, and dies.
  await sql.app.query(
    `insert into link_upload (survey_id, bytes, ends_at) values (0, 2600000, now() + interval '1 hour')`,
  )
  expect((await refusalOf(upload(app, other, sound(200_000)))).code).toBe('TOO_MANY_FILES')
  await sql.owner.query(`update link_upload set ends_at = now() - interval '1 second'`)
  await upload(app, other, sound(200_000))
  await clearAttachments(services)
  expect((await sql.owner.query('select from link_upload')).rows).toEqual([])
  services.settings.linkFilesMegabytes = before
})

test('An address has sent enough for ten minutes, whichever process it reached', async ({ app }) => {
  const { as, given, sql, services } = app
  const survey = await givenLink(app)
  const send = (clientUuid: string) =>
    as(undefined).raw(surveyLinks.send, {
      params: { encodedId: survey.encodedId },
      body: { surveyVersion: 1, clientUuid, answers: {} },
    })
  expect((await send('first')).status).toBe(201)
  await sql.owner.query(`update link_sender set sent = 300 where sender like 'responses %'`)
  const refused = await send('second')
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  await sql.owner.query('update link_sender set sent = 60')
  expect((await send('second')).status).toBe(201)
  expect((await refusalOf(upload(app, survey, { name: 'a.png', bytes: await png() }))).code).toBe('TOO_MANY_SENT')
  await sql.owner.query(`update link_sender set ends_at = now() - interval '1 second'`)
  await forgetSenders(services)
  expect((await sql.owner.query('select from link_sender')).rows).toEqual([])
  const staff = as(await given.admin())
  expect((await staff.call(responses.list, { query: { surveyId: survey.encodedId } })).total).toBe(2)
})
