import { expect } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { surveyAccess } from '#contract/survey-access.ts'
import { foldCounts } from '../records/fold-counts.ts'
import { paidAs, workerOf } from '../test/ended-payments.ts'
import { test } from '../test/with-app.ts'
import { test as paymentTest } from '../test/with-payments.ts'
import { cellsOf } from './cells.ts'
import { spanOf } from './span.ts'

const today = new Date().toISOString().slice(0, 10)

test('The days are the last thirty unless the caller says others, and at most a year', () => {
  const now = '2026-03-31'
  expect(spanOf({}, now)).toMatchObject({ from: '2026-03-02', to: now })
  expect(spanOf({ from: '2026-01-01' }, now)).toMatchObject({ from: '2026-01-01', to: now })
  expect(spanOf({ to: '2026-01-30' }, now)).toMatchObject({ from: '2026-01-01', to: '2026-01-30' })
  expect(spanOf({ from: '1000-01-01' }, now)).toMatchObject({ from: '2025-03-31', to: now })
  expect(spanOf({ from: '2027-01-01' }, now)).toMatchObject({ from: '2027-01-01', to: '2027-01-01' })
  expect(() => spanOf({ from: '2026-03-02', to: '2026-03-01' }, now)).toThrow()
})

test('Places near each other are one spot, and responses without a place are none', () => {
  const near = [0, 0.0001].map((more) => ({ latitude: -19.5 + more, longitude: 34.5 }))
  const far = { latitude: -12, longitude: 40 }
  const cells = cellsOf([...near, far, { latitude: null, longitude: null }])
  expect(cells).toEqual([
    { latitude: expect.closeTo(-19.49995) as number, longitude: 34.5, n: 2 },
    { ...far, n: 1 },
  ])
  expect(cellsOf([])).toEqual([])
})

test('A person sees the first steps that they may do until they put them away', async ({ given, as }) => {
  const admin = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const first = async (caller: typeof admin) => (await caller.call(dashboard.get)).data.firstSteps
  const done = async (caller: typeof admin) =>
    (await first(caller))?.steps.filter(({ isDone }) => isDone).map(({ step }) => step)
  expect(await done(admin)).toEqual([])
  await given.admin({ role: 'ADMINISTRATOR' })
  const other = await given.admin({ role: 'SURVEY_MANAGER' })
  await given.survey({ status: 'DRAFT', ownerId: other.id })
  expect(await done(admin)).toEqual(['secondAdministrator', 'survey'])
  await admin.call(dashboard.putMark, { params: { mark: 'first-steps' } })
  expect(await first(admin)).toBeNull()
  await expect(admin.call(dashboard.putMark, { params: { mark: 'other' } })).rejects.toMatchObject({ status: 400 })
})

test('The figures of responses are those of the lists that they lead to', async ({ staff, given, sql }) => {
  const survey = await given.survey({ title: 'Wells' })
  const other = await given.survey({ title: 'Roads' })
  await given.responses(await given.survey({ status: 'PILOT' }), 1)
  const ids = await given.responses(survey, 3, { submittedAt: `${today}T00:00:01.000Z` })
  await given.responses(survey, 1, { status: 'APPROVED', submittedAt: '2020-02-03T10:00:00.000Z' })
  await given.responses(other, 1)
  await sql.owner.query(`update form set latitude = -19, longitude = 34 where id = $1`, [ids[0]?.id])
  const { data } = await staff.call(dashboard.get)
  expect(data.surveys).toEqual({ live: 2 })
  expect(data.responses).toMatchObject({
    today: 4,
    total: 5,
    waiting: { RECEIVED: 4, EDITED: 0, IN_REVIEW: 0 },
    bySurvey: [
      { surveyId: survey.id, title: 'Wells', n: 3 },
      { surveyId: other.id, title: 'Roads', n: 1 },
    ],
    looked: 4,
    places: [{ latitude: -19, longitude: 34, n: 1 }],
  })
  expect(data.responses?.days).toHaveLength(30)
  expect(data.responses?.before).toBe(0)
  expect(data.responses?.days.at(-1)).toEqual({ day: today, n: 4 })
  const listed = await staff.call(responses.list, { query: { status: 'RECEIVED,EDITED,IN_REVIEW' } })
  expect(listed.total).toBe(4)
  const old = await staff.call(dashboard.get, {
    query: { surveyId: survey.id, from: '2020-02-01', to: '2020-02-05' },
  })
  expect(old.data.responses).toMatchObject({ total: 4, looked: 1, latest: [{ status: 'APPROVED' }] })
  expect(old.data.responses?.days.map(({ n }) => n)).toEqual([0, 0, 1, 0, 0])
  const next = { surveyId: survey.id, from: '2020-02-06', to: '2020-02-09' }
  const befores = await Promise.all(
    [next, { ...next, from: '2020-02-07' }].map((query) => staff.call(dashboard.get, { query })),
  )
  expect(befores.map((each) => each.data.responses?.before)).toEqual([1, 0])
  await expect(staff.call(dashboard.get, { query: { from: '2020-02-02', to: '2020-02-01' } })).rejects.toMatchObject({
    errors: [{ path: 'to', code: 'END_BEFORE_START' }],
  })
})

test('Folding the slots of past days leaves one row a count and every sum as it was', async ({
  given,
  services,
  sql,
}) => {
  const { id } = await given.survey({})
  await sql.owner.query(
    `insert into survey_counter select $1, 1, status, current_date - day, false, slot, slot + 1
       from unnest('{RECEIVED,APPROVED}'::text[]) status, generate_series(0, 3) day, generate_series(0, 4) slot`,
    [id],
  )
  await foldCounts(services)
  const { rows } = await sql.owner.query(
    `select current_date - day as ago, count(*)::int as rows, sum(n)::int as n from survey_counter
       where survey_id = $1 group by 1 order by 1`,
    [id],
  )
  expect(rows).toEqual([0, 1, 2, 3].map((ago) => ({ ago, rows: ago > 1 ? 2 : 10, n: 30 })))
})

test('A caller gets the parts of their permissions, of the surveys that they see', async ({ given, as }) => {
  const reader = await given.admin({ permissions: ['surveys.read', 'responses.read'] })
  const mine = await given.survey({ ownerId: reader.id })
  const hidden = await given.survey({})
  await given.responses(mine, 1)
  await given.responses(hidden, 2)
  const { data } = await as(reader).call(dashboard.get)
  expect(data).toMatchObject({
    surveys: { live: 1 },
    responses: { today: 1, looked: 1 },
    payments: null,
    firstSteps: null,
  })
  expect(data.responses?.latest).toHaveLength(1)
  const none = await as(await given.admin({ permissions: [] })).call(dashboard.get)
  expect(none.data).toMatchObject({ surveys: null, responses: null, payments: null, firstSteps: null })
})

paymentTest('The money paid is counted on its day; the waiting payments are the caller’s', async ({ app }) => {
  const { given, maker, approver, authorizer, letGo } = app
  const { ids, surveyId } = await given.payments({ count: 3 })
  await given.float({ amountMinor: 200_000 })
  const paymentsPart = async (person: typeof maker) => (await person.call(dashboard.get)).data.payments
  const openSteps = async () =>
    (await maker.call(dashboard.get)).data.firstSteps?.steps.flatMap(({ step, isDone }) => (isDone ? [] : step)) ?? []
  expect(await paymentsPart(maker)).toMatchObject({ waitingForMe: 3, paidToday: [], statusCounts: { ELIGIBLE: 3 } })
  expect(await openSteps()).toContain('pay')
  await letGo(ids.slice(0, 2))
  const worker = workerOf(app, { send: paidAs(50_000) })
  await worker.claim(1)
  await worker.idle()
  const paid = [{ amount: '500.00', amountMinor: 50_000, currency: 'MZN' }]
  expect(await openSteps()).not.toContain('pay')
  const after = await paymentsPart(authorizer)
  expect(after).toMatchObject({
    paidToday: paid,
    paidThisMonth: paid,
    float: [{ provider: 'gsma', amount: '1000.00', lasts: 60 }],
  })
  expect(after?.paidDays.at(-1)).toEqual({ day: today, n: 1 })
  expect(await paymentsPart(approver)).toMatchObject({ waitingForMe: 1, latest: [{}, {}, {}] })
  const listed = await authorizer.call(payments.list, { query: { surveyId } })
  expect((await paymentsPart(authorizer))?.statusCounts).toEqual(listed.statusCounts)
})

test('The first steps of a manager and a reviewer are done by what they may see', async ({ given, as, sql }) => {
  const manager = await given.admin({ role: 'SURVEY_MANAGER' })
  const reviewer = await given.admin({ role: 'REVIEWER' })
  const first = async (person: typeof manager) => (await as(person).call(dashboard.get)).data.firstSteps
  const open = async (person: typeof manager) =>
    (await first(person))?.steps
      .filter(({ step, isDone }) => !isDone && step !== 'units' && step !== 'participants')
      .map(({ step }) => step)
  const others = await given.survey({ ownerId: reviewer.id })
  await sql.owner.query(`update survey set accessibility = 'PRIVATE' where id = $1`, [others.id])
  expect(await first(manager)).toMatchObject({ surveyId: null })
  expect(await open(manager)).toEqual(['survey', 'publish', 'reviewers', 'collect', 'review'])
  const survey = await given.survey({ ownerId: manager.id })
  await sql.owner.query(`update survey set accessibility = 'PRIVATE' where id = $1`, [survey.id])
  expect(await first(manager)).toMatchObject({ surveyId: survey.id })
  expect(await open(manager)).toEqual(['reviewers', 'collect', 'review'])
  await given.responses(survey, 1, { status: 'APPROVED' })
  expect(await open(reviewer)).toEqual(['review'])
  const give = { surveyId: survey.id, subjectType: 'USER', subjectId: reviewer.id, right: 'REVIEW' } as const
  await as(manager).call(surveyAccess.create, { body: give })
  expect(await first(reviewer)).toBeNull()
  expect(await open(manager)).not.toContain('reviewers')
  expect(await open(manager)).not.toContain('collect')
})
