/** The rule of every intake against the database: dates, limits and lists of a survey, and its pilot apart. */
import { expect } from 'vitest'
import type { WorkbookReport } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveys } from '#contract/surveys.ts'
import { refusalOf, rowsOf, send, workbook } from '../../test/given-upload.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import type { Caller } from '../../test/caller.ts'
import { test } from '../../test/with-app.ts'
import { untilWaiting } from '../../test/until-waiting.ts'

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const upload = async (staff: Caller, survey: GivenSurvey, rows: ReturnType<typeof rowsOf>) =>
  send(staff, survey, await workbook(survey, rows))
const read = async (staff: Caller, { id }: GivenSurvey) => (await staff.call(surveys.get, { params: { id } })).data

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  const { code, data } = await refusalOf(work)
  expect(code).toBe('WORKBOOK_ROWS_INVALID')
  return (data as WorkbookReport).problems.map((found) => `${found.cell} ${found.code}`)
}

test('an upload before the start, after the last hour or during a pause is refused', async ({ staff, given }) => {
  const refused = async (spec: object) => {
    const survey = await given.survey({ endsAt: hoursFromNow(9) })
    await staff.call(surveys.update, { params: { id: survey.id }, body: spec })
    return (await refusalOf(upload(staff, survey, rowsOf(survey, 1)))).code
  }
  expect(await refused({ startsAt: hoursFromNow(1) })).toBe('SURVEY_NOT_STARTED')
  expect(await refused({ endsAt: hoursFromNow(-3), graceHours: 2 })).toBe('SURVEY_ENDED')
  const paused = await given.survey({ status: 'PAUSED' })
  expect((await refusalOf(upload(staff, paused, rowsOf(paused, 1)))).code).toBe('SURVEY_NOT_OPEN')
})

test('a survey takes in-time responses in the hours after its end, and names the rest', async ({ staff, given }) => {
  const survey = await given.survey({ startsAt: hoursFromNow(-48), endsAt: hoursFromNow(9) })
  await staff.call(surveys.update, { params: { id: survey.id }, body: { endsAt: hoursFromNow(-1), graceHours: 2 } })
  const at = (...hours: (number | null)[]) =>
    rowsOf(survey, hours.length).map((row, index) => {
      const hour = hours[index] ?? null
      return { ...row, submittedAt: hour === null ? null : hoursFromNow(hour) }
    })
  expect(await problemsOf(upload(staff, survey, at(-2, -0.5, null, -50)))).toEqual([
    'C4 AFTER_END',
    'C5 AFTER_END',
    'C6 BEFORE_START',
  ])
  expect((await upload(staff, survey, at(-2))).data.created).toBe(1)
})

test('a limit holds exactly: across files, phoneless rows and two uploads at once', async ({ staff, given, sql }) => {
  const survey = await given.survey({ participantLimit: 5, allowMultipleResponses: true })
  const [first, second] = rowsOf(survey, 2, 'a')
  if (!first || !second) expect.unreachable()
  await upload(staff, survey, [first, { ...first, formKey: 'again' }, { ...second, participantPhone: null }])
  expect((await read(staff, survey)).participantCount).toBe(2)
  const more = [{ ...first, formKey: 'third' }, ...rowsOf(survey, 4, 'b')]
  expect(await problemsOf(upload(staff, survey, more))).toEqual(['B7 PARTICIPANT_LIMIT'])
  const outcomes = await Promise.allSettled([
    upload(staff, survey, rowsOf(survey, 2, 'c')),
    upload(staff, survey, rowsOf(survey, 2, 'd')),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await read(staff, survey)).participantCount).toBe(4)
  await upload(staff, survey, [{ ...first, formKey: 'fourth' }])
  const set = (limit: number | null) =>
    staff.call(surveyLife.setParticipants, { params: { id: survey.id }, body: { limit } })
  await expect(set(3)).rejects.toMatchObject({ errors: [{ path: 'limit', code: 'LIMIT_BELOW_COUNT', limit: 4 }] })
  await set(4)
  await expect(
    sql.app.query('update survey set participant_count = 5 where id = $1', [survey.id]),
  ).rejects.toMatchObject({ constraint: 'survey_participants' })
  await set(null)
  await upload(staff, survey, rowsOf(survey, 3, 'e'))
  expect((await read(staff, survey)).participantCount).toBe(7)
})

test('only listed participants may answer, and by name where that is required', async ({ staff, given }) => {
  const survey = await given.survey()
  const person = await given.participant()
  const set = (body: object) => staff.call(surveyLife.setParticipants, { params: { id: survey.encodedId }, body })
  const [one, two, three] = rowsOf(survey, 3)
  if (!one || !two || !three) expect.unreachable()
  await set({ participantRequired: true })
  const nameless = { ...two, participantPhone: null }
  expect(await problemsOf(upload(staff, survey, [one, nameless]))).toEqual(['B4 REQUIRED'])
  await set({ participantRequired: false, participantIds: [person.id, person.id] })
  const listed = { ...three, participantPhone: person.phone }
  expect(await problemsOf(upload(staff, survey, [listed, one, nameless]))).toEqual([
    'B4 PARTICIPANT_NOT_LISTED',
    'B5 REQUIRED',
  ])
  expect((await upload(staff, survey, [listed])).data.created).toBe(1)
  await expect(set({ participantIds: [person.id, 999_999_999] })).rejects.toMatchObject({
    status: 422,
    code: 'UNKNOWN_REFERENCE',
    errors: [{ path: 'participantIds[1]', code: 'UNKNOWN_REFERENCE' }],
  })
  await set({ participantIds: [] })
  expect((await upload(staff, survey, [one, nameless])).data.created).toBe(2)
})

test('responses of a pilot are marked, and count in no total, no limit and no payment', async ({ staff, given }) => {
  const survey = await given.survey({
    status: 'PILOT',
    amount: '50.00',
    participantLimit: 2,
    startsAt: hoursFromNow(2),
  })
  const rows = rowsOf(survey, 3)
  await upload(staff, survey, rows)
  expect(await read(staff, survey)).toMatchObject({ pilot: true, responseCount: 0, participantCount: 0 })
  const { data: pilots } = await staff.call(responses.list, { query: { surveyId: survey.id, isPilot: 'true' } })
  expect(pilots).toHaveLength(3)
  for (const { id } of pilots) await staff.call(responses.move, { params: { id }, body: { formStatus: 'APPROVED' } })
  const listed = async (query: Record<string, string>) =>
    (await staff.call(responses.list, { query: { surveyId: survey.id, ...query } })).list
  expect((await listed({ isPilot: 'true' })).map((row) => row.paymentStatus)).toEqual([null, null, null])
  expect(await listed({})).toEqual([])
  expect(await listed({ isPilot: '!~' })).toHaveLength(3)
  await staff.call(surveys.update, { params: { id: survey.id }, body: { startsAt: null } })
  await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  const real = rows.slice(0, 2).map((row, n) => ({ ...row, formKey: `real${n}` }))
  expect((await upload(staff, survey, real)).data.created).toBe(2)
  const { data: progress } = await staff.call(surveyLife.progress, { params: { surveyId: survey.id } })
  expect(progress).toMatchObject({ byStatus: { RECEIVED: 2, APPROVED: 0 }, pilotCount: 3 })
  expect(progress.days.map(({ n }) => n)).toEqual([2])
  expect(await read(staff, survey)).toMatchObject({ pilot: false, responseCount: 2, participantCount: 2 })
})

test('an upload that was read under a different one-answer rule is refused', async ({ staff, given, sql }) => {
  const survey = await given.survey({ allowMultipleResponses: true })
  const [row] = rowsOf(survey, 1)
  if (!row) expect.unreachable()
  const bytes = await workbook(survey, [row, { ...row, formKey: 'again' }])
  const client = await sql.owner.connect()
  try {
    await client.query('begin')
    await client.query('update survey set allow_multiple_responses = false where id = $1', [survey.id])
    const refused = refusalOf(send(staff, survey, bytes))
    await untilWaiting(sql)
    await client.query('commit')
    expect(await refused).toMatchObject({ status: 409, code: 'STALE' })
  } finally {
    client.release()
  }
})

test('a limit given in both of its words must be one', async ({ staff, given }) => {
  const params = { id: (await given.survey()).id }
  const set = (body: object) => staff.call(surveyLife.setParticipants, { params, body })
  for (const participantLimit of [null, 4])
    await expect(set({ limit: 3, participantLimit })).rejects.toMatchObject({
      errors: [{ path: 'limit', code: 'NOT_ALLOWED' }],
    })
  expect((await set({ limit: 3, participantLimit: 3 })).data.participantLimit).toBe(3)
})
