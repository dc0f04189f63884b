/** The desk: what is wrong with money is one list, which its causes write and empty. */
import { expect } from 'vitest'
import { bell } from '#contract/bell.ts'
import { desk } from '#contract/desk.ts'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import type { Caller } from '../../test/caller.ts'
import { answered, bookSecond, paidAs, refusedWith, workerOf } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const price = 50_000

async function one({ given }: PaymentsApp): Promise<number> {
  await given.float({ amountMinor: 2 * price })
  return (await given.payments({ count: 1 })).ids[0] ?? 0
}

const rows = async (caller: Caller, query: Record<string, string> = {}) =>
  (await caller.call(desk.list, { query: { pageSize: 100, ...query } })).list

const kinds = async (caller: Caller, query = {}) => (await rows(caller, query)).map(({ kind }) => kind)

/** How many rows the bell counts for this person. */
const rings = async (caller: Caller) =>
  (await caller.call(bell.get)).data.entries.find((entry) => entry.kind === 'desk')?.n ?? 0

/** Paid by the provider after it had said that it failed. */
async function paidLate(app: PaymentsApp): Promise<number> {
  const id = await one(app)
  await answered(app, [id], refusedWith('requestDeclined'))
  await app.sql.owner.query(`update attempt set next_at = now() where payable_id = $1`, [id])
  await workerOf(app, { status: paidAs(price) }).lookBack()
  return id
}

test('A payment paid otherwise is on the desk until two people settle it', async ({ app }) => {
  const { approver, authorizer, maker } = app
  const id = await one(app)
  const paymentId = String(id)
  expect(await kinds(maker, { paymentId })).toEqual([])
  await answered(app, [id], paidAs(2 * price))
  const [row] = await rows(approver, { paymentId })
  expect(row).toMatchObject({ kind: 'MISMATCH', paymentId: id, amount: '1000.00', next: 'RESOLVE', owner: null })
  const closing = { body: { kind: 'MISMATCH', key: row?.key ?? '', reason: 'I looked.' } } as const
  await expect(approver.call(desk.close, closing)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  const body = { outcome: 'PAID', evidence: 'Their letter.' } as const
  await approver.call(ways.resolve, { params: { id }, body })
  expect(await kinds(approver, { paymentId })).toEqual(['MISMATCH'])
  await authorizer.call(ways.resolve, { params: { id }, body })
  expect(await kinds(approver, { paymentId })).toEqual([])
  expect(await kinds(approver, { state: 'CLOSED', paymentId })).toEqual([])
})

test('A person gives a row to another, and the bell rings for its owner alone', async ({ app }) => {
  const { approver, authorizer, maker, given, as } = app
  const paymentId = String(await paidLate(app))
  const [{ kind, key } = { kind: 'BOOKS' as const, key: '' }] = await rows(approver, { paymentId })
  expect(kind).toBe('PAID_LATE')
  const before = await rings(approver)
  expect([before, await rings(maker)]).toEqual([before, before])
  const taken = await approver.call(desk.give, { body: { kind, key, ownerId: authorizer.id } })
  expect(taken.data.owner).toMatchObject({ id: authorizer.id })
  expect([await rings(approver), await rings(authorizer)]).toEqual([before - 1, before])
  expect(await kinds(approver, { paymentId, ownerId: String(authorizer.id) })).toEqual(['PAID_LATE'])
  expect(await kinds(approver, { paymentId, ownerId: '~' })).toEqual([])
  const reader = await given.admin({ permissions: ['payments.read', 'surveys.all'] })
  await expect(approver.call(desk.give, { body: { kind, key, ownerId: reader.id } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'ownerId', code: 'UNKNOWN_REFERENCE' }],
  })
  await expect(approver.call(desk.give, { body: { kind, key: '999', ownerId: null } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  // Of a survey that the reader does not see, nothing is on their desk.
  expect(await kinds(as(await given.admin({ permissions: ['payments.read'] })))).toEqual([])
  const closed = await maker.call(desk.close, { body: { kind, key, reason: 'It is booked.' } })
  expect(closed.data.closings).toMatchObject([{ id: maker.id, reason: 'It is booked.' }])
  expect([await kinds(approver, { paymentId }), await kinds(approver, { state: 'CLOSED', paymentId })]).toEqual([
    [],
    ['PAID_LATE'],
  ])
  expect(await rings(authorizer)).toBe(before - 1)
  const { data } = await approver.call(desk.export, { body: { format: 'CSV', filter: { state: 'CLOSED' } } })
  expect(data.jobId).toBeGreaterThan(0)
})

/** Paid by a second try, and by the first one after all. */
async function paidTwice(app: PaymentsApp): Promise<number> {
  const id = await one(app)
  await answered(app, [id], refusedWith('requestDeclined'))
  await app.maker.call(ways.retry, { params: { id }, body: {} })
  await app.authorizer.call(payments.bulkAuthorize, { body: [id] })
  const pay = workerOf(app, { send: paidAs(price), status: { kind: 'FAILED_DEFINITE', code: 'requestDeclined' } })
  await pay.claim()
  await pay.idle()
  await app.sql.owner.query(`update attempt set next_at = now() where state = 'FAILED' and payable_id = $1`, [id])
  await workerOf(app, { status: paidAs(price) }).lookBack()
  return id
}

test('Money paid twice leaves the desk when two people book it or give up on it', async ({ app }) => {
  const { maker, approver, authorizer } = app
  const booked = await paidTwice(app)
  expect(await kinds(approver, { paymentId: String(booked) })).toEqual(['PAID_TWICE'])
  await bookSecond(app, booked, [maker, approver])
  expect(await kinds(approver, { paymentId: String(booked) })).toEqual([])
  const paymentId = String(await paidTwice(app))
  const [row] = await rows(approver, { paymentId })
  expect(row).toMatchObject({ kind: 'PAID_TWICE', next: 'BOOK', people: 2, amount: '500.00' })
  expect(row?.details).toMatchObject({ change: -price, reference: expect.any(String) as string })
  const closing = { body: { kind: 'PAID_TWICE', key: row?.key ?? '', reason: 'It never comes back.' } } as const
  await approver.call(desk.close, closing)
  await expect(approver.call(desk.close, closing)).rejects.toMatchObject({ code: 'OWN_FINDING' })
  expect(await kinds(approver, { paymentId })).toEqual(['PAID_TWICE'])
  const [first, second] = await Promise.allSettled([
    authorizer.call(desk.close, closing),
    maker.call(desk.close, closing),
  ])
  expect([first?.status, second?.status]).toContain('fulfilled')
  expect(await kinds(approver, { paymentId })).toEqual([])
})

test('A stop, a low float and a broken rule of the books leave the desk when they end', async ({ app }) => {
  const { given, maker, approver, sql } = app
  const { ids } = await given.payments({ count: 3, currency: 'KES' })
  await maker.call(payments.bulkInitiate, { body: { ids } })
  await sql.owner.query(`insert into payment_stop (provider, kind, reason) values ('gsma', 'TROUBLE', 'FLOAT_SHORT')`)
  await sql.owner.query(`insert into books_check (milliseconds, broken) values (1, '[{"rule": "I4 x", "rows": []}]')`)
  const causes = { kind: 'BOOKS,STOPPED,FLOAT_LOW' }
  const found = await rows(approver, causes)
  expect(found.map(({ kind, amount, next }) => [kind, amount, next])).toEqual([
    ['BOOKS', null, 'READ_BOOKS'],
    ['STOPPED', null, 'GO_ON'],
    ['FLOAT_LOW', '1500.00', 'FUND'],
  ])
  expect(await kinds(approver, { sort: '-amount', kind: 'FLOAT_LOW,STOPPED' })).toEqual(['FLOAT_LOW', 'STOPPED'])
  await given.float({ currency: 'KES', amountMinor: 3 * price })
  await sql.owner.query(`update payment_stop set ended_at = now()`)
  await sql.owner.query(`insert into books_check (milliseconds, broken) values (1, '[]')`)
  expect(await kinds(approver, causes)).toEqual([])
})
