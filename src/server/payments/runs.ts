/**
 * Runs: a step on more payments than one call takes. The selection is frozen by its job, which does it chunk by chunk, goes
 * on after a crash, and can be stopped and resumed (`/jobs/{id}`). An authorization holds its money in its first chunk.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxAtOnce, maxInRun, type StepResult } from '#contract/payments.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { type PaymentStep, paymentSteps } from '#domain/payment.ts'
import { problem } from '#domain/problems.ts'
import { AppError, refuse } from '../errors.ts'
import type { Context } from '../http/context.ts'
import { bulkKind, type JobTransaction } from '../jobs/kind.ts'
import { startBulk } from '../jobs/start.ts'
import { scopeOf } from '../scope.ts'
import { findTargets } from './payment-refs.ts'
import { limitsAgainst } from './policy-store.ts'
import { sum } from './row-parts.ts'
import { holdForRun, refusedByFloat } from './run-store.ts'
import { takerOf } from './step-taker.ts'
import { isSameTotal, stepEach, type StepRequest } from './steps.ts'
import { paymentActor } from './steps-store.ts'

const RunPayload = z.strictObject({ reason: z.optional(z.string()), reasonText: z.optional(z.string()) })
type RunPayload = z.output<typeof RunPayload>

const chunkSize = 1000

function runOf(step: PaymentStep) {
  return bulkKind({
    name: `payments.${step}`,
    payload: RunPayload,
    access: () => paymentSteps[step].needs,
    batchSize: chunkSize,
    batch: async (transaction, ids, payload) => ({ refused: await stepChunk(transaction, step, ids, payload) }),
  })
}

export const stepRuns = {
  initiate: runOf('initiate'),
  approve: runOf('approve'),
  authorize: runOf('authorize'),
  reject: runOf('reject'),
} as const satisfies Record<PaymentStep, unknown>

async function stepChunk(
  { db, actor, jobId }: JobTransaction,
  step: PaymentStep,
  ids: readonly number[],
  given: RunPayload,
): Promise<Map<number, ErrorCode>> {
  const taker = takerOf({ actorId: actor.id, requestId: `job ${jobId}`, address: null }, actor.role, { step, ...given })
  const hold = step === 'authorize' ? await holdForRun(db, jobId, actor.id) : undefined
  const short = hold ? await refusedByFloat(db, ids, hold.missing) : new Set<number>()
  const asked = { ids: ids.filter((id) => !short.has(id)), names: new Map<number, string>(), unknown: [] }
  const request = { step, asked, isStale: () => false }
  const held = hold ? { batchId: hold.batchId } : {}
  const { outcomes } = await stepEach(db, request, await paymentActor(db, actor), { ...taker, ...held })
  const refused = new Map<number, ErrorCode>([...short].map((id) => [id, 'INSUFFICIENT_FUNDS']))
  for (const { ref, code, item } of outcomes)
    if (code !== 'OK' && code !== 'ALREADY_DONE') refused.set(item?.payment.id ?? Number(ref), code)
  return refused
}

type Asked = Pick<StepRequest, 'step' | 'asked' | 'expectedCount' | 'expectedTotal'> & {
  versions: Readonly<Record<string, number>>
  reason?: string | null | undefined
  reasonText?: string | null | undefined
}

interface ChosenPayment {
  id: number
  surveyId: number
  phone: string | undefined
  amountMinor: number
  currency: string
  version: number
}

/** Undefined when a call can do it itself. The limits of a run count for all of it, before its first chunk. */
export async function startRun(
  context: Context<Endpoint>,
  { step, asked, expectedCount, expectedTotal, versions, reason, reasonText }: Asked,
): Promise<StepResult | undefined> {
  const { db, actor } = context
  const targets = await findTargets(db, await scopeOf(db, actor), asked.ids, paymentSteps[step].from)
  const ids = [...new Set(targets.map(({ paymentId }) => paymentId))]
  if (ids.length <= maxAtOnce) return undefined
  if (ids.length > maxInRun) throw new AppError('VALIDATION_FAILED', { errors: [problem('ids', 'TOO_MANY', maxInRun)] })
  const { rows } = await sql<ChosenPayment>`
    select id, survey_id as "surveyId", msisdn as phone, amount_minor as "amountMinor", currency, version
    from payable where id = any(${ids})`.execute(db)
  const totalAmount = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) =>
    sum(
      group.reduce((total, { amountMinor }) => total + BigInt(amountMinor), 0n),
      currency,
    ),
  )
  const isChanged =
    (expectedCount !== undefined && expectedCount !== ids.length) ||
    (expectedTotal !== undefined && !isSameTotal(expectedTotal, totalAmount)) ||
    rows.some(({ id, version }) => (versions[id] ?? version) !== version)
  if (isChanged) throw new AppError('BATCH_CHANGED', { data: { count: ids.length, total: totalAmount } })
  const above = await limitsAgainst(db, step, rows, { id: actor.id, role: actor.role })
  refuse([...above.values()].find((code) => code === 'RUN_LIMIT' || code === 'DAY_LIMIT'))
  const payload = { ...(reason ? { reason } : {}), ...(reasonText ? { reasonText } : {}) }
  const jobId = await startBulk(context, stepRuns[step], payload, sql`select unnest(${ids}::bigint[])`, {
    subject: 'payments',
  })
  return { requested: ids.length, succeeded: 0, failed: 0, skipped: 0, results: [], totalAmount, batchId: null, jobId }
}
