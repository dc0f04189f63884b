/**
 * Runs: a step on payments that were chosen and frozen first (`selections.ts`). The job of a run does it chunk by chunk,
 * goes on after a crash, and can be halted. An authorization holds its money in its first chunk. A small run is done at
 * once, and holds none.
 */
import * as z from 'zod/mini'
import { maxAtOnce } from '#contract/payments.ts'
import { runRefusal } from '#domain/money/payment-limits.ts'
import { letsThrough, rightTo, type RunStep, runStepNames } from '#domain/money/payment-run.ts'
import type { AuditSource } from '../../audit.ts'
import type { Db } from '../../db/pool.ts'
import { refuse } from '../../errors.ts'
import type { Actor } from '../../http/context.ts'
import { runAtOnce } from '../../jobs/at-once.ts'
import { type BulkKind, bulkKind, type JobTransaction } from '../../jobs/kind.ts'
import { startBulk, type Starter } from '../../jobs/start.ts'
import { scopeOf } from '../../scope.ts'
import { currentLimits, letThroughToday } from '../funding/limits-store.ts'
import { type Earnest, holdForRun, noteMissing } from './run-store.ts'
import { chunkSize, idsIn, type SelectionRecord, versionsOf, newPhonesIn } from './selection-store.ts'
import { type Reasons, rolledBack, takeEach, type Taken, takerOf } from '../steps/steps.ts'
import { lockInOrder, paymentActor } from '../steps/steps-store.ts'
import { sql } from 'kysely'

const RunPayload = z.strictObject({
  reason: z.optional(z.string()),
  reasonText: z.optional(z.string()),
  isTrial: z.optional(z.boolean()),
})
type RunPayload = z.output<typeof RunPayload>

function kindOf(step: RunStep): BulkKind<typeof RunPayload> {
  return bulkKind({
    name: `payments.${step}`,
    payload: RunPayload,
    access: () => rightTo(step),
    batchSize: chunkSize,
    batch: async (transaction, ids, { isTrial = false, ...payload }) => {
      const { db, actor, jobId } = transaction
      const source = { actorId: actor.id, requestId: `job ${jobId}`, address: null }
      const chunk = { step, ids, payload, source, earnest: isTrial ? 'TRIAL' : 'REAL' } as const
      if (!isTrial) return takeChunk(transaction, chunk)
      const tried = await rolledBack(db, () => takeChunk(transaction, chunk))
      if (step === 'authorize') await noteMissing(db, jobId, tried.missing)
      return tried
    },
  })
}

export const stepRuns = Object.fromEntries(runStepNames.map((step) => [step, kindOf(step)])) as Record<
  RunStep,
  BulkKind<typeof RunPayload>
>

interface Chunk {
  step: RunStep
  ids: readonly number[]
  payload: RunPayload
  source: AuditSource & { actorId: number }
  /** Of a run by the queue, whose chunks share one hold. */
  earnest?: Earnest
}

async function takeChunk(
  { db, actor, jobId }: JobTransaction,
  { step, ids, payload, source, earnest }: Chunk,
): Promise<Taken> {
  // Before the money of the run, as single steps do.
  await lockInOrder(db, ids)
  const person = await paymentActor(db, actor)
  const scope = await scopeOf(db, actor)
  const holding = earnest && { jobId, actor: { ...person, role: actor.role }, scope, earnest }
  const hold = step === 'authorize' && holding ? await holdForRun(db, holding) : undefined
  const versions = await versionsOf(db, jobId, ids)
  const taker = { ...takerOf(source, actor.role, { step, ...payload }), ...(hold && { batchId: hold.batchId }) }
  const phones = step === 'correct' ? await newPhonesIn(db, jobId, ids) : undefined
  return takeEach(db, { step, ids, scope, taker, versions, phones, missing: hold?.missing ?? [] }, person)
}

type Started = Pick<SelectionRecord, 'id' | 'step'>
interface StartedAs extends Reasons {
  name?: string | null | undefined
  isTrial?: boolean | undefined
}

function payloadOf({ reason, reasonText, isTrial }: StartedAs): RunPayload {
  return { ...(reason ? { reason } : {}), ...(reasonText ? { reasonText } : {}), ...(isTrial ? { isTrial } : {}) }
}

/** The job of a selection, by the queue. The limits of a run count for all of it, before its first chunk. */
export async function queueRun(starter: Starter, { id, step }: Started, how: StartedAs): Promise<number> {
  const jobId = await startBulk(starter, stepRuns[step], payloadOf(how), idsIn(id), { subject: 'payments' })
  await insertRun(starter.db, {
    jobId,
    selectionId: id,
    name: how.name ?? null,
    earnest: how.isTrial ? 'TRIAL' : 'REAL',
  })
  return jobId
}

/** The run of a selection of `maxAtOnce` payments at most, in the transaction of the call. Its payments are locked. */
export async function runNow(
  starter: Starter & { requestId: string },
  { id, step }: Started,
  { name = null, reason, reasonText }: StartedAs,
) {
  const { db, actor, requestId, address } = starter
  const payload = payloadOf({ reason, reasonText })
  const source = { actorId: actor.id, requestId, address }
  let taken: Taken = { payments: [], refused: new Map(), missing: [] }
  const kind: BulkKind<typeof RunPayload> = {
    ...stepRuns[step],
    batch: async (transaction, ids) => {
      taken = await takeChunk(transaction, { step, ids, payload, source })
      if (taken.missing.length > 0) await noteMissing(db, transaction.jobId, taken.missing)
      return taken
    },
  }
  const begin = (jobId: number) => insertRun(db, { jobId, selectionId: id, name, earnest: 'REAL' })
  const about = { selectIds: idsIn(id), most: maxAtOnce, subject: 'payments', begin }
  return { ...(await runAtOnce(starter, kind, payload, about)), taken }
}

/** Each refusal is on the trail of its payment. */
export function auditRefused(
  { audit }: Pick<Starter, 'audit'>,
  step: RunStep,
  refused: Iterable<readonly [number | string, string]>,
): void {
  for (const [subjectId, code] of refused)
    if (code !== 'ALREADY_DONE')
      audit({ action: 'payments.refused', subjectType: 'payable', subjectId, after: { code, step } })
}

export async function refuseAboveRunLimits(
  db: Db,
  { step, sums }: Pick<SelectionRecord, 'step' | 'sums'>,
  { id, role }: Pick<Actor, 'id' | 'role'>,
): Promise<void> {
  if (!letsThrough(step)) return
  const limits = await currentLimits(db)
  const isCounted = limits.some(({ kind }) => kind === 'ACTOR_DAY')
  const byActorToday = isCounted ? await letThroughToday(db, step, id) : new Map<string, bigint>()
  const all = new Map(sums.map(({ currency, amountMinor }) => [currency, BigInt(amountMinor)]))
  refuse(runRefusal(all, { limits, role, byActorToday }))
}

interface NewRun {
  jobId: number
  selectionId: number
  name: string | null
  earnest: Earnest
}

async function insertRun(db: Db, { jobId, selectionId, name, earnest }: NewRun): Promise<void> {
  await sql`insert into payment_run (job_id, selection_id, name, is_trial)
    values (${jobId}, ${selectionId}, ${name}, ${earnest === 'TRIAL'})`.execute(db)
}
