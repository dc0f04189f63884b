/** Statements: opening, running and closing balance of an account, by line, by day and as a file. */
import { expect } from 'vitest'
import { books } from '#contract/books.ts'
import { floats } from '#contract/floats.ts'
import { answered, paidAs, refusedWith } from '../../test/ended-payments.ts'
import { test } from '../../test/with-payments.ts'

test("a float has its provider's lines, whole and by days, with what waits beside", async ({ app }) => {
  const { given, maker, approver, sql, as } = app
  const currency = 'GHS'
  await given.float({ currency, amountMinor: 10_000 })
  await sql.owner.query('alter table transfer disable trigger user')
  await sql.owner.query(`update transfer set at = at - interval '2 days' where currency = $1`, [currency])
  await sql.owner.query('alter table transfer enable trigger user')
  await sql.owner.query(
    `update account_day set day = day - 2 where account_id in (select id from account where currency = $1)`,
    [currency],
  )
  const { ids, surveyId } = await given.payments({ currency, amountMinor: 1000, count: 3 })
  const [paid = 0, failed = 0, waiting = 0] = ids
  await answered(app, [paid], paidAs(1000, { currency }))
  await answered(app, [failed], refusedWith('requestDeclined'))
  await app.letGo([waiting])
  const out = { from: { currency, amount: '20' }, reference: 'OUT-1', day: '2026-01-01', note: 'Back' }
  const { data: asked } = await maker.call(floats.ask, { body: out })
  await approver.call(floats.confirm, { params: { id: asked.id } })
  const accounts = (await maker.call(books.accounts)).list
  const float = accounts.find(({ name }) => name === `FLOAT:gsma:${currency}`)
  expect(float).toMatchObject({ balance: { amount: '60.00' }, pending: { amount: '10.00' } })
  const params = { id: float?.id ?? 0 }
  const all = await maker.call(books.statement, { params })
  expect(all).toMatchObject({ total: 3, opening: { amount: '0.00' }, closing: { amount: '70.00' } })
  expect(all.list.map((line) => [line.kind, line.in?.amount, line.out?.amount, line.balance.amount])).toEqual([
    ['topup', '100.00', undefined, '100.00'],
    ['settle', undefined, '10.00', '90.00'],
    ['withdraw', undefined, '20.00', '70.00'],
  ])
  const payout = all.list[1]
  expect(payout).toMatchObject({ paymentId: paid, other: `SPENT:gsma:${currency}:${surveyId}` })
  expect(payout?.providerReference).toBe(`P-${payout?.reference}`)
  const stranger = as(await given.admin({ permissions: ['payments.read'] }))
  const hidden = { paymentId: null, reference: null, providerReference: null, other: 'SPENT' }
  expect((await stranger.call(books.statement, { params })).list[1]).toMatchObject(hidden)
  const from = new Date().toISOString().slice(0, 10)
  const today = await maker.call(books.statement, { params, query: { from, page: 2, pageSize: 1 } })
  expect(today).toMatchObject({
    total: 2,
    opening: { amount: '100.00' },
    list: [{ kind: 'withdraw', reference: 'OUT-1', balance: { amount: '70.00' } }],
  })
  const days = await maker.call(books.days, { params })
  expect(days.list.map((day) => [day.opening.amount, day.in.amount, day.out.amount, day.closing.amount])).toEqual([
    ['100.00', '0.00', '30.00', '70.00'],
    ['0.00', '100.00', '0.00', '100.00'],
  ])
  const { bytes } = await maker.raw(books.file, { params })
  const lines = bytes.toString('utf8').trim().split(/\r?\n/)
  expect([lines.length, lines[1], lines.at(-1)]).toEqual([
    6,
    expect.stringContaining('0.00'),
    expect.stringContaining('70.00'),
  ])
})

test('the pages of a statement go on where the page before ended, over days', async ({ given, maker, sql }) => {
  const currency = 'ZMW'
  for (const amountMinor of [100, 200, 300, 400, 500]) await given.float({ currency, amountMinor })
  const ofFloat = `debit_account = (select id from account where name = 'FLOAT:gsma:ZMW')`
  await sql.owner.query('alter table transfer disable trigger user')
  await sql.owner.query(`update transfer set at = at - interval '3 days' where ${ofFloat} and amount_minor < 300`)
  await sql.owner.query('alter table transfer enable trigger user')
  await sql.owner.query(`delete from account_day where account_id in (select id from account where currency = $1)`, [
    currency,
  ])
  await sql.owner.query(
    `insert into account_day select id, (at at time zone 'UTC')::date, sum(debit), sum(credit), sum(sign(debit)), sum(sign(credit))
       from (select debit_account as id, at, amount_minor as debit, 0 as credit from transfer where currency = $1
         union all select credit_account, at, 0, amount_minor from transfer where currency = $1) side group by 1, 2`,
    [currency],
  )
  const { rows } = await sql.owner.query<{ id: number }>(`select id from account where name = 'FLOAT:gsma:ZMW'`)
  const params = { id: rows[0]?.id ?? 0 }
  const balances: string[] = []
  for (const page of [1, 2, 3, 4]) {
    const { list, total } = await maker.call(books.statement, { params, query: { page, pageSize: 2 } })
    expect(total).toBe(5)
    balances.push(...list.map(({ balance }) => balance.amount))
  }
  expect(balances).toEqual(['1.00', '3.00', '6.00', '10.00', '15.00'])
})

test('the account of a survey is open to those who see the survey alone', async ({ given, maker, as, sql }) => {
  const { surveyId } = await given.payments()
  const { rows } = await sql.owner.query<{ id: number }>(
    `insert into account (kind, provider, currency, survey_id) values ('SPENT', 'gsma', 'MZN', $1) returning id`,
    [surveyId],
  )
  const id = rows[0]?.id ?? 0
  expect((await maker.call(books.accounts)).list.map((account) => account.id)).toContain(id)
  const stranger = as(await given.admin({ permissions: ['payments.read'] }))
  expect((await stranger.call(books.accounts)).list.map((account) => account.id)).not.toContain(id)
  for (const endpoint of [books.statement, books.days, books.file])
    await expect(stranger.call(endpoint, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
