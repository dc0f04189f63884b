/** The rows of a file of payments: the facts and the problems that only the database knows. */
import { sql } from 'kysely'
import type { ManualColumn } from '#contract/manual-payments.ts'
import { highestAmount, type HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { minorDigits, toDecimal, toMinor } from '#domain/money/money.ts'
import { defaultReason } from '#domain/money/payment.ts'
import type { ProblemCode } from '#domain/problems.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { ProblemList } from '../../excel/problem-list.ts'
import type { TableRow, TableRows } from '../../excel/read-table.ts'
import { findPlaces, type ManualPlace, type NewManual } from './manual-store.ts'
import { limitsAgainst } from '../funding/limits-store.ts'
import { providerNames } from '../providers/providers-store.ts'

type Row = TableRow<ManualColumn>
export type Entry = NewManual & { row: number; country: string | undefined }

interface Uploader {
  id: number
  role: string
  phone: string | undefined
  scope: Parameters<typeof findPlaces>[1]['scope']
}

interface Settled {
  /** Of rows that name no survey and no visit. */
  surveyId: number | undefined
  highestAmounts: HighestAmounts
  phoneCountry: string | undefined
}

export async function entriesOf(
  db: Db,
  uploader: Uploader,
  read: TableRows<ManualColumn>,
  { surveyId, highestAmounts, phoneCountry }: Settled,
) {
  const problems = new ProblemList()
  const bad = new Set(read.bad)
  const rows = read.chunks.flatMap((chunk) => JSON.parse(chunk) as Row[])
  const wrong = (row: number, name: ManualColumn, code: ProblemCode, limit?: number) => {
    problems.add({ row, column: read.columns[name] ?? 0, code: name }, limit === undefined ? { code } : { code, limit })
    bad.add(row)
  }
  const askedOf = (row: Row) => Number(row.location_id ?? row.survey_id ?? surveyId ?? 0)
  const places = await findPlaces(db, { scope: uploader.scope, phoneCountry }, [...new Set(rows.map(askedOf))])
  await takeTurns(db, places)
  const used = await usedReferences(db, rows)
  const [paying] = await providerNames(db)
  const { survey_id: bySurvey, location_id: byVisit } = read.columns
  if (surveyId === undefined && bySurvey === undefined && byVisit === undefined) {
    // One problem of the file, not one of each row.
    problems.add({ row: 1, column: 0, code: 'survey_id' }, { code: 'MISSING_COLUMN' })
    return { entries: [], problems }
  }
  const entries = rows.flatMap((row): Entry[] => {
    const place = places.get(askedOf(row))
    const name = row.location_id ? 'location_id' : 'survey_id'
    if (!place) wrong(row.row, name, askedOf(row) === 0 ? 'REQUIRED' : 'UNKNOWN_REFERENCE')
    if (row.provider && String(row.provider).toLowerCase() !== paying) wrong(row.row, 'provider', 'UNKNOWN_REFERENCE')
    if (row.phone_number && row.phone_number === uploader.phone) wrong(row.row, 'phone_number', 'OWN_PHONE')
    if (!place) return []
    if (row.location_id && row.survey_id && place.surveyId !== row.survey_id) wrong(row.row, 'survey_id', 'NOT_ALLOWED')
    if (row.currency && row.currency !== place.currency) wrong(row.row, 'currency', 'NOT_ALLOWED')
    if (row.reference && used.has(`${place.surveyId} ${String(row.reference).toLowerCase()}`))
      wrong(row.row, 'reference', 'DUPLICATE')
    const amount = row.amount ? amountOf(String(row.amount), place.currency, highestAmounts) : {}
    if (amount.problem) wrong(row.row, 'amount', amount.problem, amount.limit)
    if (bad.has(row.row)) return []
    const { surveyId: inSurvey, locationId, currency, country } = place
    return [
      {
        row: row.row,
        surveyId: inSurvey,
        locationId,
        phone: String(row.phone_number),
        amountMinor: amount.minor ?? 0,
        currency,
        country,
        recipientName: textOf(row.recipient_name),
        reference: textOf(row.reference),
        reason: textOf(row.reason) ?? defaultReason,
        reasonText: null,
        overrideReason: null,
      },
    ]
  })
  for (const [row, code] of await limitsAgainst(db, 'initiate', entries.map(limited), uploader)) {
    // A limit of the whole file does not belong to one row.
    if (code !== 'AMOUNT_LIMIT') throw new AppError(code)
    wrong(row, 'amount', 'ABOVE_LIMIT')
  }
  return { entries, problems }
}

/** Two files for one survey come one after the other, so that the second sees the references of the first. */
async function takeTurns(db: Db, places: ReadonlyMap<number, ManualPlace>): Promise<void> {
  const surveys = [...new Set([...places.values()].map(({ surveyId }) => surveyId))].sort((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(hashtextextended('payments of survey ' || id, 0))
    from unnest(${surveys}::bigint[]) with ordinality as s(id, n) order by n`.execute(db)
}

interface AmountRead {
  minor?: number
  problem?: ProblemCode
  limit?: number
}

export function amountOf(text: string, currency: string, highestAmounts: HighestAmounts): AmountRead {
  const digits = minorDigits(currency)
  // In many countries 1.000 is a thousand, so three digits are never taken for none.
  const minor = digits < 3 && /\.\d{3}$/.test(text) ? undefined : toMinor(text, currency)
  const highest = highestAmount(currency, highestAmounts)
  if (minor === undefined) return { problem: 'CURRENCY_DIGITS', limit: digits }
  if (minor === 0) return { problem: 'NOT_POSITIVE' }
  return minor > highest ? { problem: 'AMOUNT_TOO_HIGH', limit: Number(toDecimal(highest, currency)) } : { minor }
}

function limited({ row, surveyId, phone, amountMinor, currency }: Entry) {
  return { id: row, surveyId, phone, amountMinor, currency }
}

export function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

async function usedReferences(db: Db, rows: readonly Row[]): Promise<Set<string>> {
  const asked = rows.flatMap(({ reference }) => (reference ? [String(reference).toLowerCase()] : []))
  const used = await rowsOf<{ name: string }>(db)`
    select survey_id || ' ' || lower(reference) as name from manual_payment where lower(reference) = any(${asked})`
  return new Set(used.map(({ name }) => name))
}
