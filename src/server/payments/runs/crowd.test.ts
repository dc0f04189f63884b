/** Many steps at the same moment, by real commits on several connections. */
import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import { paymentPolicy } from '#contract/payment-policy.ts'
import { paymentSelections } from '#contract/payment-runs.ts'
import { payments } from '#contract/payments.ts'
import type { Refused } from '../../test/caller.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { chunkSize } from './selection-store.ts'

const approval = `insert into step (payable_id, round, step, actor_id, role, facts_hash)
  select p.id, p.round, 'approve', $2, (select r.role from person a join role r on r.id = a.role_id where a.id = $2), p.facts_hash
  from payable p where p.id = $1`

/** While an approval by SQL is under way; it is taken back afterwards. */
async function whileApproving(
  { sql }: PaymentsApp,
  [id, actorId]: readonly [id: number, actorId: number],
  work: (under: PoolClient) => Promise<void>,
): Promise<void> {
  const under = await sql.app.connect()
  try {
    await under.query('begin')
    await under.query(approval, [id, actorId])
    await work(under)
  } finally {
    await under.query('rollback')
    under.release()
  }
}

test('a step of a person does not wait for another step of the same person', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2, status: 'INITIATED' })
  const [first = 0, second = 0] = ids
  await whileApproving(app, [first, app.approver.id], async () => {
    await app.approver.call(payments.setStatus, { params: { surveyId: second }, body: { status: 'APPROVED' } })
  })
  expect(await app.stand(ids)).toMatchObject([{ status: 'INITIATED' }, { status: 'APPROVED' }])
})

test('under a limit of the day, two steps of a person at once count each other', async ({ app }) => {
  const { given, approver, as, sql } = app
  const currency = 'KES'
  const { ids } = await given.payments({ count: 2, status: 'INITIATED', currency, amountMinor: 6000 })
  const [first = 0, second = 0] = ids
  const admin = as(await given.admin({ permissions: ['roles.grantPayments', 'payments.read'] }))
  const limits = [{ kind: 'ACTOR_DAY' as const, currency, amount: '100' }]
  await admin.call(paymentPolicy.set, { body: { version: 0, reason: 'Test', limits } })
  await whileApproving(app, [first, approver.id], async (under) => {
    const after = sql.app.query(approval, [second, approver.id]).catch((error: unknown) => error)
    await untilWaiting(sql)
    await under.query('commit')
    expect(await after).toMatchObject({ message: 'DAY_LIMIT' })
  })
  await admin.call(paymentPolicy.set, { body: { version: 1, reason: 'Test', limits: [] } })
})

test('a run that waits for one payment keeps no person from another one', async ({
  given,
  maker,
  authorizer,
  sql,
  stand,
}) => {
  const { ids } = await given.payments({ count: chunkSize + 2, status: 'APPROVED', amountMinor: 100 })
  await given.float({ amountMinor: ids.length * 100 })
  const [held = 0, free = 0] = ids.slice(-2)
  const chosen = await maker.call(paymentSelections.make, { body: { step: 'authorize', ids } })
  const other = await sql.owner.connect()
  await other.query('begin')
  await other.query('select from payable where id = $1 for no key update', [held])
  const run = maker.call(paymentSelections.start, { params: { id: chosen.data.id }, body: {} })
  await untilWaiting(sql)
  const single = { params: { surveyId: free }, body: { status: 'PROCESSING' as const } }
  await authorizer.call(payments.setStatus, single)
  await other.query('commit')
  other.release()
  expect((await run).data).toMatchObject({ succeeded: chunkSize + 1, skipped: 1, failed: 0 })
  expect((await stand([held, free])).map(({ status }) => status)).toEqual(['PROCESSING', 'PROCESSING'])
})

test('runs and single authorizations of the same payments at once are all answered', async ({
  given,
  maker,
  authorizer,
  sql,
}) => {
  const { ids } = await given.payments({ count: 2 * chunkSize, status: 'APPROVED', amountMinor: 100 })
  await given.float({ amountMinor: ids.length * 100 })
  const chosen = await Promise.all(
    [maker, authorizer].map((person) => person.call(paymentSelections.make, { body: { step: 'authorize', ids } })),
  )
  const singles = ids.filter((_, n) => n % 40 === 0).toReversed()
  const ends = await Promise.allSettled([
    ...chosen.map(({ data: { id } }, n) =>
      (n === 0 ? maker : authorizer).call(paymentSelections.start, { params: { id }, body: {} }),
    ),
    ...singles.map((surveyId) =>
      authorizer.call(payments.setStatus, { params: { surveyId }, body: { status: 'PROCESSING' } }),
    ),
  ])
  const codes = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Refused).code] : []))
  expect(codes.filter((code) => code !== 'ALREADY_DONE')).toEqual([])
  const { rows } = await sql.owner.query(
    `select count(*)::int as attempts, count(distinct payable_id)::int as paid from attempt where payable_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([{ attempts: ids.length, paid: ids.length }])
})
