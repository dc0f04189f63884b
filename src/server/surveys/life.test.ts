import { expect } from 'vitest'
import { geolocations } from '#contract/geolocations.ts'
import { history } from '#contract/history.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { skips } from '#contract/skips.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveys } from '#contract/surveys.ts'
import { versions } from '#contract/versions.ts'
import { questionsOf, type SurveyStatus } from '#domain/surveys/survey.ts'
import type { Caller } from '../test/caller.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { closeEnded } from './close-ended.ts'

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
type Move = 'PUBLISHED' | 'PAUSED' | 'CLOSED' | 'ARCHIVED'
const move = (staff: Caller, surveyId: number, status: Move, reason?: string) =>
  staff.call(surveyLife.setStatus, { params: { surveyId }, body: { status, reason } })
const setPilot = (staff: Caller, surveyId: number, pilot: boolean) =>
  staff.call(surveyLife.setPilot, { params: { surveyId }, body: { pilot } })

/** As its maker, with a draft that is ready. */
async function draftOf({ given, as }: TestApp, spec: object = {}) {
  return { staff: as(await given.admin()), ...(await given.survey({ status: 'DRAFT', ...spec })) }
}

test('a survey goes through its whole life, and its history says so', async ({ app }) => {
  const { staff, id } = await draftOf(app)
  expect((await setPilot(staff, id, true)).data).toMatchObject({ status: 'PILOT', pilot: true, currentVersion: 1 })
  expect((await setPilot(staff, id, false)).data).toMatchObject({ status: 'DRAFT', pilot: false, currentVersion: 1 })
  await setPilot(staff, id, true)
  await staff.call(surveys.publish, { params: { surveyId: id } })
  expect((await move(staff, id, 'PAUSED')).data).toMatchObject({ status: 'PAUSED', closedAt: null })
  expect((await move(staff, id, 'PUBLISHED')).data.currentVersion).toBe(1)
  expect((await move(staff, id, 'CLOSED')).data.closedAt).not.toBeNull()
  const again = (await move(staff, id, 'PUBLISHED', 'One village was forgotten')).data
  expect(again).toMatchObject({ status: 'PUBLISHED', closedAt: null, statusReason: 'One village was forgotten' })
  await move(staff, id, 'CLOSED')
  const archived = (await move(staff, id, 'ARCHIVED', 'The report is out')).data
  expect(archived).toMatchObject({ status: 'ARCHIVED', statusReason: 'The report is out' })
  const { data } = await staff.call(history.list, { params: { subjectType: 'survey', subjectId: id } })
  expect(data.map(({ action }) => action.slice('surveys.'.length)).reverse()).toEqual(
    'pilot endPilot pilot publish pause resume close reopen close archive'.split(' '),
  )
})

test('a survey published after its pilot keeps its version until its content changes', async ({ app }) => {
  const { staff, id, content } = await draftOf(app)
  const [question] = questionsOf(content)
  const publish = async () => (await staff.call(surveys.publish, { params: { surveyId: id } })).data
  await setPilot(staff, id, true)
  expect(await publish()).toMatchObject({
    survey: { status: 'PUBLISHED', currentVersion: 1 },
    version: { number: 1 },
  })
  const { data: kept } = await staff.call(versions.list, { params: { surveyId: id }, query: {} })
  expect(kept.map(({ number }) => number)).toEqual([1])
  await staff.call(questions.update, { params: { id: question?.id ?? 0 }, body: { relevant: '1 = 1' } })
  const { data } = await staff.call(versions.changes, { params: { surveyId: id }, query: {} })
  expect(data.logic).toEqual({ rules: 0, conditions: 1 })
  expect(await publish()).toMatchObject({ survey: { currentVersion: 2 }, version: { number: 2 } })
})

test('the database refuses a move outside the rules, and a move without its reason', async ({ given, sql }) => {
  const { id } = await given.survey({ status: 'CLOSED' })
  const move = (to: string, reason: string | null) =>
    sql.app.query('update survey set status = $2, status_reason = $3 where id = $1', [id, to, reason])
  for (const to of ['DRAFT', 'PAUSED'])
    await expect(move(to, 'So')).rejects.toMatchObject({ constraint: 'survey_moves' })
  for (const to of ['PUBLISHED', 'ARCHIVED'])
    await expect(move(to, null)).rejects.toMatchObject({ constraint: 'survey_reason' })
})

test('moves out of turn, without a reason, or on an outdated version are refused', async ({ app }) => {
  const { staff, id } = await draftOf(app)
  const refusal = (status: Move) => expect(move(staff, id, status)).rejects
  for (const status of ['PUBLISHED', 'PAUSED', 'CLOSED', 'ARCHIVED'] as const)
    await refusal(status).toMatchObject({ status: 409, code: 'SURVEY_TRANSITION' })
  await staff.call(surveys.publish, { params: { surveyId: id } })
  await expect(setPilot(staff, id, true)).rejects.toMatchObject({ code: 'SURVEY_TRANSITION' })
  const survey = (await setPilot(staff, id, false)).data
  expect(survey.status).toBe('PUBLISHED')
  const stale = { params: { surveyId: id }, body: { status: 'PAUSED' as const, version: survey.version - 1 } }
  await expect(staff.call(surveyLife.setStatus, stale)).rejects.toMatchObject({ status: 409, code: 'STALE' })
  await move(staff, id, 'CLOSED')
  await refusal('PUBLISHED').toMatchObject({ status: 400, code: 'REASON_REQUIRED' })
  await refusal('ARCHIVED').toMatchObject({ code: 'REASON_REQUIRED' })
  await refusal('CLOSED').toMatchObject({ code: 'SURVEY_TRANSITION' })
})

test('closing with reviews waiting needs a reason and says how many wait', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey()
  await given.responses(survey, 3)
  await given.responses(survey, 1, { status: 'REJECTED' })
  await expect(move(staff, survey.id, 'CLOSED')).rejects.toMatchObject({
    code: 'REASON_REQUIRED',
    data: { waiting: 3 },
  })
  expect((await move(staff, survey.id, 'CLOSED', 'No more money')).data.statusReason).toBe('No more money')
})

test('a survey whose period is over is neither published nor opened again', async ({ app }) => {
  const { staff, id } = await draftOf(app, { endsAt: hoursFromNow(-5), graceHours: 4 })
  const over = { errors: [{ path: 'endsAt', code: 'PERIOD_OVER' }] }
  const publish = () => staff.call(surveys.publish, { params: { surveyId: id } })
  await expect(publish()).rejects.toMatchObject({ status: 422, code: 'SURVEY_NOT_READY', ...over })
  const setEnd = (hours: number) =>
    staff.call(surveys.update, { params: { id }, body: { endsAt: hoursFromNow(hours), graceHours: 0 } })
  await setEnd(1)
  await publish()
  await move(staff, id, 'CLOSED')
  await setEnd(-1)
  await expect(move(staff, id, 'PUBLISHED', 'Late forms')).rejects.toMatchObject(over)
  await setEnd(1)
  expect((await move(staff, id, 'PUBLISHED', 'Late forms')).data.status).toBe('PUBLISHED')
})

test('a survey closes by itself once the hours after its end are over, not before', async ({
  given,
  as,
  services,
  sql,
}) => {
  const staff = as(await given.admin())
  const spec = { graceHours: 2 }
  const [over, paused, late, open] = [
    await given.survey(spec),
    await given.survey({ ...spec, status: 'PAUSED' }),
    await given.survey(spec),
    await given.survey(spec),
  ]
  const setEnd = (id: number, hours: number) =>
    sql.owner.query('update survey set ends_at = $2 where id = $1', [id, hoursFromNow(hours)])
  await setEnd(over.id, -2.01)
  await setEnd(paused.id, -9)
  await setEnd(late.id, -1.9)
  await given.responses(open, 1)
  await Promise.all([closeEnded(services), closeEnded(services)])
  await closeEnded(services)
  const statuses: SurveyStatus[] = []
  for (const { id } of [over, paused, late, open])
    statuses.push((await staff.call(surveys.get, { params: { id } })).data.status)
  expect(statuses).toEqual(['CLOSED', 'CLOSED', 'PUBLISHED', 'PUBLISHED'])
  const { data } = await staff.call(history.list, { params: { subjectType: 'survey', subjectId: over.id } })
  expect(data.map(({ action, actor }) => [action, actor])).toEqual([['surveys.close', null]])
})

test('an archived survey stays as it is: settings, participants and content', async ({ staff, given }) => {
  const { id, content } = await given.survey({ status: 'ARCHIVED' })
  const archived = { status: 409, code: 'SURVEY_ARCHIVED' }
  const params = { id, surveyId: id }
  await expect(staff.call(surveys.update, { params, body: { title: 'Other' } })).rejects.toMatchObject(archived)
  await expect(staff.call(surveyLife.setParticipants, { params, body: { participantLimit: 5 } })).rejects.toMatchObject(
    archived,
  )
  await expect(
    staff.call(surveyLife.setMultiple, { params, body: { allowMultipleResponses: true } }),
  ).rejects.toMatchObject(archived)
  const section = { params: { id: content.sections[0]?.id ?? 0 }, body: { title: 'Other' } }
  await expect(staff.call(sections.update, section)).rejects.toMatchObject(archived)
  await expect(staff.call(sections.create, { body: { surveyId: id, title: 'More' } })).rejects.toMatchObject(archived)
})

const refusedAsArchived = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'SURVEY_ARCHIVED' })

test('an archived survey takes no new order, deletion, revision or geofence', async ({ app }) => {
  const { staff, id, content, question } = await draftOf(app)
  const rule = { fromQuestionId: question('members').id, operator: 'GE', value: 5, action: 'END' }
  const { data: skip } = await staff.call(skips.create, { body: rule })
  await staff.call(surveys.publish, { params: { surveyId: id } })
  await staff.call(questions.update, { params: { id: question('name').id }, body: { text: 'Your name?' } })
  await move(staff, id, 'CLOSED')
  await move(staff, id, 'ARCHIVED', 'The report is out')
  const ids = content.sections.map((section) => section.id)
  await refusedAsArchived(staff.call(sections.reorder, { params: { surveyId: id }, body: { ids: ids.toReversed() } }))
  await refusedAsArchived(staff.call(versions.revise, { params: { surveyId: id } }))
  await refusedAsArchived(staff.call(geolocations.update, { params: { id }, body: { mode: 'OFF' } }))
  await refusedAsArchived(staff.call(geolocations.distance, { params: { id }, body: { distance: 100 } }))
  const { data } = await staff.call(skips.removeMany, { body: { ids: [skip.id] } })
  expect(data.results).toMatchObject([{ ok: false, code: 'SURVEY_ARCHIVED' }])
  const { data: kept } = await staff.call(surveys.get, { params: { id } })
  expect([kept.skips.length, kept.sections.map((section) => section.id)]).toEqual([1, ids])
})

test('the database refuses a negative count of participants', async ({ given, sql }) => {
  const { id } = await given.survey()
  const write = sql.app.query('update survey set participant_count = -1 where id = $1', [id])
  await expect(write).rejects.toMatchObject({ code: '23514', constraint: 'survey_participants_counted' })
})

test('a survey says which work no one can do, until people with the right see it', async ({ given, as, sql }) => {
  // Those of the other tests may do everything.
  await sql.owner.query(`update person set status = 'SUSPENDED' where admin_type = 'ADMIN'`)
  const owner = await given.admin({ permissions: ['surveys.read', 'surveys.access', 'responses.review'] })
  const reviewer = await given.admin({ permissions: ['surveys.read', 'responses.review'] })
  const payer = await given.admin({ permissions: ['payments.initiate', 'payments.approve'] })
  const { id } = await given.survey({ ownerId: owner.id, amount: '1.00' })
  await sql.owner.query(`update survey set accessibility = 'PRIVATE' where id = $1`, [id])
  const unattended = async () =>
    (await as(owner).call(surveyLife.progress, { params: { surveyId: id } })).data.unattended
  expect(await unattended()).toEqual(['review', 'initiate', 'approve', 'authorize'])
  const give = (subjectId: number, right: 'VIEW' | 'REVIEW', expiresAt?: string) =>
    sql.owner.query(
      `insert into access_grant (survey_id, subject_type, subject_id, access_right, expires_at)
         values ($1, 'USER', $2, $3, $4)`,
      [id, subjectId, right, expiresAt],
    )
  await give(reviewer.id, 'VIEW')
  await give(payer.id, 'VIEW', hoursFromNow(-1))
  expect(await unattended()).toEqual(['review', 'initiate', 'approve', 'authorize'])
  await give(reviewer.id, 'REVIEW')
  await sql.owner.query(`update access_grant set expires_at = null where person_id = $1`, [payer.id])
  expect(await unattended()).toEqual(['authorize'])
  await given.admin({ permissions: ['payments.authorize', 'surveys.all'] })
  expect(await unattended()).toEqual([])
})
