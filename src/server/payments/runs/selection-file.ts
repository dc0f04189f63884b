/** The rows of a file that names payments: by number, by the name of a manual one, or by a reference at the provider. */
import { sql } from 'kysely'
import { paymentList } from '#contract/payments.ts'
import { isManualName, paymentRef } from '#domain/money/payment.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { shortText } from '../../excel/cells.ts'
import { readTableApart, type Table, type TableRow } from '../../excel/read-table.ts'
import type { SpooledFile } from '../../http/context.ts'
import { inScope, type SurveyScope } from '../../scope.ts'
import type { FileRow } from './selection-store.ts'

/** A file of the list, or the result of a run, can be sent back as it is. */
export const referenceTable: Table<'id'> = {
  list: 'payments',
  columns: { id: { there: true, read: shortText(64) } },
  ignored: [...paymentList.columns.filter((key) => key !== 'id'), 'inRun', 'statusReason', 'code', 'step'],
  key: 'id',
  repeated: 'CODE_REPEATED',
}

export async function readReferences(file: SpooledFile | undefined): Promise<FileRow[]> {
  const { columns, chunks, problems, problemCount } = await readTableApart<'id'>('selection', file, undefined)
  if (columns.id === undefined)
    throw new AppError('WORKBOOK_ROWS_INVALID', { data: { rows: 0, problems, problemCount } })
  const seen = new Set<string>()
  return chunks
    .flatMap((chunk) => JSON.parse(chunk) as TableRow<'id'>[])
    .map(({ row, id }) => {
      const ref = String(id ?? '').trim()
      const key = ref.toLowerCase()
      if (!paymentRef.test(ref) && !isReference(ref)) return { row, ref, code: 'BAD_ID' }
      if (seen.has(key)) return { row, ref, code: 'REPEATED' }
      seen.add(key)
      return { row, ref }
    })
}

function isReference(ref: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref)
}

/** The payment behind each row, of those that the caller sees. */
export async function findPayments(db: Db, scope: SurveyScope, rows: readonly FileRow[]): Promise<FileRow[]> {
  const asked = rows.filter(({ code }) => code === undefined).map(({ ref }) => ref)
  const numbers = asked.filter((ref) => paymentRef.test(ref) && !isManualName(ref))
  const seen = inScope(scope, sql`p.survey_id`) ?? sql`true`
  const { rows: found } = await sql<{ ref: string; id: number }>`
    select p.id::text as ref, p.id from payable p where p.id = any(${numbers}::bigint[]) and ${seen}
    union all select p.name, p.id from payable p where p.name = any(${asked.filter(isManualName)}) and ${seen}
    union all select a.client_ref::text, p.id from attempt a join payable p on p.id = a.payable_id
      where a.client_ref = any(${asked.filter(isReference)}::uuid[]) and ${seen}`.execute(db)
  const ids = new Map(found.map(({ ref, id }) => [ref.toLowerCase(), id]))
  const taken = new Set<number>()
  return rows.map((row) => {
    if (row.code !== undefined) return row
    const id = ids.get(row.ref.toLowerCase())
    if (id === undefined) return { ...row, code: 'NOT_FOUND' }
    if (taken.has(id)) return { ...row, code: 'REPEATED' }
    taken.add(id)
    return { ...row, id }
  })
}
