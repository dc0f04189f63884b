/**
 * Runs: a step on payments that were chosen and frozen first (`selections.ts`). The job of a run does it chunk by chunk,
 * goes on after a crash, and can be halted. An authorization holds its money in its first chunk.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxAtOnce, maxInRun, type StepResult } from '#contract/payments.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { runRefusal } from '#domain/money/payment-limits.ts'
import { type PaymentStep, paymentSteps } from '#domain/money/payment.ts'
import { problem } from '#domain/problems.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import type { Actor, Context } from '../../http/context.ts'
import { bulkKind, type JobTransaction } from '../../jobs/kind.ts'
import { startBulk } from '../../jobs/start.ts'
import { scopeOf } from '../../scope.ts'
import type { Missing } from '../funding/floats.ts'
import { currentLimits } from '../funding/limits-store.ts'
import { targetsOf } from '../payment-refs.ts'
import { letThroughToday } from '../funding/policy-store.ts'
import { sum } from '../row-parts.ts'
import { holdForRun, insertRun, noteMissing, refusedByFloat } from './run-store.ts'
import {
  chunkSize,
  freeze,
  idsIn,
  partsOf,
  readSelection,
  type SelectionRecord,
  versionsOf,
} from './selection-store.ts'
import { takerOf } from '../steps/step-taker.ts'
import { isSameTotal, rolledBack, stepEach, type StepRequest } from '../steps/steps.ts'
import { lockInOrder, paymentActor } from '../steps/steps-store.ts'

const RunPayload = z.strictObject({
  reason: z.optional(z.string()),
  reasonText: z.optional(z.string()),
  isTrial: z.optional(z.boolean()),
})
export type RunPayload = z.output<typeof RunPayload>

function runOf(step: PaymentStep) {
  return bulkKind({
    name: `payments.${step}`,
    payload: RunPayload,
    access: () => paymentSteps[step].needs,
    batchSize: chunkSize,
    batch: async (transaction, ids, payload) => {
      const { db, jobId } = transaction
      if (!payload.isTrial) return stepChunk(transaction, step, ids, payload)
      const tried = await rolledBack(db, () => stepChunk(transaction, step, ids, payload))
      if (step === 'authorize') await noteMissing(db, jobId, tried.missing)
      return tried
    },
  })
}

export const stepRuns = {
  initiate: runOf('initiate'),
  approve: runOf('approve'),
  authorize: runOf('authorize'),
  reject: runOf('reject'),
} as const satisfies Record<PaymentStep, unknown>

interface Chunk {
  refused: Map<number, ErrorCode>
  missing: Missing[]
}

async function stepChunk(
  { db, actor, jobId }: JobTransaction,
  step: PaymentStep,
  ids: readonly number[],
  { isTrial = false, ...given }: RunPayload,
): Promise<Chunk> {
  // Before the money of the run, as single steps do.
  await lockInOrder(db, ids)
  const taker = takerOf({ actorId: actor.id, requestId: `job ${jobId}`, address: null }, actor.role, { step, ...given })
  const person = await paymentActor(db, actor)
  const scope = await scopeOf(db, actor)
  const earnest = isTrial ? 'TRIAL' : 'REAL'
  const holding = { jobId, step, actor: { ...person, role: actor.role }, scope, earnest } as const
  const hold = step === 'authorize' ? await holdForRun(db, holding) : undefined
  const missing = hold?.missing ?? []
  const short = await refusedByFloat(db, ids, { missing, scope })
  const versions = await versionsOf(db, jobId, ids)
  const asked = { ids: ids.filter((id) => !short.has(id)), names: new Map<number, string>(), unknown: [] }
  const isStale: StepRequest['isStale'] = ({ payment: { id, version } }) => (versions.get(id) ?? version) !== version
  const held = hold ? { batchId: hold.batchId } : {}
  const { outcomes } = await stepEach(db, { step, asked, isStale }, person, { ...taker, ...held })
  const refused = new Map<number, ErrorCode>([...short].map((id) => [id, 'INSUFFICIENT_FUNDS']))
  for (const { ref, code, item } of outcomes) if (code !== 'OK') refused.set(item?.payment.id ?? Number(ref), code)
  return { refused, missing }
}

type Starter = Pick<Context<Endpoint>, 'db' | 'actor' | 'audit' | 'address' | 'services'>

/** The job of a selection, by the queue. The limits of a run count for all of it, before its first chunk. */
export async function queueRun(
  starter: Starter,
  { id, step }: Pick<SelectionRecord, 'id' | 'step'>,
  { name, ...payload }: RunPayload & { name: string | null },
): Promise<number> {
  const jobId = await startBulk(starter, stepRuns[step], payload, idsIn(id), { subject: 'payments' })
  await insertRun(starter.db, { jobId, selectionId: id, name, earnest: payload.isTrial ? 'TRIAL' : 'REAL' })
  return jobId
}

export async function refuseAboveRunLimits(
  db: Db,
  { step, sums }: Pick<SelectionRecord, 'step' | 'sums'>,
  { id, role }: Pick<Actor, 'id' | 'role'>,
): Promise<void> {
  if (step === 'reject') return
  const limits = await currentLimits(db)
  const isCounted = limits.some(({ kind }) => kind === 'ACTOR_DAY')
  const byActorToday = isCounted ? await letThroughToday(db, step, id) : new Map<string, bigint>()
  const all = new Map(sums.map(({ currency, amountMinor }) => [currency, BigInt(amountMinor)]))
  refuse(runRefusal(all, { limits, role, byActorToday }))
}

type Asked = Pick<StepRequest, 'step' | 'asked' | 'expectedCount' | 'expectedTotal'> & {
  versions: Readonly<Record<string, number>>
  reason?: string | null | undefined
  reasonText?: string | null | undefined
  dryRun?: boolean | undefined
  atomic?: boolean | undefined
}

/** The run of a bulk call on more payments than it takes itself; undefined when it can. */
export async function startRun(
  context: Context<Endpoint>,
  { step, asked, expectedCount, expectedTotal, versions, reason, reasonText, dryRun = false, atomic = false }: Asked,
): Promise<StepResult | undefined> {
  const { db, actor } = context
  if (asked.ids.length <= maxAtOnce && !(await hasSurvey(db, asked.ids))) return undefined
  const targets = targetsOf(await scopeOf(db, actor), asked.ids, paymentSteps[step].from)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select distinct "paymentId" from (${targets}) targets limit ${maxInRun + 1}) each`.execute(
    db,
  )
  const count = rows[0]?.n ?? 0
  if (count <= maxAtOnce) return undefined
  if (atomic || count > maxInRun) {
    const most = atomic ? maxAtOnce : maxInRun
    throw new AppError('VALIDATION_FAILED', { errors: [problem(atomic ? 'atomic' : 'ids', 'TOO_MANY', most)] })
  }
  const where = sql`p.id in (select "paymentId" from (${targets}) targets)`
  const { id } = await freeze(db, { step, source: { by: 'IDS' }, madeBy: actor.id }, where)
  const selection = await readSelection(db, { id, madeBy: actor.id })
  const totalAmount = selection.sums.map(({ currency, amountMinor }) => sum(BigInt(amountMinor), currency))
  const isChanged =
    (expectedCount !== undefined && expectedCount !== count) ||
    (expectedTotal !== undefined && !isSameTotal(expectedTotal, totalAmount)) ||
    (await hasOther(db, id, versions))
  if (isChanged) throw new AppError('BATCH_CHANGED', { data: { count, total: totalAmount } })
  await refuseAboveRunLimits(db, selection, actor)
  const given = { ...(reason ? { reason } : {}), ...(reasonText ? { reasonText } : {}) }
  const jobId = await queueRun(context, selection, { ...given, ...(dryRun ? { isTrial: true } : {}), name: null })
  return { requested: count, succeeded: 0, failed: 0, skipped: 0, results: [], totalAmount, batchId: null, jobId }
}

/** Any other id means one payment at most. */
async function hasSurvey(db: Db, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select from survey where id = any(${ids}) limit 1`.execute(db)
  return rows.length > 0
}

/** Whether the caller saw another version of one of the payments. */
async function hasOther(db: Db, selectionId: number, versions: Asked['versions']): Promise<boolean> {
  for await (const part of partsOf(db, selectionId))
    if (part.ids.some((id, at) => (versions[id] ?? part.versions[at]) !== part.versions[at])) return true
  return false
}
