/** Payments go to a provider as a file: one person asks for it, another one releases it, and two take it back. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { paymentFiles } from '#contract/payment-files.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { sumOf, sum } from '#domain/money/money.ts'
import {
  cellsOf,
  type FilePayment,
  fileNameOf,
  firstMapping,
  missingValues,
  type PaymentFileMapping,
  unwritable,
} from '#domain/money/payment-file.ts'
import { problem } from '#domain/problems.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { delimited } from '../../excel/csv.ts'
import { writeWorkbook } from '../../excel/write-workbook.ts'
import { keepFile } from '../../files/store.ts'
import { on } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { shownPhone, viewerOf, when } from '../row-parts.ts'
import {
  filePayments,
  findFiles,
  getFile,
  insertAct,
  insertFileOf,
  type KeptFile,
  mappingOf,
  shownLines,
  waitingPayments,
  waitingQueues,
} from './file-store.ts'

const mimes = {
  CSV: 'text/csv; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const today = () => new Date().toISOString().slice(0, 10)
const shownRows = 10
const shownProblems = 20

async function bytesOf(mapping: PaymentFileMapping, payments: readonly FilePayment[]): Promise<Uint8Array> {
  const { columns, hasHeadings, format, delimiter } = mapping
  const rows = [
    ...(hasHeadings ? [columns.map(({ heading }) => heading)] : []),
    ...payments.map((payment) => cellsOf(payment, mapping)),
  ]
  if (format === 'CSV') return Buffer.from(delimited(rows, delimiter))
  const sheet = {
    name: 'Payments',
    columns: columns.map(({ value }) => ({ format: value === 'AMOUNT' ? ('number' as const) : ('text' as const) })),
    rows,
    headings: hasHeadings ? 1 : 0,
  }
  return writeWorkbook({ sheets: [sheet], names: {} })
}

/** Refuses a mapping that lacks what every file needs, or that cannot write all of the payments. */
function checkMapping(mapping: PaymentFileMapping, payments: readonly FilePayment[]): void {
  const errors = missingValues(mapping).map((value) => problem(`mapping.columns.${value}`, 'REQUIRED'))
  const bad = new Set(payments.flatMap((payment) => unwritable(payment, mapping)))
  if (bad.has('PHONE')) errors.push(problem('mapping.countryCode', 'BAD_PHONE'))
  if (bad.has('AMOUNT')) errors.push(problem('mapping.amounts', 'CURRENCY_DIGITS', 0))
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
}

const preview = on(paymentFiles.preview, async ({ db, body, actor }) => {
  const kept = await mappingOf(db, body)
  const mapping = body.mapping ?? kept ?? firstMapping
  const payments = await waitingPayments(db, body)
  const shown = payments.slice(0, shownRows).map((row) => ({ ...row, phone: shownPhone(row.phone, actor) }))
  const problems = payments.flatMap((payment) =>
    unwritable(payment, mapping).map((value) => ({ paymentId: payment.paymentId, value })),
  )
  return {
    mapping,
    isKept: kept !== undefined && body.mapping === undefined,
    name: fileNameOf(mapping, { number: 0, day: today(), lines: payments.length }),
    rows: shown.map((payment) => cellsOf(payment, mapping).map(String)),
    count: payments.length,
    sum: sum(sumOf(payments.map(({ amountMinor }) => amountMinor)), body.currency),
    problems: problems.slice(0, shownProblems),
  }
})

const ask = on(paymentFiles.ask, async ({ db, body, actor, audit }) => {
  await mappingOf(db, body)
  const payments = await waitingPayments(db, body)
  refuse(payments.length === 0 ? 'NOTHING_WAITS' : undefined)
  checkMapping(body.mapping, payments)
  const id = await insertFileOf(db, body, { mapping: body.mapping, payments, askedBy: actor.id }).catch(unlessOpen)
  const after = await getFile(db, id, actor)
  audit({ action: 'payments.askFile', subjectType: 'payment_file', subjectId: id, after: noted(after) })
  return after
})

function unlessOpen(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'payment_file_open') throw new AppError('PAYMENT_FILE_OPEN')
  throw error
}

function noted({ provider, status, lines, sum: total, file }: KeptFile) {
  return { provider, status, lines, amount: total.amount, currency: total.currency, sha256: file?.sha256 }
}

/** The bytes come to be now, and open for those who may release them. */
async function keepBytes(
  db: Db,
  kept: KeptFile,
  { services, by }: { services: Services; by: number },
): Promise<number> {
  const { id, mapping, lines } = kept
  const payments = await filePayments(db, id)
  checkMapping(mapping, payments)
  const content = await bytesOf(mapping, payments)
  const sha256 = createHash('sha256').update(content).digest()
  const name = fileNameOf(mapping, { number: id, day: today(), lines })
  const file = { sha256, content, mime: mimes[mapping.format], name, bytes: content.length, createdBy: by }
  return keepFile(db, services.files, { ...file, openTo: 'ALL', needs: ['payments.authorize'] })
}

/** One act on a file after the other. */
export async function lockFile(db: Db, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment file ${id}`}, 0))`.execute(db)
}

const act = on(paymentFiles.act, async ({ db, params: { id }, body, actor, services, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  await lockFile(db, id)
  const before = await getFile(db, id, actor)
  const refusal = before.refusals[body.act]
  if (refusal) throw new AppError(refusal as AppError['code'])
  const fileId = body.act === 'RELEASE' ? await keepBytes(db, before, { services, by: actor.id }) : null
  await insertAct(db, { id, act: body.act, personId: actor.id, fileId })
  const after = await getFile(db, id, actor)
  audit({
    action: `payments.${actions[body.act]}`,
    subjectType: 'payment_file',
    subjectId: id,
    after: noted(after),
  })
  return after
})

const actions = { RELEASE: 'releaseFile', REFUSE: 'refuseFile', ASK_BACK: 'askFileBack', TAKE_BACK: 'takeFileBack' }

export const paymentFileRoutes = [
  on(paymentFiles.list, async ({ db, query, actor }) => {
    const where = when(query.provider, (name) => sql`f.provider = ${name}`) ?? sql`true`
    const counted = await sql<{ n: number }>`select count(*)::int as n from payment_file f where ${where}`.execute(db)
    const rows = await findFiles(db, where, { actor, ...pageOf(query) })
    return { rows, total: counted.rows[0]?.n ?? 0, queues: await waitingQueues(db) }
  }),
  on(paymentFiles.lines, async ({ db, params, query, actor }) => {
    const file = await getFile(db, params.id, actor)
    const rows = await shownLines(db, params.id, { reader: await viewerOf(db, actor), ...pageOf(query) })
    return { rows, total: file.lines, file }
  }),
  preview,
  ask,
  act,
]
