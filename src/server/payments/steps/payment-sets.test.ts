import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { setsOf, waitingIn } from '../../test/survey-sets.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const approved = { formStatus: 'APPROVED' }
const back = { formStatus: 'IN_REVIEW' }

const grouped = { amount: '50.00', setSize: 3, allowMultipleResponses: true }

async function oneParticipant(app: PaymentsApp, phone: string, count: number) {
  const survey = await app.given.survey(grouped)
  const given = await app.given.responses(survey, count, { phone })
  return { survey, ids: given.map(({ id }) => id) }
}

test('the third approval of a participant makes one payment of three times the amount', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000001', 4)
  const staff = app.maker
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  for (const id of [fourth, second]) await staff.call(responses.move, { params: { id }, body: approved })
  expect([await setsOf(app, survey.id), await waitingIn(app, survey.id)]).toEqual([[], [second, fourth]])
  const { data } = await staff.call(responses.move, { params: { id: first }, body: approved })
  expect(data.paymentStatus).toBe('ELIGIBLE')
  const set = { status: 'ELIGIBLE', amountMinor: 15_000, responses: [first, second, fourth] }
  expect(await setsOf(app, survey.id)).toMatchObject([set])
  await staff.call(responses.move, { params: { id: third }, body: approved })
  expect(await setsOf(app, survey.id)).toHaveLength(1)
  expect(await waitingIn(app, survey.id)).toEqual([third])
})

test('one bulk approval fills every participant’s sets, the oldest responses first', async ({ app }) => {
  const survey = await app.given.survey(grouped)
  const young = await app.given.responses(survey, 4, { phone: '+258860000002', submittedAt: '2026-02-02T00:00:00Z' })
  const old = await app.given.responses(survey, 3, { phone: '+258860000002', submittedAt: '2026-02-01T00:00:00Z' })
  const other = await app.given.responses(survey, 2, { phone: '+258860000003' })
  const singles = await app.given.responses(survey, 5)
  const ids = [...young, ...old, ...other, ...singles].map(({ id }) => id)
  await app.maker.call(responses.review, { body: { ...approved, ids } })
  expect((await setsOf(app, survey.id)).map((set) => set.responses)).toEqual([
    young.slice(0, 3).map(({ id }) => id),
    old.map(({ id }) => id),
  ])
  const waiting = [young[3], ...other, ...singles].map((response) => response?.id)
  expect(await waitingIn(app, survey.id)).toEqual(waiting)
})

test('thousands of approvals in one call make all of their sets', async ({ app }) => {
  const survey = await app.given.survey({ ...grouped, setSize: 2 })
  const given = await app.given.responses(survey, 3000)
  await app.sql.owner.query(
    `update form set participant_id = (select min(participant_id) from form where survey_id = $1) + (id % 1000)
       where survey_id = $1`,
    [survey.id],
  )
  const { data } = await app.maker.call(responses.review, { body: { ...approved, ids: given.map(({ id }) => id) } })
  expect(data.succeeded).toBe(3000)
  const { rows } = await app.sql.owner.query(
    `select count(*)::int as sets, sum(amount_minor)::int as total, count(distinct participant_id)::int as people
       from payable where survey_id = $1`,
    [survey.id],
  )
  expect(rows).toEqual([{ sets: 1000, total: 1000 * 10_000, people: 1000 }])
  expect(await waitingIn(app, survey.id)).toHaveLength(1000)
})

test('a response taken back cancels its set, and the others accrue again', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000004', 5)
  const [first = 0, second = 0, third = 0, ...spare] = ids
  await app.maker.call(responses.review, { body: { ...approved, ids: ids.slice(0, 3) } })
  const [set] = await setsOf(app, survey.id)
  await app.maker.call(payments.bulkInitiate, { body: [set?.id] })
  await app.maker.call(responses.move, { params: { id: second }, body: back })
  expect(await setsOf(app, survey.id)).toEqual([{ ...set, status: 'CANCELLED', responses: [] }])
  expect(await waitingIn(app, survey.id)).toEqual([first, third])
  await app.maker.call(responses.review, { body: { ...approved, ids: spare } })
  const again = (await setsOf(app, survey.id)).filter(({ status }) => status === 'ELIGIBLE')
  expect(again).toMatchObject([{ responses: [first, third, spare[0]] }])
  expect(await waitingIn(app, survey.id)).toEqual([spare[1]])
})

test('the others of a cancelled set form another full set at once with one that waited', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000005', 4)
  const [first = 0, ...others] = ids
  await app.maker.call(responses.review, { body: { ...approved, ids } })
  await app.maker.call(responses.move, { params: { id: first }, body: back })
  const sets = await setsOf(app, survey.id)
  expect(sets.map(({ status, responses }) => [status, responses])).toEqual([
    ['CANCELLED', []],
    ['ELIGIBLE', others],
  ])
  expect(await waitingIn(app, survey.id)).toEqual([])
})

test('two responses of one set that go back together cancel it once', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000006', 3)
  await app.maker.call(responses.review, { body: { ...approved, ids } })
  const { data } = await app.maker.call(responses.review, { body: { ...back, ids: ids.slice(1) } })
  expect(data.succeeded).toBe(2)
  expect(await setsOf(app, survey.id)).toMatchObject([{ status: 'CANCELLED' }])
  const { rows } = await app.sql.owner.query(
    `select count(*)::int as n from audit where action = 'payments.cancel' and subject_id in (
         select id::text from payable where survey_id = $1)`,
    [survey.id],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('an approved set holds each of its responses fast', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000007', 3)
  await app.maker.call(responses.review, { body: { ...approved, ids } })
  const [set] = await setsOf(app, survey.id)
  await app.maker.call(payments.bulkInitiate, { body: [set?.id] })
  await app.approver.call(payments.bulkApprove, { body: [set?.id] })
  const params = { id: ids[2] ?? 0 }
  await expect(app.maker.call(responses.move, { params, body: back })).rejects.toMatchObject({
    code: 'RESPONSE_LOCKED',
  })
})

test('a set is let go and paid like any other payment', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000008', 3)
  await app.maker.call(responses.review, { body: { ...approved, ids } })
  const [set] = await setsOf(app, survey.id)
  await app.given.float({ amountMinor: 15_000 })
  await app.letGo([set?.id ?? 0])
  const { data } = await app.maker.call(payments.get, { params: { id: set?.id ?? 0 } })
  expect(data).toMatchObject({ kind: 'GROUPED', amount: '150.00', status: 'PROCESSING', responseIds: ids })
})

test('a new amount is that of sets that become full from then on', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000009', 6)
  await app.maker.call(responses.review, { body: { ...approved, ids: ids.slice(0, 5) } })
  await app.sql.owner.query('update survey set amount_minor = 7000 where id = $1', [survey.id])
  await app.maker.call(responses.review, { body: { ...approved, ids: ids.slice(5) } })
  expect((await setsOf(app, survey.id)).map(({ amountMinor }) => amountMinor)).toEqual([15_000, 21_000])
})

test('a pilot fills no set', async ({ app }) => {
  const survey = await app.given.survey({ ...grouped, status: 'PILOT' })
  const given = await app.given.responses(survey, 3, { phone: '+258860000010' })
  await app.maker.call(responses.review, { body: { ...approved, ids: given.map(({ id }) => id) } })
  expect(await setsOf(app, survey.id)).toEqual([])
})

test('a set above the highest amount is not approved, though one response is below it', async ({ app }) => {
  const { survey, ids } = await oneParticipant(app, '+258860000011', 1)
  await app.sql.owner.query('update survey set amount_minor = 4000000 where id = $1', [survey.id])
  const params = { id: ids[0] ?? 0 }
  await expect(app.maker.call(responses.move, { params, body: approved })).rejects.toMatchObject({
    code: 'AMOUNT_TOO_HIGH',
  })
})
