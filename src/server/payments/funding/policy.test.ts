/** Limits, second approvals and budgets: what the server refuses, and what the database refuses by itself. */
import { expect } from 'vitest'
import { limitChanges, paymentPolicy, surveyBudget } from '#contract/payment-policy.ts'
import { paymentSelections } from '#contract/payment-runs.ts'
import { payments } from '#contract/payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

type LimitInput = { kind: string; currency: string; amount: string; role?: string | null }

const administrator = async ({ given, as }: PaymentsApp) => as(await given.admin({ role: 'ADMINISTRATOR' }))

/** In a currency of its own, as one policy is for the whole house. A second person confirms what has to wait. */
async function setLimits(app: PaymentsApp, limits: LimitInput[]) {
  const [admin, second] = [await administrator(app), await administrator(app)]
  const { data } = await admin.call(paymentPolicy.get)
  const body = { version: data.version, limits: limits as never, reason: 'Test' }
  const asked = (await admin.call(paymentPolicy.set, { body })).data
  for (const { id } of asked.waiting) await second.call(limitChanges.confirm, { params: { id } })
  return { admin, before: data, after: (await admin.call(paymentPolicy.get)).data }
}

const codes = ({ data }: { data: { results: { code: string }[] } }) => data.results.map(({ code }) => code)

test('each version of the limits is kept with its maker; an old one overwrites none', async ({ app }) => {
  const limit = { kind: 'PAYMENT', currency: 'AOA', amount: '100.00' }
  const { admin, before, after } = await setLimits(app, [limit])
  expect(after).toMatchObject({ version: before.version + 1, limits: [{ kind: 'PAYMENT', amount: '100.00' }] })
  const body = { version: before.version, limits: [], reason: 'Late' }
  await expect(admin.call(paymentPolicy.set, { body })).rejects.toMatchObject({ code: 'STALE' })
  const { after: later } = await setLimits(app, [])
  expect(later.versions.slice(0, 2).map(({ limits, reason }) => [limits.length, reason])).toEqual([
    [0, 'Test'],
    [1, 'Test'],
  ])
  const wrong = [limit, limit, { ...limit, kind: 'PHONE_DAY', role: 'NOBODY', amount: '1.001' }]
  await expect(setLimits(app, wrong)).rejects.toMatchObject({
    errors: [
      { path: 'limits[1].kind', code: 'DUPLICATE' },
      { path: 'limits[2].amount', code: 'CURRENCY_DIGITS' },
      { path: 'limits[2].role', code: 'UNKNOWN_REFERENCE' },
      { path: 'limits[2].role', code: 'NOT_ALLOWED' },
    ],
  })
  await expect(app.maker.call(paymentPolicy.set, { body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('payments above a limit are refused by its code, each limit by itself', async ({ app }) => {
  const { given, sql, maker, approver, authorizer } = app
  const { surveyId } = await given.payments({ count: 0, currency: 'KES' })
  // Three to one phone.
  const { rows } = await sql.owner.query<{ id: number }>(
    `with made as (
         insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider, facts_hash)
         select 'MANUAL', 'MAN-LIMIT' || n, $1, '+258861110001', 5000, 'KES', 'gsma',
           signed_facts('+258861110001', 5000, 'KES', 'gsma', signed_entry(null, null, null, 'OTHER', null, null)) from generate_series(1, 3) n returning id
       )
       insert into manual_payment (payable_id, survey_id, reason) select id, $1, 'OTHER' from made returning payable_id as id`,
    [surveyId],
  )
  const ids = rows.map(({ id }) => id)
  await given.float({ currency: 'KES', amountMinor: 1_000_000 })
  await setLimits(app, [{ kind: 'PAYMENT', currency: 'KES', amount: '49.99' }])
  expect(codes(await maker.call(payments.bulkInitiate, { body: ids }))).toEqual(Array(3).fill('AMOUNT_LIMIT'))
  await setLimits(app, [{ kind: 'RUN', currency: 'KES', amount: '100' }])
  expect(codes(await maker.call(payments.bulkInitiate, { body: ids }))).toEqual(Array(3).fill('RUN_LIMIT'))
  await setLimits(app, [{ kind: 'ACTOR_DAY', currency: 'KES', amount: '100' }])
  expect(codes(await maker.call(payments.bulkInitiate, { body: ids.slice(0, 2) }))).toEqual(['OK', 'OK'])
  expect(codes(await maker.call(payments.bulkInitiate, { body: ids.slice(2) }))).toEqual(['DAY_LIMIT'])
  await setLimits(app, [{ kind: 'PHONE_DAY', currency: 'KES', amount: '100' }])
  await maker.call(payments.bulkInitiate, { body: ids.slice(2) })
  await approver.call(payments.bulkApprove, { body: ids })
  expect(codes(await authorizer.call(payments.bulkAuthorize, { body: ids }))).toEqual(Array(3).fill('PHONE_LIMIT'))
  expect(codes(await authorizer.call(payments.bulkAuthorize, { body: ids.slice(0, 2) }))).toEqual(['OK', 'OK'])
  expect(codes(await authorizer.call(payments.bulkAuthorize, { body: ids.slice(2) }))).toEqual(['PHONE_LIMIT'])
  await setLimits(app, [])
})

test('above an amount a second person approves, and SQL does not get around it', async ({ app }) => {
  const { given, as, sql, approver, authorizer, maker, stand } = app
  const status = { status: 'INITIATED', initiatedBy: maker.id } as const
  const { ids } = await given.payments({ currency: 'BWP', amountMinor: 5000, ...status })
  const [id = 0] = ids
  await setLimits(app, [{ kind: 'SECOND_APPROVAL', currency: 'BWP', amount: '49' }])
  const first = await approver.call(payments.bulkApprove, { body: ids })
  expect(first.data.results).toMatchObject([{ code: 'OK', to: 'INITIATED' }])
  expect(codes(await approver.call(payments.bulkApprove, { body: ids }))).toEqual(['APPROVAL_GIVEN'])
  expect(codes(await authorizer.call(payments.bulkAuthorize, { body: ids }))).toEqual(['ILLEGAL_TRANSITION'])
  const byHand = sql.app.query(`update payable set status = 'APPROVED' where id = $1`, [id])
  await expect(byHand).rejects.toMatchObject({ message: 'SECOND_APPROVAL_NEEDED' })
  const second = as(await given.admin())
  const { data } = await second.call(payments.get, { params: { id } })
  expect(data).toMatchObject({
    approvals: 2,
    status: 'INITIATED',
    steps: [{ level: 1 }, { step: 'approve', level: 1 }],
  })
  expect(codes(await second.call(payments.bulkApprove, { body: ids }))).toEqual(['OK'])
  expect(await stand(ids)).toMatchObject([{ status: 'APPROVED' }])
  await setLimits(app, [])
})

test('a survey pays to its budget’s last unit and no further, in parallel calls too', async ({ app }) => {
  const { given, maker, approver, authorizer } = app
  const people = { initiatedBy: maker.id, approvedBy: approver.id }
  const { ids, surveyId } = await given.payments({ count: 4, amountMinor: 1000, status: 'APPROVED', ...people })
  await given.float({ amountMinor: 100_000 })
  const params = { surveyId }
  const { data: none } = await maker.call(surveyBudget.get, { params })
  expect(none).toMatchObject({ budget: null, left: null, level: null, version: 0 })
  const set = { params, body: { amount: '30', version: 0 } }
  expect((await maker.call(surveyBudget.set, set)).data).toMatchObject({ left: { amount: '30.00' }, level: 'FINE' })
  await expect(maker.call(surveyBudget.set, set)).rejects.toMatchObject({ code: 'STALE' })
  expect(codes(await authorizer.call(payments.bulkAuthorize, { body: ids }))).toEqual(Array(4).fill('BUDGET_EXCEEDED'))
  const halves = [ids.slice(0, 2), ids.slice(2)].map((body) => authorizer.call(payments.bulkAuthorize, { body }))
  const answers = (await Promise.all(halves)).flatMap(codes).sort()
  expect(answers).toEqual(['BUDGET_EXCEEDED', 'BUDGET_EXCEEDED', 'OK', 'OK'])
  expect((await maker.call(surveyBudget.get, { params })).data).toMatchObject({
    held: { amount: '20.00' },
    used: { amount: '0.00' },
    left: { amount: '10.00' },
  })
})

test('a float need not cover payments that the budget of their survey refuses', async ({
  given,
  maker,
  authorizer,
}) => {
  const owed = { count: 2, amountMinor: 1000, currency: 'UGX', status: 'APPROVED' } as const
  const [low, free] = [await given.payments(owed), await given.payments(owed)]
  await maker.call(surveyBudget.set, { params: { surveyId: low.surveyId }, body: { amount: '500', version: 0 } })
  await given.float({ currency: 'UGX', amountMinor: 2000 })
  const answer = await authorizer.call(payments.bulkAuthorize, { body: [...low.ids, ...free.ids] })
  expect(codes(answer)).toEqual(['BUDGET_EXCEEDED', 'BUDGET_EXCEEDED', 'OK', 'OK'])
})

test('the people who may fund a float are named to those who may not', async ({ given, as }) => {
  const reader = as(await given.admin({ permissions: ['payments.read'] }))
  const asked = async () => (await reader.call(paymentPolicy.people, { query: { step: 'fund' } })).data
  const { people, peopleCount } = await asked()
  expect(people.length).toBe(Math.min(peopleCount, 5))
  await given.admin({ permissions: ['payments.fund'] })
  expect((await asked()).peopleCount).toBe(peopleCount + 1)
})

test('a payment says when no further person may take a step of it', async ({ given, maker, sql }) => {
  const { ids } = await given.payments({ status: 'INITIATED', initiatedBy: maker.id })
  const fresh = await given.payments()
  const detail = async () => (await maker.call(payments.get, { params: { id: ids[0] ?? 0 } })).data.nobodyFor
  expect(await detail()).toBeNull()
  const { rows } = await sql.owner.query<{ id: number }>(
    `update person set status = 'SUSPENDED' where id <> $1 and status = 'ACTIVE' and admin_type = 'ADMIN' returning id`,
    [maker.id],
  )
  expect(await detail()).toBe('approve')
  const chosen = (await maker.call(paymentSelections.make, { body: { step: 'initiate', ids: fresh.ids } })).data
  expect(chosen.next).toMatchObject([{ step: 'approve', peopleCount: 0, nobodyFor: 'approve' }])
  await sql.owner.query(`update person set status = 'ACTIVE' where id = any($1)`, [rows.map(({ id }) => id)])
  const { data } = await maker.call(paymentSelections.get, { params: { id: chosen.id } })
  expect(data.next).toMatchObject([{ step: 'approve', nobodyFor: null }])
})

test('a looser limit waits for a second administrator, a stricter one applies at once', async ({ app }) => {
  const { after } = await setLimits(app, [{ kind: 'RUN', currency: 'GHS', amount: '100' }])
  const [admin, second] = [await administrator(app), await administrator(app)]
  const set = async (amount: string, version: number) =>
    (
      await admin.call(paymentPolicy.set, {
        body: { version, limits: [{ kind: 'RUN', currency: 'GHS', amount }], reason: 'Test' },
      })
    ).data
  const lowered = await set('50', after.version)
  expect(lowered).toMatchObject({ version: after.version + 1, limits: [{ amount: '50.00' }], waiting: [] })
  const asked = await set('60', lowered.version)
  expect(asked).toMatchObject({ version: lowered.version, limits: [{ amount: '50.00' }] })
  const [change] = asked.waiting
  expect(change).toMatchObject({
    limits: [{ amount: '60.00' }],
    reason: 'Test',
    refusals: { confirm: 'FUNDING_OWN' },
  })
  const params = { id: change?.id ?? 0 }
  await expect(admin.call(limitChanges.confirm, { params })).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  const stranger = app.as(await app.given.admin({ permissions: ['payments.read', 'surveys.write'] }))
  await expect(stranger.call(limitChanges.confirm, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await second.call(limitChanges.confirm, { params })).data.status).toBe('CONFIRMED')
  await expect(second.call(limitChanges.confirm, { params })).rejects.toMatchObject({ code: 'FUNDING_DECIDED' })
  const { data } = await admin.call(paymentPolicy.get)
  expect(data).toMatchObject({ limits: [{ amount: '60.00' }], waiting: [] })
  expect(data.versions[0]?.confirmedBy).not.toBeNull()
  await setLimits(app, [])
})

test('a change that waits ends with the next one, and is not confirmed any more', async ({ app }) => {
  const { admin, after } = await setLimits(app, [{ kind: 'RUN', currency: 'GHS', amount: '100' }])
  const body = { version: after.version, limits: [], reason: 'Test' }
  const [change] = (await admin.call(paymentPolicy.set, { body })).data.waiting
  const less = { ...body, limits: [{ kind: 'RUN', currency: 'GHS', amount: '1' }] as never }
  expect((await admin.call(paymentPolicy.set, { body: less })).data.waiting).toEqual([])
  const second = await administrator(app)
  const params = { id: change?.id ?? 0 }
  await expect(second.call(limitChanges.confirm, { params })).rejects.toMatchObject({ code: 'FUNDING_DECIDED' })
  const [again] = (await admin.call(paymentPolicy.set, { body: { ...body, version: after.version + 1 } })).data.waiting
  const refused = await second.call(limitChanges.refuse, { params: { id: again?.id ?? 0 } })
  expect(refused.data.status).toBe('REFUSED')
  expect((await second.call(paymentPolicy.get)).data).toMatchObject({ limits: [{ amount: '1.00' }], waiting: [] })
  await setLimits(app, [])
})

test('two managers of a survey raise or remove its budget; one of them lowers it', async ({ app }) => {
  const { given, as, maker, approver } = app
  const { surveyId } = await given.payments()
  const params = { surveyId }
  const set = async (amount: string | null, version: number) =>
    (await maker.call(surveyBudget.set, { params, body: { amount, version } })).data
  await set('30', 0)
  expect(await set('20', 1)).toMatchObject({ budget: { amount: '20.00' }, version: 2, waiting: null })
  const raised = await set('40', 2)
  expect(raised).toMatchObject({ budget: { amount: '20.00' }, waiting: { budget: { amount: '40.00' } } })
  const confirm = { params: { id: raised.waiting?.id ?? 0 } }
  await expect(maker.call(limitChanges.confirm, confirm)).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  const outsider = as(await given.admin({ permissions: ['surveys.write'] }))
  await expect(outsider.call(limitChanges.confirm, confirm)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await approver.call(limitChanges.confirm, confirm)
  expect((await maker.call(surveyBudget.get, { params })).data).toMatchObject({
    budget: { amount: '40.00' },
    version: 3,
    waiting: null,
  })
  const removal = await set(null, 3)
  await approver.call(limitChanges.confirm, { params: { id: removal.waiting?.id ?? 0 } })
  expect((await maker.call(surveyBudget.get, { params })).data).toMatchObject({ budget: null, version: 4 })
  expect(await set('1', 4)).toMatchObject({ budget: { amount: '1.00' }, version: 5 })
})
