/** A response is read before it has the lock of its survey: what changes while it waits still counts. */
import { expect, onTestFinished } from 'vitest'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import { refusalOf } from '../../test/given-upload.ts'
import { test, type TestApp } from '../../test/with-app.ts'
import { untilWaiting } from '../../test/until-waiting.ts'

const answers = { name: 'Ana', members: 4 }

/** Sends while `change` is under way, which is committed once the response waits for it. */
async function sendDuring(app: TestApp, { id }: GivenSurvey, change: string, values: unknown[], body: object = {}) {
  const staff = app.as(await app.given.admin())
  return during(app, change, values, () => staff.call(entry.send, { body: { surveyId: id, answers, ...body } }))
}

async function during<T>({ sql }: TestApp, change: string, values: unknown[], send: () => Promise<T>): Promise<T> {
  const other = await sql.owner.connect()
  onTestFinished(() => other.release(true))
  await other.query('begin')
  await other.query(change, values)
  const sent = send()
  sent.catch(() => undefined)
  await untilWaiting(sql)
  await other.query('commit')
  return sent
}

test('a response that waited is judged by what its survey asks for by then', async ({ app }) => {
  const paused = await app.given.survey()
  const pause = `update survey set status = 'PAUSED', status_reason = 'So' where id = $1`
  expect(await refusalOf(sendDuring(app, paused, pause, [paused.id]))).toMatchObject({ code: 'SURVEY_NOT_OPEN' })
  const named = await app.given.survey()
  const require = 'update survey set participant_required = true where id = $1'
  const { errors } = await refusalOf(sendDuring(app, named, require, [named.id]))
  expect(errors).toMatchObject([{ path: 'participantPhone', code: 'REQUIRED' }])
})

test('a participant whom another survey makes at the same moment is met, not lost', async ({ app }) => {
  const survey = await app.given.survey()
  const phone = '+258847000009'
  const make = `insert into person (username, name, phone, admin_type, role_id)
      select $1, 'Ana Sitoe', $1, 'PARTICIPANT', id from role where role = 'PARTICIPANT'`
  const { data } = await sendDuring(app, survey, make, [phone], { participantPhone: phone })
  expect(data).toMatchObject({ phone, participant: { name: 'Ana Sitoe' } })
})

test('a visitor who waited while the link was switched off is refused, nothing stored', async ({ app }) => {
  const survey = await app.given.survey()
  const staff = app.as(await app.given.admin())
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  const visit = { surveyVersion: 1, clientUuid: 'link-1', answers }
  const { encodedId } = survey
  const switchOff = `with link as (update survey_link set is_on = false where survey_id = $1)
      update survey set updated_at = now() where id = $1`
  const sent = during(app, switchOff, [survey.id], () =>
    app.as(undefined).call(surveyLinks.send, { params: { encodedId }, body: visit }),
  )
  expect((await refusalOf(sent)).code).toBe('NOT_FOUND')
  expect((await staff.call(responses.list, { query: { surveyId: encodedId } })).total).toBe(0)
})

test('A visitor of one survey is taken at once while many wait for another survey', async ({
  staff,
  given,
  as,
  sql,
}) => {
  const [busy, free] = [await given.survey(), await given.survey()]
  for (const { id } of [busy, free]) await staff.call(surveyLinks.update, { params: { id }, body: { isOn: true } })
  const send = ({ encodedId }: GivenSurvey, clientUuid: string) =>
    as(undefined).call(surveyLinks.send, { params: { encodedId }, body: { surveyVersion: 1, clientUuid, answers } })
  const workbook = await sql.owner.connect()
  onTestFinished(() => workbook.release(true))
  await workbook.query('begin')
  await workbook.query('select from survey where id = $1 for update', [busy.id])
  const waiting = Array.from({ length: 8 }, (_, n) => send(busy, `busy-${n}`))
  await untilWaiting(sql)
  expect((await send(free, 'free')).data).toEqual({ clientUuid: 'free' })
  await workbook.query('commit')
  expect(await Promise.all(waiting)).toHaveLength(8)
})
