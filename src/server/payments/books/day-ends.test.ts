/** Day ends of a float: explained by the lines of statements, closed by a person, shut to what comes later. */
import { expect } from 'vitest'
import { books } from '#contract/books.ts'
import { floats } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import { statements } from '#contract/statements.ts'
import { answered, paidAs } from '../../test/ended-payments.ts'
import { test } from '../../test/with-payments.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const yesterday = day(1)

test('a day is closed once lines explain it, and takes no line any more', async ({ app }) => {
  const { given, maker, approver, as, sql } = app
  const currency = 'GHS'
  const ask = (body: object) => maker.call(floats.ask, { body: { day: yesterday, note: 'Slip', ...body } })
  const { data: topUp } = await ask({ into: { currency, amount: '100' }, reference: 'BANK-1' })
  await approver.call(floats.confirm, { params: { id: topUp.id } })
  const { ids } = await given.payments({ currency, amountMinor: 1000, count: 2 })
  await answered(app, ids, paidAs(1000, { currency }))
  // All of it happened yesterday.
  for (const change of [
    `alter table transfer disable trigger user; update transfer set at = at - interval '1 day' where currency = '${currency}';
       alter table transfer enable trigger user`,
    `alter table attempt disable trigger user; update attempt set requested_at = requested_at - interval '1 day', sent_at = sent_at - interval '1 day' where currency = '${currency}';
       alter table attempt enable trigger user`,
    `update account_day set day = day - 1 where account_id in (select id from account where currency = '${currency}')`,
  ])
    await sql.owner.query(change)
  const { list } = await maker.call(payments.transactions, { query: { currency, pageSize: 10 } })
  const id = (await maker.call(books.accounts)).list.find(({ name }) => name === `FLOAT:gsma:${currency}`)?.id ?? 0
  const params = { id, day: yesterday }
  const end = async () => (await maker.call(books.dayEnd, { params })).data
  const close = (person: typeof maker, body = {}) => person.call(books.closeDay, { params, body })

  expect(await end()).toMatchObject({
    ours: { amount: '80.00' },
    theirs: { amount: '0.00' },
    unexplained: { amount: '-80.00' },
    closed: null,
  })
  await expect(close(maker)).rejects.toMatchObject({ code: 'DAY_UNEXPLAINED' })

  const take = async (name: string, rows: string[]) => {
    const file = { name, bytes: Buffer.from(['Our reference,Receipt,Date,Amount,Details', ...rows].join('\n')) }
    const { data } = await maker.call(statements.sample, { query: { accountId: id }, file })
    return maker.call(statements.take, { body: { accountId: id, mapping: data.mapping, dryRun: false }, file })
  }
  const [one, two] = list
  const { data: report } = await take('day.csv', [
    `,BANK-1,${yesterday},100.00,Deposit`,
    `${one?.clientRef},R1,${yesterday},-10.00,Payout`,
    `${two?.clientRef},R2,${yesterday},-12.00,Payout`,
    `,R3,${yesterday},-0.50,Fee`,
  ])
  expect(await end()).toMatchObject({
    theirs: { amount: '77.50' },
    difference: { amount: '-2.50' },
    unexplained: { amount: '0.00' },
    open: [
      { word: 'AMOUNT_DIFFERS', count: 1 },
      { word: 'FEE', count: 1 },
    ],
  })
  const drawer = async (at: number) => (await maker.call(payments.get, { params: { id: ids[at] ?? 0 } })).data
  const differs = list.findIndex(({ clientRef }) => clientRef === two?.clientRef)
  const ofSecond = (await drawer(ids.indexOf(list[differs]?.paymentId ?? 0))).incidents
  expect(ofSecond).toMatchObject([
    { kind: 'STATEMENT_AMOUNT_DIFFERS', isOpen: true, rule: 'day.csv · 4', stated: { amount: '12.00' } },
  ])
  const proven = (await maker.call(payments.transactions, { query: { currency } })).list.map(
    ({ clientRef, reconciledAt }) => [clientRef, reconciledAt !== null],
  )
  expect(Object.fromEntries(proven)).toEqual({ [one?.clientRef ?? '']: true, [two?.clientRef ?? '']: false })

  // The fee waits for another person, and the difference is booked by two under the reference of its line.
  await expect(close(maker)).rejects.toMatchObject({ code: 'DAY_NOT_OVER' })
  const { statement } = await maker.call(statements.lines, { params: { id: report.id ?? 0 } })
  await approver.call(floats.confirm, { params: { id: statement.fundingId ?? 0 } })
  const { data: shortage } = await ask({ from: { currency, amount: '2' }, counter: 'SUSPENSE', reference: 'R2' })
  await approver.call(floats.confirm, { params: { id: shortage.id } })
  expect((await end()).open).toEqual([])
  expect((await drawer(ids.indexOf(list[differs]?.paymentId ?? 0))).incidents).toMatchObject([{ isOpen: false }])

  await expect(close(as(await given.admin({ permissions: ['payments.read'] })) as typeof maker)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(close(maker, { theirs: '77.51' })).rejects.toMatchObject({ code: 'DAY_UNEXPLAINED' })
  const { data: closed } = await close(maker, { theirs: '77.50' })
  expect(closed).toMatchObject({ closed: { by: { id: maker.id } } })

  await expect(take('late.csv', [`,R9,${yesterday},-1.00,Payout`])).rejects.toMatchObject({
    data: { problems: [{ row: 2, code: 'DAY_CLOSED' }] },
  })
  await expect(ask({ into: { currency, amount: '1' }, reference: 'LATE' })).rejects.toMatchObject({
    code: 'DAY_CLOSED',
  })
  // A file that overlaps is fine, as its lines of closed days are known.
  const { data: next } = await take('next.csv', [`,R3,${yesterday},-0.50,Fee`, `,R10,${day(0)},-1.00,Fee`])
  expect([next.rows, next.known]).toEqual([2, 1])
})
