/**
 * A step on payments, or a way that they take together: each is decided by the domain's rule by itself, and all are
 * written in a few statements. A payment that the actor may not touch is reported and stops no other.
 */
import { sql } from 'kysely'
import type { ErrorCode } from '#domain/errors.ts'
import { defaultReason, isStep, liftedHolds, type PaymentActor, withdrawn } from '#domain/money/payment.ts'
import { letsThrough, type RunStep, runStepRefusal } from '#domain/money/payment-run.ts'
import type { AuditSource } from '../../audit.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { refusalOf } from '../../http/failure.ts'
import type { SurveyScope } from '../../scope.ts'
import { floatKey } from '#domain/money/ledger.ts'
import { type Missing, needsOf, shortOf } from '../funding/floats.ts'
import { limitsAgainst } from '../funding/limits-store.ts'
import { type LockedPayment, lockPayments, type StepTaker, takeStep } from './steps-store.ts'
import { takeTogether } from './ways.ts'

export interface Take {
  step: RunStep
  ids: readonly number[]
  /** Payments of other surveys are not there. */
  scope: SurveyScope
  taker: StepTaker
  /** The versions that the caller saw, by payment. */
  versions?: ReadonlyMap<number, number>
  /** Of a correction by a file: where some of them are to go. */
  phones?: ReadonlyMap<number, string> | undefined
  /** Floats that a run found too short: nothing is taken from them. */
  missing?: readonly Missing[]
}

export interface Taken {
  /** Those that are there, as they were before. */
  payments: readonly LockedPayment[]
  /** By payment; all the others took the step. */
  refused: ReadonlyMap<number, ErrorCode>
  /** What an authorization reserved money for. */
  batchId?: number | undefined
  /** What the floats are short of. */
  missing: readonly Missing[]
}

/** Locks, decides and writes. */
export async function takeEach(
  db: Db,
  { step, ids, scope, taker, versions, phones, missing = [] }: Take,
  actor: PaymentActor,
): Promise<Taken> {
  const seen = scope === 'ALL' ? undefined : new Set(scope)
  const payments = (await lockPayments(db, ids)).filter(({ surveyId }) => seen?.has(surveyId) ?? true)
  const refused = new Map<number, ErrorCode>(ids.map((id) => [id, 'NOT_FOUND']))
  const short = new Set(missing.map(floatKey))
  for (const payment of payments) {
    const { id, version } = payment
    const isStale = (versions?.get(id) ?? version) !== version
    const code =
      runStepRefusal(step, { ...payment, isCorrected: phones?.has(id) ?? false }, actor) ??
      (isStale ? 'STALE_FACTS' : undefined)
    if (code !== undefined) refused.set(id, code)
    else if (short.has(floatKey(payment))) refused.set(id, 'INSUFFICIENT_FUNDS')
    else refused.delete(id)
  }
  const remaining = () => payments.filter(({ id }) => !refused.has(id))
  if (letsThrough(step))
    for (const [id, code] of await limitsAgainst(db, step, remaining(), { id: actor.id, role: taker.role }))
      refused.set(id, code)
  if (!isStep(step)) {
    await takeTogether(db, step, remaining(), taker, phones)
    return { payments, refused, missing }
  }
  // A float that is too short leaves out the payments of its currency, and no others.
  for (const lacks = [...missing]; ;) {
    const willing = remaining()
    const { batchId, refusal } = await wholly(db, () => takeStep(db, step, willing, taker))
    if (refusal === undefined) return { payments, refused, batchId, missing: lacks }
    const found = await shortOf(db, needsOf(willing))
    lacks.push(...found)
    const left = new Set(found.map(floatKey))
    // Money that came in at this moment: the caller tries again.
    for (const payment of willing)
      if (found.length === 0 || left.has(floatKey(payment))) refused.set(payment.id, refusal)
  }
}

/** Puts payments forward that were just made: all of them, or none. What a person must lift first waits for its lift. */
export async function putForward(
  db: Db,
  ids: readonly number[],
  { source, role }: { source: AuditSource & { actorId: number }; role: string },
  actor: PaymentActor,
): Promise<void> {
  const taker = takerOf(source, role, { step: 'initiate' })
  const { refused } = await takeEach(db, { step: 'initiate', ids, scope: 'ALL', taker }, actor)
  for (const code of refused.values()) if (!liftedHolds.some((hold) => hold === code)) throw new AppError(code)
}

/** Does the work and takes it back: what it found out is true. */
export async function rolledBack<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint tried`.execute(db)
  const found = await work()
  await sql`rollback to savepoint tried`.execute(db)
  return found
}

/** A float too short undoes the step on all of them, and nothing else of the transaction. */
export async function wholly(
  db: Db,
  work: () => Promise<number | undefined>,
): Promise<{ batchId?: number | undefined; refusal?: 'INSUFFICIENT_FUNDS' }> {
  await sql`savepoint step_taken`.execute(db)
  try {
    return { batchId: await work() }
  } catch (error) {
    if (refusalOf(error)?.code !== 'INSUFFICIENT_FUNDS') throw error
    await sql`rollback to savepoint step_taken`.execute(db)
    return { refusal: 'INSUFFICIENT_FUNDS' }
  }
}

export interface Reasons {
  reason?: string | null | undefined
  reasonText?: string | null | undefined
}

/** Only what goes back carries a reason; a maker who takes back their own payment gives WITHDRAWN. */
export function takerOf(
  source: AuditSource & { actorId: number },
  role: string,
  { step, reason, reasonText }: { step: RunStep } & Reasons,
): StepTaker {
  const isMaker = ({ steps }: LockedPayment) =>
    steps.some((taken) => taken.step === 'initiate' && taken.actorId === source.actorId)
  return {
    source,
    role,
    reasonOf: (payment) => {
      if (step !== 'reject') return undefined
      return isMaker(payment) ? withdrawn : (reason ?? defaultReason)
    },
    reasonText: letsThrough(step) ? undefined : reasonText || undefined,
  }
}
