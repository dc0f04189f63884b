/** A payment tells what the provider's answers and the checks of the books found about it. */
import { expect } from 'vitest'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { answered, bookSecond, paidAs, refusedWith, workerOf } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const price = 50_000

async function one({ given }: PaymentsApp): Promise<number> {
  const { ids } = await given.payments()
  await given.float({ amountMinor: 2 * price })
  return ids[0] ?? 0
}

async function foundAbout({ maker }: PaymentsApp, id: number) {
  return (await maker.call(payments.get, { params: { id } })).data.incidents
}

test('a payment as ordered tells of nothing', async ({ app }) => {
  const id = await one(app)
  await answered(app, [id], paidAs(price))
  expect(await foundAbout(app, id)).toEqual([])
})

test('a mismatch tells what the provider states, and is settled by two people', async ({ app }) => {
  const id = await one(app)
  await answered(app, [id], paidAs(price * 10, { msisdn: '+258841230009' }))
  const stated = { amount: '5000.00', currency: 'MZN', phone: '+258841230009' }
  expect(await foundAbout(app, id)).toMatchObject([{ kind: 'MISMATCH', stated, isOpen: true }])
  const body = { outcome: 'PAID', evidence: 'Their statement has 500.00.' }
  for (const who of [app.approver, app.authorizer]) await who.call(ways.resolve, { params: { id }, body })
  expect(await foundAbout(app, id)).toMatchObject([{ kind: 'MISMATCH', isOpen: false }])
  const reader = app.as(await app.given.admin({ permissions: ['payments.read', 'surveys.all'] }))
  const { incidents } = (await reader.call(payments.get, { params: { id } })).data
  expect(incidents[0]?.stated?.phone).toMatch(/^\+258•+09$/)
})

test('an outcome that the provider does not tell for a day is found', async ({ app }) => {
  const id = await one(app)
  await answered(app, [id], { kind: 'UNKNOWN', reason: 'TIMEOUT' })
  expect(await foundAbout(app, id)).toEqual([])
  await app.sql.owner.query(`update attempt set sent_at = now() - interval '25 hours' where payable_id = $1`, [id])
  expect(await foundAbout(app, id)).toMatchObject([{ kind: 'UNCLEAR', attemptNo: 1, isOpen: true }])
})

test('money paid late, paid twice and brought back is told, the latest first', async ({ app }) => {
  const { maker, approver, authorizer } = app
  const [late, twice] = [await one(app), await one(app)]
  await answered(app, [late, twice], refusedWith('requestDeclined'))
  await maker.call(ways.retry, { params: { id: twice }, body: {} })
  await authorizer.call(payments.bulkAuthorize, { body: [twice] })
  const pay = workerOf(app, { send: paidAs(price), status: { kind: 'FAILED_DEFINITE', code: 'requestDeclined' } })
  await pay.claim()
  await pay.idle()
  await app.sql.owner.query(`update attempt set next_at = now() where state = 'FAILED' and payable_id = any($1)`, [
    [late, twice],
  ])
  await workerOf(app, { status: paidAs(price) }).lookBack()
  expect(await foundAbout(app, late)).toMatchObject([{ kind: 'PAID_LATE', attemptNo: 1, isOpen: false }])
  expect(await foundAbout(app, twice)).toMatchObject([{ kind: 'PAID_TWICE', attemptNo: 1, isOpen: true }])
  const body = { evidence: 'The provider took it back.' }
  await approver.call(ways.reverse, { params: { id: late }, body })
  await authorizer.call(ways.confirmReverse, { params: { id: late }, body: { ...body, outcome: 'RECOVERED' } })
  expect((await foundAbout(app, late)).map(({ kind }) => kind)).toEqual(['REVERSED', 'PAID_LATE'])
  await bookSecond(app, twice, [maker, approver])
  expect(await foundAbout(app, twice)).toMatchObject([{ kind: 'PAID_TWICE', attemptNo: 1, isOpen: false }])
})

test('a payment that breaks a rule of the books names it until a later check is clean', async ({ app }) => {
  const [id, other] = [await one(app), await one(app)]
  const rule = 'I5 the money of a payable is where its status says'
  const check = (broken: object[]) =>
    app.sql.owner.query('insert into books_check (milliseconds, broken) values (1, $1)', [JSON.stringify(broken)])
  await check([{ rule, rows: [{ id, status: 'ELIGIBLE' }] }])
  expect(await foundAbout(app, id)).toMatchObject([{ kind: 'BOOKS', rule, attemptNo: null, isOpen: true }])
  expect(await foundAbout(app, other)).toEqual([])
  await check([])
  expect(await foundAbout(app, id)).toEqual([])
})

test('a reference that paid one payment pays no other: people look at the second', async ({ app }) => {
  const [first, second, failed] = [await one(app), await one(app), await one(app)]
  const same = paidAs(price, { providerRef: 'SAME' })
  await answered(app, [first], same)
  await answered(app, [second], same)
  await answered(app, [failed], refusedWith('requestDeclined'))
  await app.sql.owner.query(`update attempt set next_at = now() where payable_id = $1`, [failed])
  await workerOf(app, { status: same }).lookBack()
  expect(await app.stand([first, second, failed])).toMatchObject([
    { status: 'SUCCESSFUL' },
    { status: 'PROCESSING' },
    { status: 'FAILED' },
  ])
  const { data } = await app.maker.call(payments.get, { params: { id: second } })
  expect(data.reason).toBe('MISMATCH')
  const body = { outcome: 'NOT_PAID', evidence: 'Their statement has one payment.' }
  for (const who of [app.approver, app.authorizer]) await who.call(ways.resolve, { params: { id: second }, body })
  expect(await app.stand([second])).toMatchObject([{ status: 'FAILED' }])
})
