/** One step on one payment: refused whole, with where the payment stands now. */
import { type PaymentActor, type PaymentStep, stepRefusal } from '#domain/payment.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { lockPayments, type StepTaker, takeStep } from './steps-store.ts'

export interface Seen {
  version: number | undefined
  factsHash: string | undefined
}

/** Throws the refusal; `seen` is what the caller decided on. */
export async function stepOne(
  db: Db,
  target: { id: number; step: PaymentStep; seen: Seen },
  actor: PaymentActor,
  taker: StepTaker,
): Promise<void> {
  const { id, step, seen } = target
  const [payment] = await lockPayments(db, [id])
  if (!payment) throw new AppError('NOT_FOUND')
  const { status, version, factsHash } = payment
  const changed = (seen.version ?? version) !== version || (seen.factsHash ?? factsHash) !== factsHash
  const refusal = stepRefusal(step, payment, actor) ?? (changed ? 'STALE_FACTS' : undefined)
  if (refusal) throw new AppError(refusal, { data: { id, status, version } })
  await takeStep(db, step, [payment], taker)
}
