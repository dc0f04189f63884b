/** What happens when people act at the same moment. */
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { test } from '../../test/with-payments.ts'

test('two approvers of the same 500 rows: each row is approved once', async ({ given, as, sql }) => {
  const { ids } = await given.payments({ count: 500, status: 'INITIATED' })
  const approvers = [as(await given.admin()), as(await given.admin()), as(await given.admin())]
  const orders = [ids, ids.toReversed(), ids]
  const results = await Promise.all(
    approvers.map((approver, index) => approver.call(payments.bulkApprove, { body: orders[index] })),
  )
  const sum = (of: 'succeeded' | 'skipped' | 'failed') => results.reduce((total, { data }) => total + data[of], 0)
  expect([sum('succeeded'), sum('skipped'), sum('failed')]).toEqual([500, 1000, 0])
  const { rows } = await sql.owner.query<{ steps: number; events: number }>(
    `select (select count(*)::int from step where step = 'approve' and payable_id = any($1)) as steps,
         (select sum(coalesce((after -> 'count')::int, 1))::int from audit where action = 'payments.approve') as events`,
    [ids],
  )
  expect(rows).toEqual([{ steps: 500, events: 500 }])
})

test('two authorizations in opposite order both pass, each payment is reserved once', async ({
  given,
  maker,
  authorizer,
  sql,
}) => {
  const { ids } = await given.payments({ count: 300, status: 'APPROVED' })
  await given.float({ amountMinor: 300 * 50_000 })
  const calls = [
    authorizer.call(payments.bulkAuthorize, { body: ids.slice(0, 200) }),
    maker.call(payments.bulkAuthorize, { body: ids.slice(100).toReversed() }),
    authorizer.call(payments.bulkAuthorize, { body: ids.toReversed() }),
  ]
  const results = await Promise.all(calls)
  const sum = (of: 'succeeded' | 'skipped' | 'failed') => results.reduce((total, { data }) => total + data[of], 0)
  expect([sum('succeeded'), sum('skipped'), sum('failed')]).toEqual([300, 400, 0])
  const { rows } = await sql.owner.query<{ n: number }>(
    `select count(*)::int as n from transfer where kind = 'reserve' and payable_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([{ n: 300 }])
})

test('two batches that drain one float at once never overdraw it', async ({ given, maker, authorizer }) => {
  const currency = 'MWK'
  const batches = [1, 2, 3].map(() => given.payments({ count: 50, currency, amountMinor: 100, status: 'APPROVED' }))
  const owed = await Promise.all(batches)
  await given.float({ currency, amountMinor: 2 * 5000 + 4999 })
  const authorize = ({ ids }: { ids: number[] }, index: number) =>
    (index === 0 ? maker : authorizer).call(payments.bulkAuthorize, { body: ids })
  const results = await Promise.all(owed.map(authorize))
  expect(results.map(({ data }) => data.succeeded).sort((a, b) => a - b)).toEqual([0, 50, 50])
})

test('one person who fires all three steps at once gets one of them at most', async ({ given, maker, sql }) => {
  const { ids } = await given.payments()
  const fire = [
    maker.call(payments.bulkInitiate, { body: ids }),
    maker.call(payments.bulkApprove, { body: ids }),
    maker.call(payments.bulkAuthorize, { body: ids }),
  ]
  await Promise.all([...fire, maker.call(payments.bulkApprove, { body: ids })])
  const { rows } = await sql.owner.query<{ step: string }>('select step from step where payable_id = $1', ids)
  expect(rows).toEqual([{ step: 'initiate' }])
})

test('an approval and a rejection at once: one is first, and the trail is lawful', async ({
  given,
  approver,
  authorizer,
  sql,
}) => {
  const { ids } = await given.payments({ count: 40, status: 'INITIATED' })
  const each = ids.flatMap((id) => [
    approver.call(payments.setStatus, { params: { surveyId: id }, body: { status: 'APPROVED' } }),
    authorizer.call(payments.setStatus, { params: { surveyId: id }, body: { status: 'REJECTED' } }),
  ])
  const outcomes = await Promise.allSettled(each)
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as object] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  const { rows } = await sql.owner.query<{ walk: string }>(
    `select string_agg(a.after->>'status', ' ' order by a.id) as walk from unnest($1::text[]) payment (id)
       join audit a on a.subject_type = 'payable' and a.after ? 'status'
         and (a.subject_id = payment.id or a.before -> 'ids' @> payment.id::jsonb) group by payment.id`,
    [ids],
  )
  const lawful = ['ELIGIBLE INITIATED APPROVED REJECTED', 'ELIGIBLE INITIATED REJECTED']
  expect(rows.filter(({ walk }) => !lawful.includes(walk))).toEqual([])
})
