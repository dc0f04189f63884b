/** Payments from a file: read apart, looked at whole, and all of them put forward, or none. */
import { sql } from 'kysely'
import { xlsxMime } from '#contract/response-files.ts'
import { type ManualColumn, manualColumns, manualPayments, type ManualUpload } from '#contract/manual-payments.ts'
import { maxManualRows } from '#domain/money/manual-payment.ts'
import { sum, sumOf } from '#domain/money/money.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { reportOf } from '../../excel/problem-list.ts'
import { readTableApart } from '../../excel/read-table.ts'
import { writeWorkbook } from '../../excel/write-workbook.ts'
import { on } from '../../http/context.ts'
import { found } from '../../db/table-store.ts'
import { scopeOf } from '../../scope.ts'
import { entriesOf, type Entry } from './manual-rows.ts'
import { findPlaces, insertManual } from './manual-store.ts'
import { manualSheet } from './manual-table.ts'
import { warningsOf } from './manual-warnings.ts'
import { putForward } from '../steps/steps.ts'
import { paymentActor } from '../steps/steps-store.ts'

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
    const { id: batchId } = found(
      await sql<{ id: number }>`insert into payment_upload (sha256, name, rows, created_by)
        values (${sha256}, ${file?.name ?? ''}, ${entries.length}, ${actor.id}) returning id`.execute(db),
    )
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

function totalOf(entries: readonly Entry[]): ManualUpload['total'] {
  return [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, group]) =>
    sum(sumOf(group.map(({ amountMinor }) => amountMinor)), currency),
  )
}
