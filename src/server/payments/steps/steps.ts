/**
 * One step on one payment or many (payments.md §1.5): each that the actor may not touch is reported by itself and stops
 * no other. Rows are decided by the domain's rule one by one, and written in a few statements, however many they are.
 */
import { sql } from 'kysely'
import type { BulkResult } from '#contract/fields.ts'
import { maxListedOk, maxPayments, type StepResult } from '#contract/payments.ts'
import { problem } from '#domain/problems.ts'
import { errorCatalogue, type ErrorCode } from '#domain/errors.ts'
import { minorOf, sumOf, toMinorSum } from '#domain/money/money.ts'
import {
  isManualName,
  type PaymentActor,
  type PaymentStatus,
  paymentSteps,
  type PaymentStep,
  statusAfter,
  stepRefusal,
} from '#domain/money/payment.ts'
import type { PaymentAction } from '#domain/money/payment-ways.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { refusalOf } from '../../http/failure.ts'
import { scopeOf } from '../../scope.ts'
import { asMissing, floatKey, type Missing, needsOf, shortOf } from '../funding/floats.ts'
import { type Asked, findTargets, type Target } from '../payment-refs.ts'
import { limitsAgainst } from '../funding/policy-store.ts'
import { sum } from '../row-parts.ts'
import { type LockedPayment, lockPayments, type StepTaker, takeStep } from './steps-store.ts'

export interface EachRequest {
  asked: Asked
  expectedCount?: number | undefined
  expectedTotal?: readonly { amount: string | number; currency: string }[] | undefined
  /** Whether the caller decided on other facts than there are now. */
  isStale: (item: Item) => boolean
}

export interface StepRequest extends EachRequest {
  step: PaymentStep
}

/** A payment and the target that named it. */
export interface Item {
  target: Target
  payment: LockedPayment
}

type Code = ErrorCode | 'OK'

interface Outcome {
  /** As the caller writes it. */
  ref: string
  code: Code
  /** Undefined when there is none behind it. */
  item: Item | undefined
  /** The status that it leaves the payment in, once taken. */
  to: PaymentStatus | undefined
}

export interface Stepped {
  action: PaymentAction
  outcomes: Outcome[]
  totalAmount: Totals
  /** What an authorization reserved money for. */
  batchId: number | undefined
  /** What the floats are short of. */
  short: Missing[]
}

/** What the action asks of a payment: the domain's rule about it, and where it may start from. */
interface Rule {
  from: readonly PaymentStatus[]
  /** The most payments at once. */
  most: number
  refusal: (payment: LockedPayment) => ErrorCode | undefined
}

interface Decided {
  item: Item
  code: Code
}

/** Locks the named payments, and decides about each. */
export async function decideEach(
  db: Db,
  request: EachRequest,
  actor: PaymentActor,
  rule: Rule,
): Promise<{ decided: Decided[]; missing: Outcome[] }> {
  const { items, missing } = await lockTargets(db, request.asked, actor, rule)
  checkExpected(request, items)
  const decided = items.map((item) => {
    const code: Code = rule.refusal(item.payment) ?? (request.isStale(item) ? 'STALE_FACTS' : 'OK')
    return { item, code }
  })
  return { decided, missing: missing.map((ref) => ({ ref, code: 'NOT_FOUND', item: undefined, to: undefined })) }
}

/** Locks, decides and writes. */
export async function stepEach(db: Db, request: StepRequest, actor: PaymentActor, taker: StepTaker): Promise<Stepped> {
  const { step, asked } = request
  const { decided, missing } = await decideEach(db, request, actor, {
    from: paymentSteps[step].from,
    most: maxPayments,
    refusal: (payment) => stepRefusal(step, payment, actor),
  })
  await refuseAboveLimits(db, step, decided, { id: actor.id, role: taker.role })
  const willing = decided.filter(({ code }) => code === 'OK').map(({ item }) => item.payment)
  const { batchId, covered, short } = await takeCovered(db, step, willing, taker)
  const taken = new Set(covered)
  const codeOf = ({ item, code }: Decided) => (code === 'OK' && !taken.has(item.payment) ? 'INSUFFICIENT_FUNDS' : code)
  const outcomes = [
    ...decided.map((one) => {
      const { item } = one
      return { ref: refOf(asked, item), code: codeOf(one), item, to: statusAfter(step, item.payment) }
    }),
    ...missing,
  ]
  return { action: step, outcomes, totalAmount: totals(covered), batchId, short }
}

/** A float that is too short leaves out the payments of its currency, and no others. */
async function takeCovered(db: Db, step: PaymentStep, willing: readonly LockedPayment[], taker: StepTaker) {
  const short: Missing[] = []
  let covered = willing
  for (;;) {
    const those = covered
    const { batchId, refusal } = await wholly(db, () => takeStep(db, step, those, taker))
    if (refusal === 'OK') return { batchId, covered, short }
    const found = await shortOf(db, needsOf(covered))
    const left = new Set(found.map(floatKey))
    short.push(...found)
    // Money that came in at this moment: the caller tries again.
    covered = found.length === 0 ? [] : covered.filter((payment) => !left.has(floatKey(payment)))
  }
}

/** Does the work and takes it back: what it found out is true. */
export async function rolledBack<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint tried`.execute(db)
  const found = await work()
  await sql`rollback to savepoint tried`.execute(db)
  return found
}

/** Those that the limits refuse are not taken on (policy-store.ts). */
async function refuseAboveLimits(
  db: Db,
  step: PaymentStep,
  decided: Decided[],
  taker: { id: number; role: string },
): Promise<void> {
  const willing = decided.filter(({ code }) => code === 'OK').map(({ item }) => item.payment)
  const refused = await limitsAgainst(db, step, willing, taker)
  for (const row of decided) row.code = refused.get(row.item.payment.id) ?? row.code
}

/** The payments behind the ids, each once, locked. */
async function lockTargets(
  db: Db,
  asked: Asked,
  actor: PaymentActor,
  { from, most }: Rule,
): Promise<{ items: Item[]; missing: string[] }> {
  const targets = await findTargets(db, await scopeOf(db, actor), asked.ids, from)
  const targetOf = new Map<number, Target>()
  for (const target of targets) if (!targetOf.has(target.paymentId)) targetOf.set(target.paymentId, target)
  if (targetOf.size > most) {
    throw new AppError('VALIDATION_FAILED', { errors: [problem('ids', 'TOO_MANY', most)] })
  }
  const payments = await lockPayments(db, [...targetOf.keys()])
  const found = new Set(targets.map((target) => target.asked))
  const missing = asked.ids.filter((id) => !found.has(id)).map((id) => asked.names.get(id) ?? String(id))
  return {
    items: payments.flatMap((payment) => {
      const target = targetOf.get(payment.id)
      return target ? [{ target, payment }] : []
    }),
    missing: [...missing, ...asked.unknown],
  }
}

/** The name of a payment in the answer: the caller's name for it, or its own id for a named survey. */
export function refOf({ names }: Asked, { target, payment }: Item): string {
  if (target.kind === 'SURVEY') return payment.name ?? String(payment.id)
  return names.get(target.asked) ?? String(target.asked)
}

/** "Select all" must mean what the screen showed, also when rows have come or gone since. */
function checkExpected({ expectedCount, expectedTotal }: EachRequest, items: readonly Item[]): void {
  const now = totals(items.map(({ payment }) => payment))
  const isOtherCount = expectedCount !== undefined && expectedCount !== items.length
  const isOtherTotal = expectedTotal !== undefined && !isSameTotal(expectedTotal, now)
  if (isOtherCount || isOtherTotal) {
    throw new AppError('BATCH_CHANGED', { data: { count: items.length, total: now } })
  }
}

type Totals = NonNullable<BulkResult['totalAmount']>

export function isSameTotal(expected: NonNullable<StepRequest['expectedTotal']>, now: Totals): boolean {
  const sums = new Map(now.map((total) => [total.currency, minorOf(total)]))
  const isMatched = expected.every(({ amount, currency }) => sums.get(currency) === toMinorSum(amount, currency))
  return isMatched && expected.length === now.length
}

export function totals(payments: readonly LockedPayment[]): Totals {
  return [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, group]) => {
    return sum(sumOf(group.map(({ amountMinor }) => amountMinor)), currency)
  })
}

/** A float too short undoes the step on all of them, and nothing else of the transaction. */
export async function wholly(
  db: Db,
  work: () => Promise<number | undefined>,
): Promise<{ batchId: number | undefined; refusal: Code }> {
  await sql`savepoint step_taken`.execute(db)
  try {
    return { batchId: await work(), refusal: 'OK' }
  } catch (error) {
    if (refusalOf(error)?.code !== 'INSUFFICIENT_FUNDS') throw error
    await sql`rollback to savepoint step_taken`.execute(db)
    return { batchId: undefined, refusal: 'INSUFFICIENT_FUNDS' }
  }
}

/** The answer of a bulk call. A finished payment needed nothing: the answer skips it and counts no failure. */
export function resultOf({ outcomes, totalAmount, batchId, short }: Stepped): StepResult {
  const rows = outcomes.map(rowOf)
  const done = rows.filter(({ code }) => code === 'OK')
  const skipped = rows.filter(({ code }) => code === 'ALREADY_DONE').length
  const results = done.length > maxListedOk ? rows.filter(({ code }) => code !== 'OK') : rows
  const failed = rows.length - done.length - skipped
  return {
    requested: rows.length,
    succeeded: done.length,
    failed,
    skipped,
    results,
    totalAmount,
    batchId: batchId ?? null,
    ...(short.length > 0 ? { missing: short.map(asMissing) } : {}),
  }
}

function rowOf({ ref, code, item, to }: Outcome): StepResult['results'][number] {
  const row = { id: isManualName(ref) ? ref : Number(ref), code, ...(item ? { from: item.payment.status } : {}) }
  if (code === 'OK') {
    return { ...row, ok: true, message: '', ...(to ? { to } : {}) }
  }
  return { ...row, ok: code === 'ALREADY_DONE', message: errorCatalogue[code].message }
}
