/** Payments from a file: read apart, looked at whole, and all of them put forward, or none. */
import { sql } from 'kysely'
import { xlsxMime } from '#contract/response-files.ts'
import { type ManualColumn, manualColumns, manualPayments, type ManualUpload } from '#contract/manual-payments.ts'
import { highestAmount, type HighestAmounts } from '#domain/highest-amount.ts'
import { type ManualWarning, manualWarnings, maxManualRows, recentDays } from '#domain/manual-payment.ts'
import { minorDigits, sumOf, toDecimal, toMinor } from '#domain/money.ts'
import { defaultReason } from '#domain/payment.ts'
import type { ProblemCode } from '#domain/problems.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRow, type TableRows } from '../excel/read-table.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { on } from '../http/context.ts'
import { found } from '../records/table-store.ts'
import { type Onlooker, scopeOf } from '../scope.ts'
import { findPlaces, insertManual, type NewManual } from './manual-store.ts'
import { payingProvider } from './provider.ts'
import { sum } from './row-parts.ts'
import { stepEach } from './steps.ts'
import { paymentActor } from './steps-store.ts'

const jobUrl = new URL('./manual-job.ts', import.meta.url)

type Row = TableRow<ManualColumn>
type Entry = NewManual & { row: number }

export const manualTemplate = on(manualPayments.template, async () => {
  const bytes = await writeWorkbook({
    sheets: [
      {
        name: 'payments',
        columns: manualColumns.map(() => ({ width: 20 })),
        rows: [[...manualColumns]],
        headings: 1,
        marked: [0, 1],
      },
    ],
    names: {},
  })
  return { name: 'payments.xlsx', mime: xlsxMime, disposition: 'attachment' as const, bytes }
})

export const uploadManual = on(manualPayments.upload, async (context) => {
  const { file, query, services, write, audit, requestId, address } = context
  const { phoneCountry, highestAmounts } = services.settings
  const asked = query.surveyId === undefined ? [] : [query.surveyId]
  const place = (await findPlaces(context.db, await scopeOf(context.db, context.actor), asked)).get(asked[0] ?? 0)
  if (asked.length > 0 && !place) throw new AppError('NOT_FOUND')
  const read = await readTableApart<ManualColumn>(jobUrl, file, place?.country ?? phoneCountry)
  if (read.count > maxManualRows) throw new AppError('WORKBOOK_TOO_MANY_ROWS')
  const sha256 = file?.sha256 ?? Buffer.alloc(0)
  return write(async (db, actor) => {
    // The same file at the same moment waits here.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`payments ${sha256.toString('hex')}`}, 0))`.execute(db)
    const earlier = await earlierUpload(db, sha256)
    if (earlier) {
      audit({ action: 'payments.upload', subjectType: 'file', after: { name: file?.name, repeated: true } })
      return earlier
    }
    const { entries, problems } = await entriesOf(db, actor, read, { surveyId: query.surveyId, highestAmounts })
    const report = reportOf(read, problems)
    if (report.problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
    const warnings = await warningsOf(db, entries)
    const looked = { ...report, total: totalOf(entries), warnings, repeated: false, batchId: null, created: 0 }
    const ticked = new Set((query.accept ?? '').split(','))
    if (query.dryRun === 'true') {
      audit({
        action: 'payments.upload',
        subjectType: 'file',
        after: { name: file?.name, dryRun: true, rows: read.count },
      })
      return looked
    }
    if (warnings.some(({ group }) => !ticked.has(group))) throw new AppError('WARNINGS_UNTICKED', { data: looked })
    const { id: batchId } = found(
      await sql<{ id: number }>`insert into payment_upload (sha256, name, rows, created_by)
        values (${sha256}, ${file?.name ?? ''}, ${entries.length}, ${actor.id}) returning id`.execute(db),
    )
    const ids = await insertManual(db, entries, batchId)
    const source = { actorId: actor.id, requestId, address }
    const taker = { source, role: actor.role, reasonOf: () => undefined, reasonText: undefined }
    const request = { step: 'initiate' as const, asked: { ids, names: new Map(), unknown: [] }, isStale: () => false }
    const { outcomes } = await stepEach(db, request, await paymentActor(db, actor), taker)
    const refused = outcomes.find(({ code }) => code !== 'OK')
    if (refused && refused.code !== 'OK') throw new AppError(refused.code)
    const after = { name: file?.name, sha256: sha256.toString('hex'), batchId, rows: ids.length, accept: [...ticked] }
    audit({ action: 'payments.upload', subjectType: 'file', after })
    return { ...looked, batchId, created: ids.length }
  })
})

/** What the same bytes did before. */
async function earlierUpload(db: Db, sha256: Buffer): Promise<ManualUpload | undefined> {
  const { rows } = await sql<{ id: number; rows: number }>`
    select id, rows from payment_upload where sha256 = ${sha256}`.execute(db)
  const [upload] = rows
  if (!upload) return undefined
  const sums = await sql<{ currency: string; sum: string }>`
    select p.currency, sum(p.amount_minor) as sum from manual_payment m join payable p on p.id = m.payable_id
    where m.upload_id = ${upload.id} group by 1 order by 1`.execute(db)
  const total = sums.rows.map(({ currency, sum: minor }) => sum(BigInt(minor), currency))
  const report = { rows: upload.rows, problemCount: 0, problems: [] }
  return { ...report, batchId: upload.id, total, created: upload.rows, warnings: [], repeated: true }
}

interface Settled {
  surveyId: number | undefined
  highestAmounts: HighestAmounts
}

/** What the database knows of the rows, and what is wrong with them by it. */
async function entriesOf(
  db: Db,
  actor: Onlooker,
  read: TableRows<ManualColumn>,
  { surveyId, highestAmounts }: Settled,
) {
  const problems = new ProblemList()
  const bad = new Set(read.bad)
  const rows = read.chunks.flatMap((chunk) => JSON.parse(chunk) as Row[])
  const askedOf = (row: Row) => Number(row.location_id ?? row.survey_id ?? surveyId ?? 0)
  const places = await findPlaces(db, await scopeOf(db, actor), [...new Set(rows.map(askedOf))])
  const used = await usedReferences(db, rows)
  const entries = rows.flatMap((row): Entry[] => {
    const wrong = (name: ManualColumn, code: ProblemCode, limit?: number) => {
      const problem = limit === undefined ? { code } : { code, limit }
      problems.add({ row: row.row, column: read.columns[name] ?? 0, code: name }, problem)
      bad.add(row.row)
    }
    const place = places.get(askedOf(row))
    const name = row.location_id ? 'location_id' : 'survey_id'
    if (!place) wrong(name, askedOf(row) === 0 ? 'REQUIRED' : 'UNKNOWN_REFERENCE')
    if (row.provider && String(row.provider).toLowerCase() !== payingProvider) wrong('provider', 'UNKNOWN_REFERENCE')
    if (row.location_id && row.survey_id && place?.surveyId !== row.survey_id) wrong('survey_id', 'NOT_ALLOWED')
    if (place && row.currency && row.currency !== place.currency) wrong('currency', 'NOT_ALLOWED')
    const amountMinor = place && row.amount ? toMinor(row.amount, place.currency) : 0
    if (place && row.amount) {
      const highest = highestAmount(place.currency, highestAmounts)
      if (amountMinor === undefined) wrong('amount', 'CURRENCY_DIGITS', minorDigits(place.currency))
      else if (amountMinor === 0) wrong('amount', 'AMOUNT_NEEDED')
      else if (amountMinor > highest) wrong('amount', 'AMOUNT_TOO_HIGH', Number(toDecimal(highest, place.currency)))
    }
    if (place && row.reference && used.has(`${place.surveyId} ${String(row.reference).toLowerCase()}`))
      wrong('reference', 'DUPLICATE')
    if (!place || bad.has(row.row)) return []
    return [
      {
        row: row.row,
        surveyId: place.surveyId,
        locationId: place.locationId,
        phone: String(row.phone_number),
        amountMinor: amountMinor ?? 0,
        currency: place.currency,
        recipientName: textOf(row.recipient_name),
        reference: textOf(row.reference),
        reason: textOf(row.reason) ?? defaultReason,
        reasonText: null,
        overrideReason: null,
      },
    ]
  })
  return { entries, problems }
}

function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

async function usedReferences(db: Db, rows: readonly Row[]): Promise<Set<string>> {
  const asked = rows.flatMap(({ reference }) => (reference ? [String(reference).toLowerCase()] : []))
  const { rows: used } = await sql<{ name: string }>`
    select survey_id || ' ' || lower(reference) as name from manual_payment where lower(reference) = any(${asked})`.execute(
    db,
  )
  return new Set(used.map(({ name }) => name))
}

function keyOf({ surveyId, phone }: { surveyId: number; phone: string }): string {
  return `${surveyId} ${phone}`
}

/** The rows that deserve a second look, by group. */
async function warningsOf(db: Db, entries: readonly Entry[]): Promise<ManualUpload['warnings']> {
  const { rows: earlier } = await sql<{ surveyId: number; phone: string; isPaid: boolean }>`
    select p.survey_id as "surveyId", p.msisdn as phone, bool_or(p.status = 'SUCCESSFUL') as "isPaid" from payable p
    where p.survey_id = any(${[...new Set(entries.map(({ surveyId }) => surveyId))]})
      and p.msisdn = any(${[...new Set(entries.map(({ phone }) => phone))]})
      and (p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING')
        or p.status = 'SUCCESSFUL' and p.updated_at > now() - make_interval(days => ${recentDays}))
    group by 1, 2, p.status = 'SUCCESSFUL'`.execute(db)
  const paid = new Set(earlier.filter(({ isPaid }) => isPaid).map(keyOf))
  const underWay = new Set(earlier.filter(({ isPaid }) => !isPaid).map(keyOf))
  const times = Map.groupBy(entries, keyOf)
  const isIn: Record<ManualWarning, (entry: Entry) => boolean> = {
    SAME_PHONE: (entry) => (times.get(keyOf(entry))?.length ?? 0) > 1,
    UNDER_WAY: (entry) => underWay.has(keyOf(entry)),
    PAID_RECENTLY: (entry) => paid.has(keyOf(entry)),
  }
  return manualWarnings.flatMap((group) => {
    const rows = entries.filter(isIn[group]).map(({ row }) => row)
    return rows.length === 0 ? [] : [{ group, count: rows.length, rows: rows.slice(0, 100) }]
  })
}

function totalOf(entries: readonly Entry[]): ManualUpload['total'] {
  return [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, group]) =>
    sum(sumOf(group.map(({ amountMinor }) => amountMinor)), currency),
  )
}
