/** A provider's file about the payments of one of ours: told line by line first, then each line ends its payment. */
import { sql } from 'kysely'
import { maxFileLines, paymentFiles, type ResultReport } from '#contract/payment-files.ts'
import { sum } from '#domain/money/money.ts'
import { shortReferenceOf } from '#domain/money/payment-file.ts'
import {
  guessResultMapping,
  missingResultColumns,
  readResult,
  type ReleasedPayment,
  type ResultLine,
  type ResultMapping,
  resultWords,
} from '#domain/money/payment-result.ts'
import type { StatementCell } from '#domain/money/statement-file.ts'
import { problem } from '#domain/problems.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import type { Services } from '../../services.ts'
import { AppError, refuse } from '../../errors.ts'
import { on, type SpooledFile } from '../../http/context.ts'
import { keepTable, readApart, sampleOf } from '../books/provider-file.ts'
import { type Outcome, writeOutcomes } from '../worker/attempt-store.ts'
import { keptText, type ProviderEvent } from '../worker/provider-events.ts'
import { type Job, mismatch, type Verdict } from '../worker/verdict.ts'
import { getFile } from './file-store.ts'
import { lockFile } from './payment-files.ts'

type Payment = ReleasedPayment &
  Pick<Job, 'id' | 'fence' | 'paymentId' | 'attemptNo' | 'batchId' | 'surveyId' | 'msisdn' | 'provider'>
type Line = ResultLine<Payment>

/** The most lines of one group in a report. */
export const shownOfGroup = 50
const titleRows = 100
const chunk = 1000

async function releasedPayments(db: Db, { id, provider }: { id: number; provider: string }) {
  const rows = await rowsOf<Omit<Payment, 'shortReference'> & { line: number }>(db)`
    select l.no as line, a.id, a.fence, a.payable_id as "paymentId", a.no as "attemptNo", a.batch_id as "batchId", p.survey_id as "surveyId",
      a.msisdn, a.provider, a.client_ref as reference, a.amount_minor as "amountMinor",
      a.currency, case a.state when 'SUCCESSFUL' then 'PAID' when 'FAILED' then 'FAILED' when 'SENDING' then 'WAITING' else 'OTHERWISE' end as state,
      a.paid_minor as "paidMinor"
    from payment_file_line l join attempt a on a.id = l.attempt_id and a.provider = ${provider} join payable p on p.id = a.payable_id
    where l.payment_file_id = ${id}`
  return rows.map((row): Payment => ({ ...row, shortReference: shortReferenceOf(id, row.line) }))
}

function byReference(payments: readonly Payment[]): Map<string, Payment> {
  return new Map(
    payments.flatMap((payment) => [
      [payment.reference.toLowerCase(), payment] as const,
      [payment.shortReference.toLowerCase(), payment] as const,
    ]),
  )
}

/** A reference of the provider that is another payment's already proves nothing about this one. */
async function markTaken(db: Db, provider: string, lines: readonly Line[]): Promise<Line[]> {
  const rows = await rowsOf<{ ref: string; id: number }>(db)`
    select provider_ref as ref, id from attempt
    where provider = ${provider} and provider_ref = any(${lines.map(({ providerRef }) => providerRef ?? null)})`
  const taken = new Map(rows.map(({ ref, id }) => [ref, id]))
  return lines.map((line) => {
    const by = taken.get(line.providerRef ?? '')
    return by === undefined || by === line.payment?.id || !line.payment ? line : { ...line, word: 'DOUBLE' }
  })
}

/** A file that knows none of ours, or that is about another provider's payments, is refused as a whole. */
async function refuseForeign(db: Db, provider: string, lines: readonly Line[]): Promise<void> {
  const unknown = lines.filter(({ word }) => word === 'UNKNOWN').map(({ reference }) => reference.toLowerCase())
  const { rows } = await sql`
    select from attempt where provider <> ${provider} and client_ref::text = any(${unknown})
    union all select from payment_file_line l join payment_file f on f.id = l.payment_file_id and f.provider <> ${provider}
      where 'p' || l.payment_file_id || '-' || l.no = any(${unknown}) limit 1`.execute(db)
  refuse(rows.length > 0 || unknown.length === lines.length ? 'RESULT_OF_ANOTHER' : undefined)
}

interface Kept {
  resultId: number
  file: SpooledFile
}

function outcomeOf(line: Line & { payment: Payment }, { resultId, file }: Kept): Outcome {
  const { payment, word, row, cells, reason } = line
  const { paymentId, attemptNo, msisdn, currency } = payment
  const isPaid = word !== 'FAILED'
  const providerRef = line.providerRef ?? payment.shortReference
  const event: ProviderEvent = {
    ...keptText(JSON.stringify(cells), msisdn),
    paymentId,
    attemptNo,
    question: `${file.name.slice(0, 300)}, row ${row}`,
    httpStatus: null,
    resultId,
    ...(isPaid ? { reading: 'SUCCEEDED', paidRef: providerRef } : { reading: 'FAILED_DEFINITE' }),
  }
  const paid = { amountMinor: line.amountMinor ?? 0, currency, msisdn: undefined }
  const failed = keptText(reason, msisdn).text.slice(0, 100) || 'REFUSED'
  const verdict: Verdict = isPaid
    ? { state: 'SUCCESSFUL', providerRef, paid, waitMs: 'NEVER' }
    : { state: 'FAILED', reason: failed, waitMs: 'NEVER' }
  const job: Job = { ...payment, ...asJob }
  // Money has moved, but not as ordered: nothing is booked until two people have looked at it.
  return {
    job,
    events: [event],
    verdict: word === 'AMOUNT_DIFFERS' ? { ...verdict, state: 'UNKNOWN', reason: mismatch } : verdict,
  }
}

async function keep(
  db: Db,
  services: Services,
  {
    id,
    mapping,
    report,
    file,
    by,
  }: { id: number; mapping: ResultMapping; report: ResultReport; file: SpooledFile; by: number },
): Promise<number> {
  const { sha256 } = file
  const fileId = await keepTable(db, services, file, by)
  return (
    await rowOf<{ id: number }>(db)`
      insert into payment_result (payment_file_id, file_id, sha256, mapping, report, taken_by)
      values (${id}, ${fileId}, ${sha256}, ${JSON.stringify(mapping)}::jsonb, ${JSON.stringify(report)}::jsonb, ${by})
      returning id`
  ).id
}

function reportOf(lines: readonly Line[], payments: readonly Payment[], currency: string): ResultReport {
  const byWord = Map.groupBy(lines, ({ word }) => word)
  const of = (word: Line['word']) => byWord.get(word) ?? []
  const answered = of('PAID').length + of('FAILED').length
  const named = resultWords.slice(3).flatMap((word) => of(word).slice(0, shownOfGroup))
  return {
    id: null,
    rows: lines.length,
    groups: resultWords.map((word) => ({
      word,
      count: of(word).length,
      paid: sum(BigInt(of(word).reduce((all, { amountMinor }) => all + (amountMinor ?? 0), 0)), currency),
    })),
    waiting: payments.filter(({ state }) => state !== 'PAID' && state !== 'FAILED').length - answered,
    lines: named.map(({ word, row, reference, status, amountMinor, payment }) => ({
      word,
      row,
      reference: reference.slice(0, 100),
      status: status.slice(0, 100),
      paymentId: payment?.paymentId ?? null,
      ours: payment ? sum(BigInt(payment.amountMinor), currency) : null,
      paid: amountMinor === undefined ? null : sum(BigInt(amountMinor), currency),
    })),
    repeated: false,
  }
}

/** What the same bytes, read in the same way, did before: who corrects the mapping has them read again. */
async function earlierReport(
  db: Db,
  id: number,
  { file: { sha256 }, mapping }: { file: SpooledFile; mapping: ResultMapping },
): Promise<ResultReport | undefined> {
  const rows = await rowsOf<{ id: number; report: ResultReport }>(db)`
    select id, report from payment_result where payment_file_id = ${id} and sha256 = ${sha256} and mapping = ${JSON.stringify(mapping)}::jsonb`
  return rows[0] && { ...rows[0].report, id: rows[0].id, repeated: true }
}

const takeResult = on(paymentFiles.takeResult, async ({ params: { id }, body, file, services, write, audit }) => {
  const { mapping, dryRun } = body
  const errors = missingResultColumns(mapping).map((name) => problem(`mapping.columns.${name}`, 'REQUIRED'))
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
  const { rows } = await readApart<{ rows: StatementCell[][] }>(file, { rows: maxFileLines + titleRows })
  if (!file) throw new AppError('FILE_MISSING')
  return write(async (db, actor): Promise<ResultReport> => {
    await lockFile(db, id)
    const { provider, currency, status } = await getFile(db, id, actor)
    refuse(status === 'RELEASED' || status === 'ANSWERED' ? undefined : 'FUNDING_DECIDED')
    const noted = { action: 'payments.takeResult', subjectType: 'payment_file', subjectId: id }
    const earlier = await earlierReport(db, id, { file, mapping })
    if (earlier) {
      audit({ ...noted, after: { name: file.name, repeated: true } })
      return earlier
    }
    const payments = await releasedPayments(db, { id, provider })
    const { lines: read, missing } = readResult(rows, { mapping, payments: byReference(payments) })
    const lacking = missing.map((heading) => problem('mapping.columns', 'MISSING_COLUMN', heading))
    if (lacking.length > 0) throw new AppError('VALIDATION_FAILED', { errors: lacking })
    refuse(read.length === 0 ? 'WORKBOOK_EMPTY' : undefined)
    await refuseForeign(db, provider, read)
    const lines = await markTaken(db, provider, read)
    const report = reportOf(lines, payments, currency)
    if (!dryRun) {
      report.id = await keep(db, services, { id, mapping, report, file, by: actor.id })
      const ending = lines.filter((line): line is Line & { payment: Payment } => endings.has(line.word))
      for (let at = 0; at < ending.length; at += chunk) {
        const outcomes = ending.slice(at, at + chunk).map((line) => outcomeOf(line, { resultId: report.id ?? 0, file }))
        const counted = await writeOutcomes(db, outcomes)
        if (counted.length < outcomes.length) throw new AppError('STALE_FACTS')
      }
    }
    const words = Object.fromEntries(report.groups.map(({ word, count }) => [word, count]))
    audit({ ...noted, after: { name: file.name, dryRun, rows: report.rows, ...words } })
    return report
  })
})

const endings = new Set<Line['word']>(['PAID', 'FAILED', 'AMOUNT_DIFFERS'])
/** What a worker would know beside it: nothing was asked, and no earlier try is looked at again by itself. */
const asJob = {
  clientRef: '',
  providerRef: null,
  surveyTitle: '',
  state: 'SENDING',
  sends: 1,
  polls: 0,
  pollLimit: null,
  resendInMs: Infinity,
  mayBeKnown: false,
  earlier: [],
} as const

const sample = on(paymentFiles.sample, async ({ db, params: { id }, file, actor }) => {
  const { provider } = await getFile(db, id, actor)
  const earlier = await rowsOf<{ mapping: ResultMapping }>(db)`
    select r.mapping from payment_result r join payment_file f on f.id = r.payment_file_id and f.provider = ${provider}
    order by r.id desc limit 1`
  const { rows, mapping, isKept } = await sampleOf(file, earlier[0]?.mapping, guessResultMapping)
  return { rows, mapping, isKept }
})

export const resultRoutes = [sample, takeResult]
