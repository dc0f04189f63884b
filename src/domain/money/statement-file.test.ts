/** Files of providers: amounts, days and columns as they write them. */
import { expect, test } from 'vitest'
import { guessMapping, readStatement, statementAmount, statementMoment, type StatementCell } from './statement-file.ts'

const now = Date.parse('2026-11-30T00:00:00Z')
const wallet: StatementCell[][] = [
  ['Organisation', 'Relief', null],
  [null],
  ['Receipt No.', 'Completion Time', 'Details', 'Paid In', 'Withdrawn', 'Originator Reference', 'Opposite Party Phone'],
  ['A1', '28/11/2026 08:00:01', 'Top up', '1.000,00', null, null, null],
  ['A2', '28/11/2026 09:00', 'Payout', null, '-20,00', 'ref-1', '+258 84 1234567'],
  ['A2', '28/11/2026 09:00', 'Payout fee', null, '-0,50', 'ref-1', null],
  [null, null, 'Total', '1.000,00', '-20,50', null, null],
]

test.each<[StatementCell, 'POINT' | 'COMMA', number | undefined]>([
  ['1,250.50', 'POINT', 125_050],
  ['1.250,50', 'COMMA', 125_050],
  ['MZN (20.00)', 'POINT', -2000],
  ['20,00-', 'COMMA', -2000],
  ['-20', 'POINT', -2000],
  ['1250.50 MZN', 'POINT', 125_050],
  ['€1,250.50', 'POINT', 125_050],
  ['1O0', 'POINT', undefined],
  ['1OO0.00', 'POINT', undefined],
  ['1.000', 'COMMA', 100_000],
  [-20.5, 'COMMA', -2050],
  [0.1 + 0.2, 'POINT', 30],
  ['20.001', 'POINT', undefined],
  ['twenty', 'POINT', undefined],
  [20.001, 'POINT', undefined],
])('the amount %j by %s is %j', (cell, decimals, minor) => {
  expect(statementAmount(cell, 'MZN', decimals)).toBe(minor)
})

test.each<[StatementCell, string | undefined]>([
  ['28/11/2026 08:00:01', '2026-11-28T06:00:01.000Z'],
  ['2026-11-28', '2026-11-27T22:00:00.000Z'],
  ['20261128 12:30', '2026-11-28T10:30:00.000Z'],
  ['28-Nov-2026 8:00 PM', '2026-11-28T18:00:00.000Z'],
  ['2026-11-28T08:00:00Z', '2026-11-28T08:00:00.000Z'],
  [new Date('2026-11-28T08:00:00Z'), '2026-11-28T06:00:00.000Z'],
  ['31/02/2026', undefined],
  ['soon', undefined],
])('the day %j by the clock of Maputo is %s', (cell, iso) => {
  const moment = statementMoment(cell, { dates: 'DAY_FIRST', offsetMinutes: 120 })
  expect(moment && new Date(moment.at).toISOString()).toBe(iso)
})

test('the columns of a wallet are guessed below its titles, and its lines read', () => {
  const mapping = guessMapping(wallet, 120)
  expect(mapping).toEqual({
    headingRow: 3,
    columns: {
      ourRef: 'Originator Reference',
      providerRef: 'Receipt No.',
      credit: 'Paid In',
      debit: 'Withdrawn',
      day: 'Completion Time',
      phone: 'Opposite Party Phone',
      description: 'Details',
    },
    isOutPositive: false,
    offsetMinutes: 120,
    dates: 'DAY_FIRST',
    decimals: 'COMMA',
    feeText: 'fee',
    failed: [],
  })
  const read = readStatement(wallet, { mapping, currency: 'MZN', now })
  expect(read.lines.map(({ row, change, isFee, ourRef, phone }) => [row, change, isFee, ourRef, phone])).toEqual([
    [4, 100_000, false, undefined, undefined],
    [5, -2000, false, 'ref-1', '258841234567'],
    [6, -50, true, 'ref-1', undefined],
  ])
  expect(read).toMatchObject({ problems: [], skipped: 1, others: 0 })
})

test('a fee in a column of its own is a line beside that of its row', () => {
  const rows = [
    ['Ref', 'Date', 'Amount', 'Fee', 'Currency'],
    ['A1', '2026-11-28', '20', '0.50', 'MZN'],
    ['A2', '2026-11-28', '20', '0.50', 'USD'],
  ]
  const mapping = { ...guessMapping(rows, 0), isOutPositive: true }
  const { lines, others } = readStatement(rows, { mapping, currency: 'MZN', now })
  expect(lines.map(({ row, change, isFee }) => [row, change, isFee])).toEqual([
    [2, -2000, false],
    [2, -50, true],
  ])
  expect(others).toBe(1)
})

test('lines that failed or were reversed by their status moved nothing', () => {
  const rows = [
    ['Ref', 'Date', 'Amount', 'Transaction Status'],
    ['A1', '2026-11-28', '-20', 'Completed'],
    ['A2', '2026-11-28', '-20', 'REVERSED'],
    ['A3', 'soon', 'x', 'Declined by payee'],
    ['A4', '2026-11-28', '-5', 'reversed'],
  ]
  const mapping = guessMapping(rows, 0)
  expect(mapping).toMatchObject({
    columns: { status: 'Transaction Status' },
    failed: ['REVERSED', 'Declined by payee', 'reversed'],
  })
  const read = readStatement(rows, { mapping, currency: 'MZN', now })
  expect([read.lines.map(({ row }) => row), read.failed, read.problems]).toEqual([[2], 3, []])
  expect(readStatement(rows, { mapping: { ...mapping, failed: ['Reversed'] }, currency: 'MZN', now })).toMatchObject({
    failed: 2,
    problems: [{ row: 4 }, { row: 4 }],
  })
})

test('all that is wrong with a file is named by row and column', () => {
  const rows = [
    ['Ref', 'Date', 'Amount'],
    ['A1', '31.11.2026', 'x'],
    ['A2', 'soon', '1,00,5'],
    ['A3', '12.12.2026', '5'],
  ]
  const mapping = guessMapping(rows, 0)
  expect(readStatement(rows, { mapping, currency: 'MZN', now }).problems).toEqual([
    { row: 2, column: 1, heading: 'Date', code: 'NOT_A_DATE' },
    { row: 2, column: 2, heading: 'Amount', code: 'NOT_AN_AMOUNT' },
    { row: 3, column: 1, heading: 'Date', code: 'NOT_A_DATE' },
    { row: 3, column: 2, heading: 'Amount', code: 'NOT_AN_AMOUNT' },
    { row: 4, column: 1, heading: 'Date', code: 'IN_FUTURE' },
  ])
  const lost = { ...mapping, columns: { ...mapping.columns, fee: 'Charge' } }
  expect(readStatement(rows, { mapping: lost, currency: 'MZN', now }).problems).toMatchObject([
    { row: 1, heading: 'Charge', code: 'MISSING_COLUMN' },
  ])
})
