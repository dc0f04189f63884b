/** Payments from a file: read apart, looked at whole, and all of them put forward, or none. */
import { sql } from 'kysely'
import { xlsxMime } from '#contract/response-files.ts'
import { type ManualColumn, manualColumns, manualPayments, type ManualUpload } from '#contract/manual-payments.ts'
import { maxManualRows, type ManualWarning, manualWarnings, recentDays } from '#domain/money/manual-payment.ts'
import { sum, sumOf } from '#domain/money/money.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { reportOf } from '../../excel/problem-list.ts'
import { readTableApart } from '../../excel/read-table.ts'
import { writeWorkbook } from '../../excel/write-workbook.ts'
import { on } from '../../http/context.ts'
import { scopeOf } from '../../scope.ts'
import { entriesOf, type Entry } from './manual-rows.ts'
import { findPlaces, insertManual } from './manual-store.ts'
import { manualSheet } from './manual-table.ts'
import { putForward } from '../steps/steps.ts'
import { paymentActor } from '../steps/steps-store.ts'
import { isOfCountry } from '../../phones.ts'

export const manualTemplate = on(manualPayments.template, async () => {
  const bytes = await writeWorkbook({
    sheets: [
      {
        name: manualSheet,
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
  const { surveyId, country } = query
  const asked = surveyId === undefined ? [] : [surveyId]
  const asker = { scope: await scopeOf(context.db, context.actor), phoneCountry }
  const place = (await findPlaces(context.db, asker, asked)).get(surveyId ?? 0)
  if (surveyId !== undefined && !place) throw new AppError('NOT_FOUND')
  const read = await readTableApart<ManualColumn>('manual', file, country ?? (place ? place.country : phoneCountry))
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
    const payer = await paymentActor(db, actor)
    const uploader = { ...payer, role: actor.role, scope: await scopeOf(db, actor) }
    const { entries, problems } = await entriesOf(db, uploader, read, { surveyId, highestAmounts, phoneCountry })
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
    const { id: batchId } = await rowOf<{ id: number }>(db)`insert into payment_upload (sha256, name, rows, created_by)
        values (${sha256}, ${file?.name ?? ''}, ${entries.length}, ${actor.id}) returning id`
    const ids = await insertManual(db, entries, batchId)
    const source = { actorId: actor.id, requestId, address }
    await putForward(db, ids, { source, role: actor.role }, payer)
    const after = { name: file?.name, sha256: sha256.toString('hex'), batchId, rows: ids.length, accept: [...ticked] }
    audit({ action: 'payments.upload', subjectType: 'file', after })
    return { ...looked, batchId, created: ids.length }
  })
})

/** What the same bytes did before. */
async function earlierUpload(db: Db, sha256: Buffer): Promise<ManualUpload | undefined> {
  const rows = await rowsOf<{ id: number; rows: number }>(db)`
    select id, rows from payment_upload where sha256 = ${sha256}`
  const [upload] = rows
  if (!upload) return undefined
  const sums = await sql<{ currency: string; sum: string }>`
    select p.currency, sum(p.amount_minor) as sum from manual_payment m join payable p on p.id = m.payable_id
    where m.upload_id = ${upload.id} group by 1 order by 1`.execute(db)
  const total = sums.rows.map(({ currency, sum: minor }) => sum(BigInt(minor), currency))
  const report = { rows: upload.rows, problemCount: 0, problems: [] }
  return { ...report, batchId: upload.id, total, created: upload.rows, warnings: [], repeated: true }
}

function totalOf(entries: readonly Entry[]): ManualUpload['total'] {
  return [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, group]) =>
    sum(sumOf(group.map(({ amountMinor }) => amountMinor)), currency),
  )
}

const listedRows = 100

/** By group, for a person to tick. */
async function warningsOf(db: Db, entries: readonly Entry[]): Promise<ManualUpload['warnings']> {
  const phones = [...new Set(entries.map(({ phone }) => phone))]
  const surveys = [...new Set(entries.map(({ surveyId }) => surveyId))]
  const earlier = await rowsOf<{ surveyId: number; phone: string; isPaid: boolean }>(db)`
    select p.survey_id as "surveyId", p.msisdn as phone, bool_or(p.status = 'SUCCESSFUL') as "isPaid" from payable p
    where p.survey_id = any(${surveys}) and p.msisdn = any(${phones})
      and (p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING')
        or p.status = 'SUCCESSFUL' and p.updated_at > now() - make_interval(days => ${recentDays}))
    group by 1, 2, p.status = 'SUCCESSFUL'`
  const people = await rowsOf<{ phone: string }>(db)`
    select phone from person where phone = any(${phones}) and admin_type = 'PARTICIPANT'`
  const paid = new Set(earlier.filter(({ isPaid }) => isPaid).map(keyOf))
  const underWay = new Set(earlier.filter(({ isPaid }) => !isPaid).map(keyOf))
  const known = new Set(people.map(({ phone }) => phone))
  const times = Map.groupBy(entries, keyOf)
  const isIn: Record<ManualWarning, (entry: Entry) => boolean> = {
    SAME_PHONE: (entry) => (times.get(keyOf(entry))?.length ?? 0) > 1,
    UNDER_WAY: (entry) => underWay.has(keyOf(entry)),
    PAID_RECENTLY: (entry) => paid.has(keyOf(entry)),
    // Where no row is for a participant, none was meant to be.
    UNKNOWN_PERSON: ({ phone }) => known.size > 0 && !known.has(phone),
    OTHER_COUNTRY: ({ phone, country }) => country !== undefined && !isOfCountry(phone, country),
  }
  return manualWarnings.flatMap((group) => {
    const rows = entries.filter(isIn[group]).map(({ row }) => row)
    return rows.length === 0 ? [] : [{ group, count: rows.length, rows: rows.slice(0, listedRows) }]
  })
}

function keyOf({ surveyId, phone }: { surveyId: number; phone: string }): string {
  return `${surveyId} ${phone}`
}
