/** A provider's statement from a file: each line explained, overlaps taken once, its fees one request. */
import { expect } from 'vitest'
import { books } from '#contract/books.ts'
import { desk } from '#contract/desk.ts'
import { floats } from '#contract/floats.ts'
import { statements, type StatementReport, type StatementSample } from '#contract/statements.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { answered, paidAs, refusedWith } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const head = 'Our reference;Receipt;Time;Amount;Details;Phone\n'

function csv(lines: readonly string[], name = 'wallet.csv') {
  return { name, bytes: Buffer.from(head + lines.map((line) => `${line}\n`).join('')) }
}

/** A float of a currency of its own with two paid payments, one that failed and one that the file does not have. */
async function givenFloat(app: PaymentsApp, currency: string) {
  const { given, maker, approver } = app
  const into = { currency, amount: '100' }
  const { data: topUp } = await maker.call(floats.ask, {
    body: { into, reference: `BANK-${currency}`, day: today(), note: 'Slip' },
  })
  await approver.call(floats.confirm, { params: { id: topUp.id } })
  const { ids } = await given.payments({ currency, amountMinor: 1000, count: 4 })
  const [one = 0, two = 0, failed = 0, silent = 0] = ids
  await answered(app, [one, two, silent], paidAs(1000, { currency }))
  await answered(app, [failed], refusedWith('requestDeclined'))
  const { list } = await maker.call(payments.transactions, { query: { currency, pageSize: 100 } })
  const refOf = (id: number) => list.find(({ paymentId }) => paymentId === id)?.clientRef ?? ''
  const accounts = (await maker.call(books.accounts)).list
  const accountId = accounts.find(({ name }) => name === `FLOAT:gsma:${currency}`)?.id ?? 0
  const sample = async (file: { name: string; bytes: Buffer }): Promise<StatementSample> =>
    (await maker.call(statements.sample, { query: { accountId, offsetMinutes: '0' }, file })).data
  const take = async (file: { name: string; bytes: Buffer }, dryRun = false): Promise<StatementReport> => {
    const { mapping } = await sample(file)
    return (await maker.call(statements.take, { body: { accountId, mapping, dryRun }, file })).data
  }
  return { accountId, one, two, failed, silent, refOf, take, sample }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
const time = () => new Date().toISOString().slice(0, 19).replace('T', ' ')
const later = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const counted = ({ groups }: StatementReport) => Object.fromEntries(groups.map(({ word, count }) => [word, count]))
const differences = ({ groups }: StatementReport) =>
  groups.reduce((all, { theirs, ours }) => all + (theirs.amountMinor ?? 0) - (ours.amountMinor ?? 0), 0)

test('each line of a statement has its word; fees are one request', async ({ app }) => {
  const { maker, approver, as, given, sql } = app
  const { accountId, one, two, failed, silent, refOf, take, sample } = await givenFloat(app, 'GHS')
  const file = csv([
    `;BANK-GHS;${today()} 00:00:00;100,00;Deposit;`,
    `${refOf(one).toUpperCase()};R1;${time()};-10,00;Payout;`,
    `;R1;${time()};-0,25;Payout fee;`,
    `;P-${refOf(two)};${time()};-12,50;Payout;`,
    `;P-${refOf(two)};${time()};-12,50;Payout;`,
    `${refOf(failed)};R4;${time()};-10,00;Payout;`,
    `;R9;${time()};-7,00;Payout;258850000000`,
    `;R8;${later()};-0,25;Monthly charge of fees;`,
  ])
  expect(await sample(file)).toMatchObject({
    delimiter: ';',
    isKept: false,
    mapping: { headingRow: 1, decimals: 'COMMA', columns: { ourRef: 'Our reference', providerRef: 'Receipt' } },
  })
  const dry = await take(file, true)
  const words = { MATCHED: 2, AMOUNT_DIFFERS: 2, DOUBLE: 1, MISSING_HERE: 1, MISSING_THERE: 1, FEE: 2 }
  expect(counted(dry)).toEqual(words)
  expect((await maker.call(statements.list, { query: { accountId } })).total).toBe(0)
  const done = await take(file)
  expect(counted(done)).toEqual(words)
  expect(done).toMatchObject({ rows: 8, known: 0, repeated: false })
  expect(
    done.lines
      .slice(0, 5)
      .map(({ word, row, theirs, ours, paymentId }) => [word, row, theirs.amount, ours.amount, paymentId]),
  ).toEqual([
    ['MISSING_HERE', 8, '-7.00', '0.00', null],
    ['AMOUNT_DIFFERS', 5, '-12.50', '-10.00', two],
    ['AMOUNT_DIFFERS', 7, '-10.00', '0.00', failed],
    ['DOUBLE', 6, '-12.50', '0.00', two],
    ['MISSING_THERE', null, '0.00', '-10.00', silent],
  ])
  // 100 in and 30 out here, 100 in and 52.50 out there: the groups explain the whole difference.
  const closing = (await maker.call(books.statement, { params: { id: accountId } })).closing.amountMinor ?? 0
  expect(differences(done)).toBe(10_000 - 5250 - closing)
  const again = await take(file)
  expect([again.repeated, again.id, counted(again)]).toEqual([true, done.id, words])
  const kept = await maker.call(statements.lines, { params: { id: done.id ?? 0 } })
  expect(kept).toMatchObject({ total: 9, statement: { file: { name: 'wallet.csv' }, rows: 8 } })
  const fee = { params: { id: kept.statement.fundingId ?? 0 } }
  expect((await maker.call(floats.get, fee)).data).toMatchObject({
    kind: 'FEE',
    status: 'ASKED',
    from: { amount: '0.50' },
  })
  await expect(maker.call(floats.confirm, fee)).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  await approver.call(floats.confirm, fee)
  const stranger = as(await given.admin({ permissions: ['payments.read'] }))
  const seen = (await stranger.call(statements.lines, { params: { id: done.id ?? 0 }, query: { word: 'MATCHED' } }))
    .list
  expect(seen.map(({ paymentId, ourRef, description }) => [paymentId, ourRef, description])).toEqual([
    [null, 'BANK-GHS', null],
    [null, null, null],
  ])
  await expect(stranger.call(statements.take, { body: {}, file })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { rows } = await sql.owner.query('select count(*)::int as n from statement_line')
  expect(rows[0].n).toBe(9)
})

test('files that overlap say together what one file says', async ({ app }) => {
  const { one, two, silent, refOf, take } = await givenFloat(app, 'KES')
  const lines = [
    `;BANK-KES;${today()} 00:00:00;100,00;Deposit;`,
    `${refOf(one)};R1;${today()} 00:00:01;-10,00;Payout;`,
    `${refOf(two)};;${today()} 00:00:01;-5,00;;`,
    `${refOf(two)};;${today()} 00:00:01;-5,00;;`,
    `${refOf(silent)};R3;${later()};-10,00;Payout;`,
  ]
  const early = await take(csv(lines.slice(0, 3), 'early.csv'))
  expect(counted(early)).toMatchObject({ MATCHED: 2, AMOUNT_DIFFERS: 1, MISSING_THERE: 0 })
  const late = await take(csv(lines.slice(1), 'late.csv'))
  expect([late.rows, late.known]).toEqual([4, 2])
  expect(counted(late)).toEqual({
    MATCHED: 1,
    AMOUNT_DIFFERS: 0,
    DOUBLE: 1,
    MISSING_HERE: 0,
    MISSING_THERE: 0,
    FEE: 0,
  })
})

test('money given back on a statement leads to its payment until two people book it', async ({ app }) => {
  const { approver, authorizer } = app
  const { take, one, two, refOf } = await givenFloat(app, 'MWK')
  await take(csv([`${refOf(one)};R9;${time()};10,00;Reversal;`, `${refOf(two)};R10;${time()};4,00;Reversal;`]))
  const onDesk = async () => {
    const { list } = await approver.call(desk.list, { query: { currency: 'MWK' } })
    return new Set(list.map(({ kind, paymentId, next }) => `${kind} ${paymentId} ${next}`))
  }
  const other = 'STATEMENT_MISSING_HERE null BOOK'
  expect(await onDesk()).toEqual(new Set([`STATEMENT_GIVEN_BACK ${one} RESOLVE`, other]))
  const params = { id: String(one) }
  await approver.call(paymentWayCalls.reverse, { params, body: { evidence: 'The statement' } })
  const body = { outcome: 'RECOVERED', evidence: 'The statement' } as const
  await authorizer.call(paymentWayCalls.confirmReverse, { params, body })
  expect(await onDesk()).toEqual(new Set([other]))
})

test('a line that only looks like a payment suggests it, and matches nothing', async ({ app }) => {
  const { take, one } = await givenFloat(app, 'ZMW')
  const { rows } = await app.sql.owner.query('select msisdn from payable where id = $1', [one])
  const phone = String(rows[0].msisdn).slice(4)
  const report = await take(csv([`;R77;${time()};-10,00;Payout;0${phone}`]))
  expect(report.lines[0]).toMatchObject({ word: 'MISSING_HERE', suggestedId: one, paymentId: null })
})

test('all that is wrong with a file is named at once, and nothing of it is kept', async ({ app }) => {
  const { take, accountId } = await givenFloat(app, 'TZS')
  const bad = csv([`x;R1;${today()};-10,00;;`, `x;R2;2099-01-01;many;;`])
  await expect(take(bad)).rejects.toMatchObject({
    code: 'WORKBOOK_ROWS_INVALID',
    data: {
      problemCount: 2,
      problems: [
        { row: 3, cell: 'C3', code: 'IN_FUTURE' },
        { row: 3, cell: 'D3', code: 'NOT_AN_AMOUNT' },
      ],
    },
  })
  const mapping = {
    headingRow: 1,
    columns: {},
    isOutPositive: false,
    dates: 'DAY_FIRST',
    decimals: 'POINT',
    offsetMinutes: 0,
    feeText: '',
  }
  await expect(
    app.maker.call(statements.take, { body: { accountId, mapping, dryRun: true }, file: bad }),
  ).rejects.toMatchObject({
    errors: [
      { path: 'mapping.columns.day' },
      { path: 'mapping.columns.amount' },
      { path: 'mapping.columns.providerRef' },
    ],
  })
  const { rows } = await app.sql.owner.query(`select count(*)::int as n from statement where currency = 'TZS'`)
  expect(rows[0].n).toBe(0)
})
