/** The ways off the straight path (domain/money/payment-ways.ts), each in the transaction of its call. */
import { type HighestAmounts, highestAmount } from '#domain/surveys/highest-amount.ts'
import { minorDigits, toDecimal, toMinor } from '#domain/money/money.ts'
import { type PaymentActor, type PaymentStep, withdrawn } from '#domain/money/payment.ts'
import type { RunStep } from '#domain/money/payment-run.ts'
import { needsReason, type PaymentWay, paymentWays, wayRefusal } from '#domain/money/payment-ways.ts'
import { problem } from '#domain/problems.ts'
import { writeAudit } from '../../audit.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { followReversed } from './follow-reversed.ts'
import type { LockedPayment } from './steps-store.ts'
import {
  addFinding,
  bookAttempt,
  factsNow,
  type Finding,
  type LockedForWay,
  lockForWay,
  moveOn,
  type NewFacts,
  recallAttempt,
  resolveAttempt,
  signWay,
  type WayTaker,
} from './ways-store.ts'

export interface Correction {
  phone?: string | null | undefined
  amount?: string | number | null | undefined
}

export interface WayRequest {
  way: PaymentWay
  id: number
  version: number | undefined
  actor: PaymentActor
  taker: WayTaker
}

/** Locks and decides. Refuses with where the payment is now. */
async function open(db: Db, { way, id, version, actor }: WayRequest): Promise<LockedForWay> {
  const payment = await lockForWay(db, id)
  if (!payment) throw new AppError('NOT_FOUND')
  const isStale = version !== undefined && version !== payment.version
  const code = wayRefusal(way, payment, actor) ?? (isStale ? 'STALE_FACTS' : undefined)
  if (code) throw new AppError(code, { data: { id, status: payment.status, version: payment.version } })
  return payment
}

/** Taken back by its maker, by a maker before it was ever put forward, or given up after it failed. */
export async function withdraw(db: Db, request: WayRequest): Promise<void> {
  const payment = await open(db, request)
  askForReason(needsReason('withdraw', payment), request.taker)
  await takeTogether(db, 'withdraw', [payment], request.taker)
}

export async function reopen(db: Db, request: WayRequest): Promise<void> {
  await takeTogether(db, 'reopen', [await open(db, request)], request.taker)
}

/** Throws VALIDATION_FAILED where a reason is asked for and there is none. */
export function askForReason(isAsked: boolean, { reasonText }: { reasonText?: string | null | undefined }): void {
  if (isAsked && !reasonText) throw new AppError('VALIDATION_FAILED', { errors: [problem('reasonText', 'REQUIRED')] })
}

/** Another phone or amount. A phone that is not given is the one that the participant has now. */
export async function correct(
  db: Db,
  request: WayRequest,
  { phone, amount, highest }: Correction & { highest: HighestAmounts },
): Promise<void> {
  const payment = await open(db, request)
  const [now] = (await factsNow(db, [payment])).values()
  if (!now) throw new AppError('NOT_FOUND')
  const amountMinor = readAmount(amount ?? undefined, { currency: payment.currency, ...now }, highest)
  const facts: NewFacts = phone ? { phone, amountMinor, phoneFrom: 'GIVEN' } : { ...now, amountMinor }
  if (facts.phone === payment.phone && amountMinor === now.amountMinor)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('phone', 'REQUIRED')] })
  await begin(db, 'correct', [payment], new Map([[payment.id, facts]]), request.taker)
}

function readAmount(
  amount: string | number | undefined,
  payment: Pick<LockedForWay, 'currency' | 'amountMinor'>,
  highest: HighestAmounts,
): number {
  const { currency, amountMinor } = payment
  if (amount === undefined) return amountMinor
  const minor = toMinor(amount, currency)
  const limit = highestAmount(currency, highest)
  if (minor === undefined)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('amount', 'CURRENCY_DIGITS', minorDigits(currency))] })
  if (minor === 0) throw new AppError('VALIDATION_FAILED', { errors: [problem('amount', 'NOT_POSITIVE')] })
  if (minor > limit) {
    const most = `${currency} ${toDecimal(limit, currency)}`
    throw new AppError('VALIDATION_FAILED', { errors: [problem('amount', 'AMOUNT_TOO_HIGH', most)] })
  }
  return minor
}

/** A new round that starts unsigned, with these facts. */
async function begin(
  db: Db,
  way: 'reopen' | 'correct',
  payments: readonly LockedPayment[],
  facts: ReadonlyMap<number, NewFacts>,
  taker: WayTaker,
): Promise<void> {
  await signWay(db, way, payments, { taker, facts })
  await moveOn(db, payments, { way, to: 'ELIGIBLE', facts }, taker)
}

/** The same facts once more: who signed them stays, and only the authorization is taken again. */
export async function retry(db: Db, request: WayRequest): Promise<void> {
  await takeTogether(db, 'retry', [await open(db, request)], request.taker)
}

/** Each must be locked, and permitted by `wayRefusal`. */
export async function takeTogether(
  db: Db,
  way: Exclude<RunStep, PaymentStep>,
  payments: readonly LockedPayment[],
  taker: WayTaker,
  phones?: ReadonlyMap<number, string>,
): Promise<void> {
  if (payments.length === 0) return
  if (way === 'reopen' || way === 'correct') {
    const facts = [...(await factsNow(db, payments))].map(([id, now]): [number, NewFacts] => {
      const phone = phones?.get(id)
      return [id, phone === undefined ? now : { ...now, phone, phoneFrom: 'GIVEN' }]
    })
    return begin(db, way, payments, new Map(facts), taker)
  }
  const [to] = paymentWays[way].to
  await signWay(db, way, payments, { taker })
  await moveOn(db, payments, { way, to, reason: way === 'withdraw' ? withdrawn : undefined }, taker)
}

export async function recall(db: Db, request: WayRequest): Promise<void> {
  const payment = await open(db, request)
  await signWay(db, 'recall', [payment], { taker: request.taker })
  if (!payment.lastAttempt || !(await recallAttempt(db, payment.lastAttempt))) throw new AppError('ON_ITS_WAY')
  await moveOn(db, [payment], { way: 'recall', to: 'APPROVED' }, request.taker)
}

/** What one person found waits for another who finds the same; until then the payment stays where it is. */
export async function resolve(db: Db, request: WayRequest, finding: Finding): Promise<void> {
  const payment = await open(db, request)
  const attempt = await found(db, payment, finding, request.taker)
  const to = finding.outcome === 'PAID' ? 'SUCCESSFUL' : 'FAILED'
  if (payment.finding?.outcome !== finding.outcome) return stay(db, 'resolve', payment, request.taker)
  await resolveAttempt(db, attempt, to)
  const reason = to === 'FAILED' ? 'RESOLVED' : undefined
  await moveOn(db, [payment], { way: 'resolve', to, reason }, request.taker)
}

export async function reverse(db: Db, request: WayRequest, evidence: Omit<Finding, 'outcome'>): Promise<void> {
  const payment = await open(db, request)
  await found(db, payment, { ...evidence, outcome: 'REVERSE' }, request.taker)
  await moveOn(db, [payment], { way: 'reverse', to: 'REVERSING' }, request.taker)
}

export async function confirmReverse(db: Db, request: WayRequest, finding: Finding): Promise<void> {
  const payment = await open(db, request)
  const attempt = await found(db, payment, finding, request.taker)
  const isBack = finding.outcome === 'RECOVERED'
  if (isBack) await bookAttempt(db, 'REVERSED', attempt)
  const to = isBack ? 'REVERSED' : 'SUCCESSFUL'
  await moveOn(db, [payment], { way: 'confirmReverse', to }, request.taker)
}

/** The second person who says so makes the payment that follows it. */
export async function oweAgain(db: Db, request: WayRequest, evidence: Omit<Finding, 'outcome'>): Promise<void> {
  const payment = await open(db, request)
  await found(db, payment, { ...evidence, outcome: 'OWED' }, request.taker)
  if (payment.finding?.outcome === 'OWED') await followReversed(db, payment, request.taker)
  // What is over stays as it is: the trail alone says more.
  const noted = { action: 'payments.oweAgain', subjectType: 'payable', subjectId: payment.id, after: evidence }
  await writeAudit(db, [noted], request.taker.source)
}

async function found(db: Db, payment: LockedForWay, finding: Finding, taker: WayTaker) {
  const attempt = payment.lastAttempt
  if (!attempt) throw new AppError('ILLEGAL_TRANSITION')
  await addFinding(db, attempt, finding, taker)
  return attempt
}

/** A finding that waits for its second changes the version: a page that shows the payment reads it again. */
function stay(db: Db, way: PaymentWay, payment: LockedForWay, taker: WayTaker): Promise<void> {
  return moveOn(db, [payment], { way, to: payment.status }, taker)
}
