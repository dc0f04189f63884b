/**
 * One step on many payments (payments.md §1.5): each that the actor may not touch is reported by itself and stops nobody
 * else. Rows are decided by the domain's rule one by one, and written in a few statements, however many they are.
 */
import { sql } from 'kysely'
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import { maxListedOk, maxPayments } from '#contract/payments.ts'
import { problem } from '#contract/problems.ts'
import { errorCatalogue, type ErrorCode } from '#domain/errors.ts'
import { minorOf, sumOf, toMinorSum } from '#domain/money.ts'
import { type PaymentActor, paymentSteps, type PaymentStep, stepRefusal } from '#domain/payment.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { refusalOf } from '../http/failure.ts'
import { scopeOf, type SurveyScope } from '../scope.ts'
import { type AskedId, findTargets } from './ids.ts'
import { sum } from './row-parts.ts'
import { type LockedPayment, lockPayments, type StepTaker, takeStep } from './steps-store.ts'

export interface BulkRequest {
  step: PaymentStep
  ids: readonly AskedId[]
  expectedCount: number | undefined
  expectedTotal: readonly { amount: string | number; currency: string }[] | undefined
  /** By payment id. */
  versions: Readonly<Record<string, number>>
}

/** A payment under the number by which it was asked for. */
interface Item {
  id: number
  payment: LockedPayment
}

type Outcome = ErrorCode | 'OK'

interface Stepped {
  result: BulkResult
  /** What of it the trail is to keep: under the number of the payment, or what was asked for where there is none. */
  refused: { subjectId: number | string; code: string }[]
}

/** Locks, decides and writes; the batch is what an authorization reserved money for, all of it or none. */
export async function stepMany(db: Db, request: BulkRequest, actor: PaymentActor, taker: StepTaker): Promise<Stepped> {
  const { step, ids, versions } = request
  const asked = ids.flatMap((id) => ('asked' in id ? [id.asked] : []))
  const { items, missing } = await lockTargets(db, await scopeOf(db, actor), asked, step)
  checkExpected(request, items)
  const decided = items.map(({ id, payment }) => {
    const changed = (versions[payment.id] ?? payment.version) !== payment.version
    const outcome: Outcome = stepRefusal(step, payment, actor) ?? (changed ? 'STALE_FACTS' : 'OK')
    return { id, payment, outcome }
  })
  const willing = decided.filter(({ outcome }) => outcome === 'OK').map(({ payment }) => payment)
  const { batchId, refusal } = await wholly(db, () => takeStep(db, step, willing, taker))
  const rows = [
    ...decided.map(({ id, payment, outcome }) => rowOf(id, step, outcome === 'OK' ? refusal : outcome, payment)),
    ...missing.map((id) => rowOf(id, step, 'NOT_FOUND')),
    ...ids.flatMap((id) => ('manual' in id ? [rowOf(id.manual, step, 'USE_MANUAL_PATH')] : [])),
  ]
  const totalAmount = totals(refusal === 'OK' ? willing : [])
  const paymentOf = new Map<number | string, number>(decided.map(({ id, payment }) => [id, payment.id]))
  const refused = rows.flatMap(({ id, ok, code }) => (ok ? [] : [{ subjectId: paymentOf.get(id) ?? id, code }]))
  return { result: { ...summary(rows), totalAmount, batchId: batchId ?? null }, refused }
}

/** The payments behind the ids, each once, locked; those of a survey come under their own numbers. */
async function lockTargets(
  db: Db,
  scope: SurveyScope,
  asked: readonly number[],
  step: PaymentStep,
): Promise<{ items: Item[]; missing: number[] }> {
  const targets = await findTargets(db, scope, asked, paymentSteps[step].from)
  const askedAs = new Map<number, number>()
  for (const { asked: id, kind, paymentId } of targets) {
    if (!askedAs.has(paymentId)) askedAs.set(paymentId, kind === 'SURVEY' ? paymentId : id)
  }
  if (askedAs.size > maxPayments) {
    throw new AppError('VALIDATION_FAILED', { errors: [problem('ids', 'TOO_MANY', maxPayments)] })
  }
  const payments = await lockPayments(db, [...askedAs.keys()])
  const found = new Set(targets.map((target) => target.asked))
  return {
    items: payments.map((payment) => ({ id: askedAs.get(payment.id) ?? payment.id, payment })),
    missing: asked.filter((id) => !found.has(id)),
  }
}

/** "Select all" must mean what the screen showed, also when rows have come or gone since. */
function checkExpected({ expectedCount, expectedTotal }: BulkRequest, items: readonly Item[]): void {
  const now = totals(items.map(({ payment }) => payment))
  const isOtherCount = expectedCount !== undefined && expectedCount !== items.length
  const isOtherTotal = expectedTotal !== undefined && !isSameTotal(expectedTotal, now)
  if (isOtherCount || isOtherTotal) {
    throw new AppError('BATCH_CHANGED', { data: { count: items.length, total: now } })
  }
}

type Totals = NonNullable<BulkResult['totalAmount']>

function isSameTotal(expected: NonNullable<BulkRequest['expectedTotal']>, now: Totals): boolean {
  const sums = new Map(now.map((total) => [total.currency, minorOf(total)]))
  const isMatched = expected.every(({ amount, currency }) => sums.get(currency) === toMinorSum(amount, currency))
  return isMatched && expected.length === now.length
}

function totals(payments: readonly LockedPayment[]): Totals {
  return [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, group]) => {
    return sum(sumOf(group.map(({ amountMinor }) => amountMinor)), currency)
  })
}

/** A float too short undoes the step on all of them, and nothing else of the transaction. */
async function wholly(
  db: Db,
  work: () => Promise<number | undefined>,
): Promise<{ batchId: number | undefined; refusal: Outcome }> {
  await sql`savepoint step_taken`.execute(db)
  try {
    return { batchId: await work(), refusal: 'OK' }
  } catch (error) {
    if (refusalOf(error)?.code !== 'INSUFFICIENT_FUNDS') throw error
    await sql`rollback to savepoint step_taken`.execute(db)
    return { batchId: undefined, refusal: 'INSUFFICIENT_FUNDS' }
  }
}

function rowOf(id: number | string, step: PaymentStep, code: Outcome, payment?: LockedPayment): BulkRow {
  const from = payment ? { from: payment.status } : {}
  if (code === 'OK') return { id, ok: true, code, message: '', ...from, to: paymentSteps[step].to }
  return { id, ok: code === 'ALREADY_DONE', code, message: errorCatalogue[code].message, ...from }
}

/** What is done already needed nothing: it is skipped, not failed. */
function summary(rows: readonly BulkRow[]): Omit<BulkResult, 'totalAmount' | 'batchId'> {
  const done = rows.filter(({ code }) => code === 'OK')
  const skipped = rows.filter(({ code }) => code === 'ALREADY_DONE').length
  const results = done.length > maxListedOk ? rows.filter(({ code }) => code !== 'OK') : [...rows]
  const failed = rows.length - done.length - skipped
  return { requested: rows.length, succeeded: done.length, failed, skipped, results }
}
