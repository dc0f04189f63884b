/** The rows of a file that names payments: by number, by the name of a manual one, or by a reference at the provider. */
import { sql } from 'kysely'
import { paymentList } from '#contract/payments.ts'
import type { RunStep } from '#domain/money/payment-run.ts'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { isManualName, paymentRef } from '#domain/money/payment.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { shortText } from '../../excel/cells.ts'
import { readTableApart, type Table, type TableRow } from '../../excel/read-table.ts'
import type { SpooledFile } from '../../http/context.ts'
import { phoneParser } from '../../phones.ts'
import { inScope, type SurveyScope } from '../../scope.ts'
import type { FileRow } from './selection-store.ts'

/** A file of the list, or the result of a run, can be sent back as it is. */
export const referenceTable: Table<'id' | 'phone'> = {
  list: 'payments',
  columns: { id: { there: true, read: shortText(64) }, phone: { read: shortText(64) } },
  ignored: [
    ...paymentList.columns.filter((key) => key !== 'id' && key !== 'phone'),
    'inRun',
    'statusReason',
    'code',
    'step',
  ],
  key: 'id',
  repeated: 'CODE_REPEATED',
}

export async function readReferences(file: SpooledFile | undefined): Promise<FileRow[]> {
  const { columns, chunks, problems, problemCount } = await readTableApart<'id' | 'phone'>('selection', file, undefined)
  if (columns.id === undefined)
    throw new AppError('WORKBOOK_ROWS_INVALID', { data: { rows: 0, problems, problemCount } })
  const seen = new Set<string>()
  return chunks
    .flatMap((chunk) => JSON.parse(chunk) as TableRow<'id' | 'phone'>[])
    .map(({ row, id, phone }) => {
      const ref = String(id ?? '').trim()
      const key = ref.toLowerCase()
      if (!paymentRef.test(ref) && !isReference(ref)) return { row, ref, code: 'BAD_ID' }
      if (seen.has(key)) return { row, ref, code: 'REPEATED' }
      seen.add(key)
      return phone ? { row, ref, phone: String(phone) } : { row, ref }
    })
}

function isReference(ref: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref)
}

interface Correcting {
  step: RunStep
  /** That of phones without a country code, where the survey names none. */
  phoneCountry: string | undefined
}

/** What the row of a correction says of its payment: a phone that is new to it. Other steps look at no phone. */
function corrected(row: FileRow, found: Found, { step, phoneCountry }: Correcting): FileRow {
  const { phone, ...others } = row
  if (step !== 'correct' || phone === undefined) return { ...others, id: found.id }
  const { value } = phoneParser(phoneCountryOf(found, phoneCountry))(phone)
  if (value === undefined) return { ...others, code: 'BAD_PHONE' }
  return value === found.phone ? { ...others, code: 'PHONE_UNCHANGED' } : { ...others, id: found.id, phone: value }
}

interface Found {
  ref: string
  id: number
  phone: string | null
  country: string | null
  surveyType: 'PAID' | 'FREE'
  currency: string
}

/** The payment behind each row, of those that the caller sees. */
export async function findPayments(
  db: Db,
  scope: SurveyScope,
  rows: readonly FileRow[],
  how: Correcting,
): Promise<FileRow[]> {
  const asked = rows.filter(({ code }) => code === undefined).map(({ ref }) => ref)
  const numbers = asked.filter((ref) => paymentRef.test(ref) && !isManualName(ref))
  const seen = inScope(scope, sql`p.survey_id`) ?? sql`true`
  const found = await rowsOf<Found>(db)`
    with named as (
      select p.id::text as ref, p.id from payable p where p.id = any(${numbers}::bigint[]) and ${seen}
      union all select p.name, p.id from payable p where p.name = any(${asked.filter(isManualName)}) and ${seen}
      union all select a.client_ref::text, p.id from attempt a join payable p on p.id = a.payable_id
        where a.client_ref = any(${asked.filter(isReference)}::uuid[]) and ${seen})
    select named.*, p.msisdn as phone, s.country, s.survey_type as "surveyType", p.currency
    from named join payable p using (id) join survey s on s.id = p.survey_id`
  const payments = new Map(found.map((one) => [one.ref.toLowerCase(), one]))
  const taken = new Set<number>()
  return rows.map((row) => {
    if (row.code !== undefined) return row
    const payment = payments.get(row.ref.toLowerCase())
    if (payment === undefined) return { row: row.row, ref: row.ref, code: 'NOT_FOUND' }
    if (taken.has(payment.id)) return { row: row.row, ref: row.ref, code: 'REPEATED' }
    taken.add(payment.id)
    return corrected(row, payment, how)
  })
}
