/** How the file of a provider's statement is read: its columns by their headings, its amounts and its days. Pure. */
import type { ProblemCode } from '../problems.ts'
import type { StatementLine } from './reconcile.ts'
import { dayMs, isCalendarDate } from '../text/calendar.ts'
import { minorDigits, toMinor } from './money.ts'
import { type Conventions, writtenDay, writtenNumber } from '../text/written-values.ts'

export const statementColumns = [
  'ourRef',
  'providerRef',
  'amount',
  'credit',
  'debit',
  'fee',
  'currency',
  'day',
  'phone',
  'description',
  'status',
] as const
export type StatementColumn = (typeof statementColumns)[number]

/** Kept with each statement, and offered again with the next one of its provider. */
export interface StatementMapping extends Conventions {
  /** The row of the headings, as Excel counts. */
  headingRow: number
  /** The heading of each column. */
  columns: Partial<Record<StatementColumn, string>>
  /** Whether a signed amount above zero is money that went out. */
  isOutPositive: boolean
  /** Of the clock of the file, in minutes before UTC's: 120 in Maputo. */
  offsetMinutes: number
  /** Words of a status, whatever their case: such a line moved no money, as it failed or was taken back whole. */
  failed?: string[] | undefined
  /** A line is a fee when its description has it. */
  feeText: string
}

export type StatementCell = string | number | boolean | Date | null

export type ReadLine = StatementLine & { hasTime: boolean; phone: string | undefined; description: string | undefined }

/** Words in headings of real statements (English, Portuguese, French, Chinese). The first that fits takes the column. */
const headingWords: readonly (readonly [StatementColumn, RegExp])[] = [
  [
    'ourRef',
    /client ?ref|our ref|external|originator|merchant ?ref|correlation|payout id|remittance|nossa ref|客户参考/,
  ],
  [
    'providerRef',
    /receipt|transaction ?(id|ref|no|number)|reference|refer[eê]ncia|^ref\.?$|financial|交易(号|编号)|流水号/,
  ],
  ['fee', /fee|charge|commission|comiss|taxa|frais|手续费/],
  ['credit', /credit|paid ?in|money ?in|deposit|cr[eé]dito|entrada|贷方|收入/],
  ['debit', /debit|withdrawn|paid ?out|money ?out|d[eé]bito|sa[ií]da|借方|支出/],
  ['amount', /amount|montant|valor|montante|金额/],
  ['currency', /currency|moeda|devise|币种/],
  ['day', /date|time|day|data|日期|时间/],
  ['status', /status|state$|estado|situa[çc]|statut|状态/],
  ['phone', /phone|msisdn|mobile|payee|party|beneficiary|telefone|手机|电话/],
  ['description', /description|details|narrative|type|descri|particulars|摘要|说明/],
]

const failedWords =
  /fail|reject|declin|cancel|revers|expired|erro|falh|estorn|devolv|recus|rejeit|失败|撤销|冲正|退回|拒绝/

const feeWords = ['fee', 'charge', 'commission', 'comiss', 'taxa', 'frais', '手续费']

/** A cell as a person reads it. */
export function written(cell: StatementCell | undefined): string {
  return cell instanceof Date ? cell.toISOString() : String(cell ?? '').trim()
}

function definite<Sign>(signs: (Sign | 'OPEN' | undefined)[]): Sign | undefined {
  return signs.find((sign): sign is Sign => sign !== undefined && sign !== 'OPEN')
}

/** Which column may be which, by words of its heading: the first that fits takes it. Titles above the headings have fewer cells. */
export function guessColumns<Name extends string>(
  rows: readonly (readonly StatementCell[])[],
  headingWords: readonly (readonly [Name, RegExp])[],
) {
  const filled = rows.slice(0, 20).map((row) => row.filter((cell) => written(cell) !== '').length)
  const at = filled.indexOf(Math.max(0, ...filled))
  const headings = (rows[at] ?? []).map(written)
  const columns: Partial<Record<Name, string>> = {}
  for (const [name, words] of headingWords) {
    const used = Object.values(columns)
    const heading = headings.find((text) => words.test(text.toLowerCase()) && !used.includes(text))
    if (heading !== undefined) columns[name] = heading
  }
  return { at, headings, columns }
}

/** From the first rows of a file. */
export function guessMapping(rows: readonly (readonly StatementCell[])[], offsetMinutes: number): StatementMapping {
  const { at, headings, columns } = guessColumns(rows, headingWords)
  // Columns of their own for in and out say more than a sum of both.
  if (columns.credit !== undefined && columns.debit !== undefined) delete columns.amount
  else for (const name of ['credit', 'debit'] as const) delete columns[name]
  const valuesOf = (...names: StatementColumn[]) =>
    names.flatMap((name) => {
      const place = headings.indexOf(columns[name] ?? '')
      return place < 0 ? [] : rows.slice(at + 1).map((row) => written(row[place]))
    })
  return {
    headingRow: at + 1,
    columns,
    isOutPositive: false,
    offsetMinutes,
    dates: definite(valuesOf('day').map((text) => writtenDay(text).sign)) ?? 'DAY_FIRST',
    decimals:
      definite(valuesOf('amount', 'credit', 'debit').map((text) => writtenNumber(digitsOf(text).digits, false).sign)) ??
      'POINT',
    failed: [...new Set(valuesOf('status').filter((text) => failedWords.test(text.toLowerCase())))],
    feeText: feeWords.find((word) => valuesOf('description').some((text) => text.toLowerCase().includes(word))) ?? '',
  }
}

/** `MZN (20.00)`, `20.00-` and `-20.00` are one amount below zero. */
function digitsOf(text: string): { digits: string; isBelow: boolean } {
  // Letters between digits are no currency: `1O0` is no amount.
  const bare = text
    .replaceAll(/\s/gu, '')
    .replaceAll(/(?<!\d)[\p{L}\p{Sc}]+|[\p{L}\p{Sc}]+(?![\d\p{L}\p{Sc}])/gu, '')
    .replaceAll('\u2212', '-')
  const [, open, before, digits = bare, after] = /^(\()?([-+]?)(\d[\d.,'’]*)([-+]?)\)?$/.exec(bare) ?? []
  return { digits, isBelow: open !== undefined || before === '-' || after === '-' }
}

/** Minor units of an amount as files write it; undefined: it is none. */
export function statementAmount(
  cell: StatementCell,
  currency: string,
  decimals: Conventions['decimals'],
): number | undefined {
  const places = minorDigits(currency)
  if (typeof cell === 'number') {
    const exact = cell.toFixed(places)
    return Math.abs(Number(exact) - cell) < 1e-6 ? toMinor(exact, currency) : undefined
  }
  const { digits, isBelow } = digitsOf(written(cell))
  const plain = writtenNumber(digits, places === 0)
    .plain(decimals)
    .replace(/^(\d+\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  const minor = toMinor(plain, currency)
  return minor === undefined || !isBelow ? minor : -minor
}

/** Milliseconds of the epoch, and whether the file names a time; undefined: it is no day. */
export function statementMoment(
  cell: StatementCell,
  { dates, offsetMinutes }: Pick<StatementMapping, 'dates' | 'offsetMinutes'>,
): { at: number; hasTime: boolean } | undefined {
  // A cell of Excel has the clock of the file, whatever its type says.
  const text = (
    cell instanceof Date
      ? cell.toISOString().replace(/T00:00:00.000Z$|Z$/, '')
      : writtenDay(written(cell).replace(/^(20\d\d)(\d\d)(\d\d)(?=\D|$)/, '$1-$2-$3')).plain(dates)
  ).replace(' ', 'T')
  const [, day, time, zone] = /^(20\d\d-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (day === undefined || !isCalendarDate(day)) return undefined
  const at = Date.parse(`${day}${time ?? 'T00:00'}${zone ?? 'Z'}`)
  if (Number.isNaN(at)) return undefined
  return { at: at - (zone === undefined ? offsetMinutes * 60_000 : 0), hasTime: time !== undefined }
}

export interface CellProblem {
  row: number
  /** Counted from 0. */
  column: number
  heading: string
  code: ProblemCode
}

export interface StatementRead {
  lines: ReadLine[]
  problems: CellProblem[]
  /** Rows of another currency, and rows without a day or an amount, as those of totals are. */
  others: number
  skipped: number
  /** Lines that moved no money, by their status. */
  failed: number
}

interface ReadAs {
  mapping: StatementMapping
  currency: string
  /** Milliseconds of the epoch: a later day is mostly one whose month was taken for its day. */
  now: number
}

/** All lines of a file, or all that is wrong with it. A fee in a column of its own is a line beside that of its row. */
export function readStatement(
  rows: readonly (readonly StatementCell[])[],
  { mapping, currency, now }: ReadAs,
): StatementRead {
  const read: StatementRead = { lines: [], problems: [], others: 0, skipped: 0, failed: 0 }
  const headings = (rows[mapping.headingRow - 1] ?? []).map(written)
  const places = new Map<StatementColumn, number>()
  for (const [name, heading] of Object.entries(mapping.columns) as [StatementColumn, string][]) {
    const place = headings.indexOf(heading)
    if (place >= 0) places.set(name, place)
    else read.problems.push({ row: mapping.headingRow, column: 0, heading, code: 'MISSING_COLUMN' })
  }
  if (read.problems.length > 0) return read
  for (const [index, row] of rows.entries())
    if (index >= mapping.headingRow) readRow(read, row, { number: index + 1, places, headings, mapping, currency, now })
  return read
}

interface RowPlace extends ReadAs {
  number: number
  places: ReadonlyMap<StatementColumn, number>
  headings: readonly string[]
}

function readRow(read: StatementRead, row: readonly StatementCell[], at: RowPlace): void {
  const { number, places, headings, mapping, currency, now } = at
  const cellOf = (name: StatementColumn) => row[places.get(name) ?? -1] ?? null
  const textOf = (name: StatementColumn) => written(cellOf(name)) || undefined
  const wrong = (name: StatementColumn, code: ProblemCode) => {
    const column = places.get(name) ?? 0
    read.problems.push({ row: number, column, heading: headings[column] ?? '', code })
    return 0
  }
  const amountOf = (name: StatementColumn) =>
    textOf(name) === undefined
      ? 0
      : (statementAmount(cellOf(name), currency, mapping.decimals) ?? wrong(name, 'NOT_AN_AMOUNT'))
  const hasAmount = (['amount', 'credit', 'debit', 'fee'] as const).some((name) => textOf(name) !== undefined)
  if (textOf('day') === undefined || !hasAmount) {
    if (row.some((cell) => written(cell) !== '')) read.skipped += 1
    return
  }
  if ((textOf('currency') ?? currency).toUpperCase() !== currency) {
    read.others += 1
    return
  }
  const status = textOf('status')?.toLowerCase()
  if (mapping.failed?.some((word) => word.toLowerCase() === status)) {
    read.failed += 1
    return
  }
  const moment = statementMoment(cellOf('day'), mapping)
  if (!moment) wrong('day', 'NOT_A_DATE')
  else if (moment.at > now + dayMs) wrong('day', 'IN_FUTURE')
  const signed = amountOf('amount') * (mapping.isOutPositive ? -1 : 1)
  const change = signed + Math.abs(amountOf('credit')) - Math.abs(amountOf('debit'))
  const fee = -Math.abs(amountOf('fee'))
  const { ourRef, providerRef, phone, description } = {
    ourRef: textOf('ourRef'),
    providerRef: textOf('providerRef'),
    phone: textOf('phone')?.replaceAll(/\D/g, ''),
    description: textOf('description')?.slice(0, 500),
  }
  const { feeText } = mapping
  const isFee = feeText !== '' && (description ?? '').toLowerCase().includes(feeText.toLowerCase())
  const { at: when, hasTime } = moment ?? { at: 0, hasTime: false }
  const line = { row: number, ourRef, providerRef, at: when, hasTime, phone, description }
  if (change !== 0) read.lines.push({ ...line, isFee, change })
  if (fee !== 0) read.lines.push({ ...line, isFee: true, change: fee })
  if (change === 0 && fee === 0) read.skipped += 1
}

/** The columns without which no line can be read, or be told from others. */
export function missingColumns({ columns }: Pick<StatementMapping, 'columns'>): StatementColumn[] {
  const has = (...names: StatementColumn[]) => names.some((name) => columns[name])
  return [
    ...(has('day') ? [] : (['day'] as const)),
    ...(has('amount', 'credit', 'debit') ? [] : (['amount'] as const)),
    ...(has('ourRef', 'providerRef') ? [] : (['providerRef'] as const)),
  ]
}
