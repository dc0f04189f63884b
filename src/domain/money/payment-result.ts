/** What a provider's file says became of the payments of a file of ours, line by line. Pure. */
import type { Conventions } from '../text/written-values.ts'
import { guessColumns, statementAmount, type StatementCell, statementMoment, written } from './statement-file.ts'

export const resultColumns = ['reference', 'status', 'reason', 'amount', 'day', 'providerRef'] as const
export type ResultColumn = (typeof resultColumns)[number]

/** Kept with each result, and offered again with the next one of its provider. */
export interface ResultMapping extends Conventions {
  /** The row of the headings, as Excel counts. */
  headingRow: number
  columns: Partial<Record<ResultColumn, string>>
  /** The words of a status, whatever their case. */
  paid: string[]
  failed: string[]
}

/** A payment of our file, as it is before the result. */
export interface ReleasedPayment {
  reference: string
  shortReference: string
  amountMinor: number
  currency: string
  /** OTHERWISE: not as any line says, e.g. two people look into it. */
  state: 'WAITING' | 'PAID' | 'FAILED' | 'OTHERWISE'
  /** What the provider stated so far, where it paid. */
  paidMinor: number | null
}

/**
 * What a line is: the first four move its payment or say what is known of it. What none of the others says, people look into.
 * - KNOWN: an earlier file said the same.
 * - AMOUNT_DIFFERS: paid, but not what was ordered; nothing is booked.
 * - DOUBLE: the payment has a line already, or another payment has its reference.
 * - UNKNOWN: no payment of this file.
 * - UNREADABLE: its status or amount is no word or number that the mapping knows.
 * - CONTRADICTS: an earlier file, or two people, said otherwise.
 */
export const resultWords = [
  'PAID',
  'FAILED',
  'KNOWN',
  'AMOUNT_DIFFERS',
  'DOUBLE',
  'UNKNOWN',
  'UNREADABLE',
  'CONTRADICTS',
] as const
type ResultWord = (typeof resultWords)[number]

export interface ResultLine<Payment> {
  word: ResultWord
  /** In the file, as Excel counts. */
  row: number
  reference: string
  status: string
  reason: string
  providerRef: string | undefined
  /** Minor units that were paid. */
  amountMinor: number | undefined
  payment: Payment | undefined
  /** Heading and cell, as they came. */
  cells: Record<string, string>
}

export function missingResultColumns({ columns }: Pick<ResultMapping, 'columns'>): ResultColumn[] {
  return (['reference', 'status', 'amount'] as const).filter((name) => !columns[name])
}

interface ReadAs<Payment> {
  mapping: ResultMapping
  /** By both of our references, in small letters. */
  payments: ReadonlyMap<string, Payment>
}

/** The lines of a file with what each is, or the headings that it lacks. */
export function readResult<Payment extends ReleasedPayment>(
  rows: readonly (readonly StatementCell[])[],
  { mapping, payments }: ReadAs<Payment>,
): { lines: ResultLine<Payment>[]; missing: string[] } {
  const headings = (rows[mapping.headingRow - 1] ?? []).map(written)
  const missing = Object.values(mapping.columns).filter((heading) => !headings.includes(heading))
  if (missing.length > 0) return { lines: [], missing }
  const below = [...rows.entries()].slice(mapping.headingRow)
  const lines = below
    .filter(([, row]) => row.some((cell) => written(cell) !== ''))
    .map(([index, row]) => lineOf(row, { headings, mapping, payments, row: index + 1 }))
  return { lines: tellDoubles(lines), missing }
}

interface RowAt<Payment> extends ReadAs<Payment> {
  headings: readonly string[]
  row: number
}

function lineOf<Payment extends ReleasedPayment>(
  cells: readonly StatementCell[],
  { headings, mapping, payments, row }: RowAt<Payment>,
): ResultLine<Payment> {
  const cellOf = (name: ResultColumn) => cells[headings.indexOf(mapping.columns[name] ?? '\0')] ?? null
  const reference = written(cellOf('reference'))
  const status = written(cellOf('status'))
  const payment = payments.get(reference.toLowerCase())
  const hasWord = (words: readonly string[]) => words.some((word) => word.trim().toLowerCase() === status.toLowerCase())
  const amount = payment && statementAmount(cellOf('amount'), payment.currency, mapping.decimals)
  const amountMinor = amount === undefined ? undefined : Math.abs(amount)
  const says = hasWord(mapping.paid) ? 'PAID' : hasWord(mapping.failed) ? 'FAILED' : undefined
  const isDay = written(cellOf('day')) === '' || statementMoment(cellOf('day'), { ...mapping, offsetMinutes: 0 })
  return {
    word: payment ? wordOf(payment, isDay ? says : undefined, amountMinor) : 'UNKNOWN',
    row,
    reference,
    status,
    reason: written(cellOf('reason')),
    providerRef: written(cellOf('providerRef')).slice(0, 100) || undefined,
    amountMinor,
    payment,
    cells: Object.fromEntries(headings.map((heading, place) => [heading, written(cells[place])])),
  }
}

function wordOf(
  { state, amountMinor, paidMinor: statedMinor }: ReleasedPayment,
  says: 'PAID' | 'FAILED' | undefined,
  paidMinor: number | undefined,
): ResultWord {
  if (says === undefined || (says === 'PAID' && !paidMinor)) return 'UNREADABLE'
  if (state === 'OTHERWISE' && says === 'PAID' && paidMinor === statedMinor) return 'KNOWN'
  if (state !== 'WAITING') return state === says ? 'KNOWN' : 'CONTRADICTS'
  return says === 'PAID' && paidMinor !== amountMinor ? 'AMOUNT_DIFFERS' : says
}

/** Of lines that say the same of one payment the first counts; of lines that do not, none. */
function tellDoubles<Payment extends ReleasedPayment>(lines: readonly ResultLine<Payment>[]): ResultLine<Payment>[] {
  const said = (line: ResultLine<Payment>) => JSON.stringify([line.word, line.amountMinor, line.providerRef])
  const byPayment = Map.groupBy(lines, ({ payment }) => payment)
  const byReference = Map.groupBy(lines, ({ providerRef }) => providerRef)
  return lines.map((line) => {
    const { payment, providerRef } = line
    if (!payment) return line
    const alike = byPayment.get(payment) ?? []
    const first = alike[0] === line && alike.every((other) => said(other) === said(line))
    const shared = providerRef !== undefined && byReference.get(providerRef)?.some((other) => other.payment !== payment)
    return first && !shared ? line : { ...line, word: 'DOUBLE' as const }
  })
}

/** From the first rows of a file and the headings of ours. */
export function guessResultMapping(rows: readonly (readonly StatementCell[])[]): ResultMapping {
  const { at, columns } = guessColumns(rows, headingWords)
  return {
    headingRow: at + 1,
    columns,
    paid: ['Paid', 'Success', 'Successful', 'Completed', 'Pago', '成功'],
    failed: ['Failed', 'Not paid', 'Unpaid', 'Rejected', 'Error', 'Falhou', 'Não pago', 'Rejeitado', '失败', '未支付'],
    dates: 'DAY_FIRST',
    decimals: 'POINT',
  }
}

/** English, Portuguese, Chinese. The first that fits takes the column. */
const headingWords: readonly (readonly [ResultColumn, RegExp])[] = [
  ['providerRef', /receipt|transaction ?(id|ref|no)|recibo|交易/],
  ['reference', /reference|refer[eê]ncia|our ref|client|参考/],
  ['status', /status|result|estado|resultado|状态|结果/],
  ['reason', /reason|message|remark|motivo|mensagem|原因/],
  ['amount', /amount|valor|montante|金额/],
  ['day', /date|day|data|日期/],
]
