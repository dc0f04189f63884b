/** The month for the donor: it agrees with the books, and what was owed has its age. */
import { expect } from 'vitest'
import { books, type MonthOverview } from '#contract/books.ts'
import { floats } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import { surveys } from '#contract/surveys.ts'
import { minorOf, sumOf } from '#domain/money/money.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import { answered, paidAs } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const monthOf = (ago: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
}

/** All of a currency happened so many days earlier. */
async function putBack({ sql }: PaymentsApp, currency: string, days: number) {
  for (const change of [
    `alter table transfer disable trigger user; update transfer set at = at - interval '${days} days' where currency = '${currency}';
     alter table transfer enable trigger user`,
    `update account_day set day = day - ${days} where account_id in (select id from account where currency = '${currency}')`,
    `alter table payable disable trigger user; update payable set created_at = created_at - interval '${days} days',
       updated_at = updated_at - interval '${days} days' where currency = '${currency}'; alter table payable enable trigger user`,
    `update payable_day set day = day - ${days} where currency = '${currency}'`,
  ])
    await sql.owner.query(change)
}

const of = (currency: string, { floats: all, lines }: MonthOverview) => ({
  float: all.find((each) => each.currency === currency),
  lines: lines.filter((each) => each.currency === currency),
})

test('floats, surveys and codes agree with the books in each month', async ({ app }) => {
  const { given, maker, approver, as } = app
  const currency = 'GHS'
  const month = async (ago: number, person: typeof maker = maker) =>
    of(currency, (await person.call(books.month, { params: { month: monthOf(ago) } })).data)
  const fund = async (body: object) => {
    const day = new Date().toISOString().slice(0, 10)
    const { data } = await maker.call(floats.ask, { body: { day, note: 'Slip', ...body } })
    await approver.call(floats.confirm, { params: { id: data.id } })
  }
  await given.float({ currency, amountMinor: 100_000 })
  const first = await given.payments({ currency, amountMinor: 1000, count: 3 })
  await maker.call(surveys.update, { params: { id: first.surveyId }, body: { costCode: 'EU-17' } })
  await answered(app, first.ids.slice(0, 2), paidAs(1000, { currency }))
  await fund({ from: { currency, amount: '0.31' }, counter: 'FEES', reference: 'FEE-1' })
  await putBack(app, currency, 70)
  const second = await given.payments({ currency, amountMinor: 2000, count: 2 })
  await answered(app, second.ids.slice(0, 1), paidAs(2000, { currency }))
  await answered(app, first.ids.slice(2), paidAs(1000, { currency }))
  await fund({ from: { currency, amount: '0.10' }, counter: 'FEES', reference: 'FEE-2' })
  await fund({ from: { currency, amount: '3' }, counter: 'SUSPENSE', reference: 'LOST-1' })

  const now = await month(0)
  expect(now.float).toMatchObject({
    opening: { amount: '979.69' },
    funded: { amount: '0.00' },
    paid: { amount: '30.00' },
    fees: { amount: '0.10' },
    unexplained: { amount: '3.00' },
    closing: { amount: '946.59' },
  })
  const shown = now.lines.map((line) => [
    line.costCode,
    line.paid.amount,
    line.fees.amount,
    line.spent.amount,
    line.owed.amount,
  ])
  expect(shown).toEqual([
    ['EU-17', '10.00', '0.03', '30.00', '0.00'],
    [null, '20.00', '0.07', '20.00', '20.00'],
  ])
  // Before the last payment of the first survey was paid, it was owed: the age is that of the month's end.
  const then = await month(1)
  expect(then.float).toMatchObject({ opening: { amount: '979.69' }, closing: { amount: '979.69' } })
  expect(then.lines.map(({ owed, spent }) => [owed.amount, spent.amount])).toEqual([['10.00', '20.00']])
  expect(then.lines[0]?.ages.map(({ amount }) => amount)).toEqual(['0.00', '0.00', '10.00', '0.00'])

  // What the books hold now is where the month ends.
  const { list } = await maker.call(books.accounts)
  const held = list.find(({ name }) => name === `FLOAT:gsma:${currency}`)
  expect(minorOf(held?.balance ?? { amount: '', currency }) + minorOf(held?.pending ?? { amount: '', currency })).toBe(
    minorOf(now.float?.closing ?? { amount: '', currency }),
  )
  for (const ago of [0, 1, 2, 3]) {
    const { float, lines } = await month(ago)
    for (const name of ['paid', 'fees'] as const)
      expect(sumOf(lines.map((line) => minorOf(line[name])))).toBe(float ? minorOf(float[name]) : 0n)
  }
  const query = { currency, status: 'ELIGIBLE,INITIATED,APPROVED,PROCESSING,FAILED' }
  const { amounts } = await maker.call(payments.list, { query })
  expect(amounts.ELIGIBLE[0]?.amount).toBe('20.00')

  // A reader without these surveys sees what the floats say, and no debts.
  const stranger = as(await given.admin({ permissions: ['payments.read'] }))
  const seen = await month(0, stranger as typeof maker)
  expect(seen.lines).toMatchObject([
    { survey: null, paid: { amount: '30.00' }, owed: { amount: '0.00' }, budget: null },
  ])

  const { bytes } = await maker.raw(books.monthFile, { params: { month: monthOf(0) }, query: { lang: 'en' } })
  const read = await readWorkbook(bytes, 'ALL', { rows: 100, columns: 20 })
  const sheets = 'workbook' in read ? [...read.workbook.sheets] : []
  expect(sheets.map(([name]) => name)).toEqual(['Floats', 'By grant or cost code', 'By survey'])
  expect(sheets[1]?.[1].slice(0, 2).map((row) => row.slice(0, 6))).toEqual([
    ['Grant or cost code', 'Currency', 'Budget', 'Paid', 'Of which cashing out', 'Fees'],
    ['EU-17', currency, null, 10, 0, 0.03],
  ])
})

test('a month that is none is refused with an example, and one before all is empty', async ({ maker }) => {
  const wrong = maker.call(books.month, { params: { month: '2026-13' } })
  await expect(wrong).rejects.toMatchObject({
    code: 'BAD_ID',
    errors: [{ path: 'month', code: 'FORMAT' }],
  })
  const { data } = await maker.call(books.month, { params: { month: '2001-01' } })
  expect([data.floats, data.lines, data.asOf]).toEqual([[], [], '2001-01-31'])
})
