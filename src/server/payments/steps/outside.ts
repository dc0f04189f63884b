/** Payments that people made by hand: stated by the third signature, settled by another person (`resolve`). */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { paymentWayCalls } from '#contract/payment-ways.ts'
import { minorDigits, toDecimal, toMinor } from '#domain/money/money.ts'
import { paidOutside } from '#domain/money/payment-ways.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { dayMs } from '#domain/text/calendar.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { simulatorName } from '../providers/provider.ts'
import { providerNames } from '../providers/providers-store.ts'
import { isReferenceTaken } from '../worker/attempt-store.ts'
import { takeEach, takerOf } from './steps.ts'
import type { WayRequest } from './ways.ts'
import { addFinding, lockForWay } from './ways-store.ts'

type Statement = z.output<typeof paymentWayCalls.payOutside.body>

/** Throws VALIDATION_FAILED with all that is wrong, or the refusal of an authorization. */
export async function payOutside(
  db: Db,
  { id, version, actor, taker }: WayRequest,
  said: Statement & { owed: { amountMinor: number; currency: string }; fileId: number },
): Promise<void> {
  const { provider, reference, day, evidence, fileId } = said
  const errors = [...wrongAmount(said), ...(await wrongPlace(db, said))]
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
  const signed = {
    ...takerOf({ ...taker.source, actorId: actor.id }, taker.role, { step: 'authorize' }),
    outsideAt: provider,
  }
  const versions = new Map(version === undefined ? [] : [[id, version]])
  const { refused } = await takeEach(db, { step: 'authorize', ids: [id], scope: 'ALL', taker: signed, versions }, actor)
  for (const code of refused.values()) throw new AppError(code)
  const attempt = (await lockForWay(db, id))?.lastAttempt
  if (!attempt) throw new AppError('ILLEGAL_TRANSITION')
  await noteReference(db, id, reference)
  await addFinding(db, attempt, { outcome: 'PAID', evidence, document: reference, fileId, paidOn: day }, taker)
}

function wrongAmount({ amount, owed: { amountMinor, currency } }: Parameters<typeof payOutside>[2]): FieldProblem[] {
  const minor = toMinor(amount, currency)
  if (minor === undefined) return [problem('amount', 'CURRENCY_DIGITS', minorDigits(currency))]
  return minor === amountMinor ? [] : [problem('amount', 'NOT_OWED', `${currency} ${toDecimal(amountMinor, currency)}`)]
}

async function wrongPlace(db: Db, { provider, day }: Statement): Promise<FieldProblem[]> {
  const isKnown = provider !== simulatorName && (await providerNames(db)).includes(provider)
  return [
    ...(isKnown ? [] : [problem('provider', 'UNKNOWN_REFERENCE')]),
    ...(Date.parse(day) > Date.now() + dayMs ? [problem('day', 'IN_FUTURE')] : []),
  ]
}

async function noteReference(db: Db, id: number, reference: string): Promise<void> {
  try {
    await sql`update attempt set next_at = 'infinity', reason = ${paidOutside}, provider_ref = ${reference}
      where payable_id = ${id} and is_outside and state = 'QUEUED'`.execute(db)
  } catch (error) {
    if (!isReferenceTaken(error)) throw error
    throw new AppError('VALIDATION_FAILED', { errors: [problem('reference', 'REFERENCE_PAID')] })
  }
}
