/**
 * The calls that take a step on payments (seed §7; payments.md §1.5). One payment takes it alone. Several are a selection
 * and its run, done before the answer up to `maxAtOnce`, and by the worker above.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BulkResult } from '#contract/fields.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxAtOnce, maxInRun, maxListedOk, type payments, type StepResult } from '#contract/payments.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { minorOf, sum, sumOf, toMinorSum } from '#domain/money/money.ts'
import { isManualName, paymentRef, type PaymentStatus, stepTo } from '#domain/money/payment.ts'
import { asksReason, endOfStep, rightTo, type RunStep, startsOf } from '#domain/money/payment-run.ts'
import { problem } from '#domain/problems.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError, errorText, refuse } from '../../errors.ts'
import type { Actor, Context } from '../../http/context.ts'
import type { Starter } from '../../jobs/start.ts'
import { scopeOf, type SurveyScope } from '../../scope.ts'
import { asMissing } from '../funding/floats.ts'
import { getPayment } from '../list/payment-list.ts'
import { byKeys } from './payment-members.ts'
import { findTargets, type Named, readRefs, type Target, targetsOf } from '../payment-refs.ts'
import { viewerOf } from '../row-parts.ts'
import { auditRefused, queueRun, refuseAboveRunLimits, runNow } from './runs.ts'
import { freeze, readSelection } from './selection-store.ts'
import { type Reasons, rolledBack, takeEach, type Taken, takerOf } from '../steps/steps.ts'
import { type LockedPayment, lockInOrder, paymentActor } from '../steps/steps-store.ts'
import { noteQueued } from '../worker/worker-nudge.ts'
import { askForReason } from '../steps/ways.ts'

/** Proven, decided and written in one transaction; the worker hears of it when it is committed. */
async function confirm<T>(context: Context<Endpoint>, step: RunStep, work: (caller: Caller) => Promise<T>): Promise<T> {
  const answer = await context.write((db, actor) => {
    refuseUnproven(step, actor)
    return work({ ...context, db, actor })
  })
  if (step === 'authorize') noteQueued(context.services.database)
  return answer
}
type Caller = Starter & { requestId: string }

function sourceOf({ actor, requestId, address }: Caller) {
  return { actorId: actor.id, requestId, address }
}

export function requireRight(actor: Actor, step: RunStep): void {
  const needs = rightTo(step)
  if (!actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
}

/** What releases money asks for the password again (quality.md, Security); an answer that is repeated releases nothing. */
export function refuseUnproven(step: RunStep, actor: Actor): void {
  if (step === 'authorize') refuse(reauthRefusal(actor.sinceAuthenticatedMs))
}

export function bulk(
  context: Context<Endpoint>,
  step: RunStep,
  body: z.output<typeof payments.bulkReject.body>,
): Promise<StepResult> {
  const { ids, surveyIds, locationIds, ...how } = body
  askForReason(asksReason(step), how)
  return confirm(context, step, (caller) => takeAll(caller, step, ids ?? surveyIds ?? locationIds ?? [], how))
}

interface How extends Reasons {
  versions?: Readonly<Record<string, number>> | undefined
  expectedCount?: number | undefined
  expectedTotal?: readonly { amount: string | number; currency: string }[] | undefined
  dryRun?: boolean | undefined
  atomic?: boolean | undefined
}

/** `refs`: payments, locations and surveys, as the caller names them. */
async function takeAll(caller: Caller, step: RunStep, refs: readonly string[], how: How): Promise<StepResult> {
  const { db, actor, audit } = caller
  const { versions = {}, dryRun = false, atomic = false } = how
  const named = await readRefs(db, refs)
  const chosen: Chosen = {
    step,
    scope: await scopeOf(db, actor),
    ids: named.ids,
    versions: await versionsBy(db, versions),
  }
  const count = await countOf(db, chosen)
  const most = atomic ? maxAtOnce : maxInRun
  if (count > most)
    throw new AppError('VALIDATION_FAILED', { errors: [problem(atomic ? 'atomic' : 'ids', 'TOO_MANY', most)] })
  if (count > maxAtOnce) return takeLater(caller, chosen, how)
  const targets = await findTargets(db, chosen.scope, named.ids, startsOf(step))
  const work = () => takeNow(caller, chosen, { ids: [...new Set(targets.map(({ paymentId }) => paymentId))], how })
  const taken = dryRun ? await rolledBack(db, work) : await work()
  refuseOther(how, { count: taken.payments.length, total: totals(taken.payments) })
  const missing = missingOf(named, targets)
  const result = resultOf(step, taken, { missing, refOf: refsOf(named, targets) })
  if (atomic && !dryRun && result.failed > 0) throw new AppError('BATCH_REFUSED', { data: result })
  const answer = dryRun ? { ...result, batchId: null } : result
  const { results: _results, ...counts } = answer
  const [action, after] = dryRun ? ['payments.try', { step, ...counts }] : [`payments.${step}Many`, counts]
  audit({ action, subjectType: 'payable', after })
  if (!dryRun) auditRefused(caller, step, [...taken.refused, ...missing.map((ref) => [ref, 'NOT_FOUND'] as const)])
  return answer
}

interface Chosen {
  step: RunStep
  scope: SurveyScope
  /** Of payments, locations and surveys. */
  ids: readonly number[]
  versions: ReadonlyMap<number, number>
}

/** The versions that the caller saw, by the number of each payment. */
async function versionsBy(db: Db, versions: How['versions'] & object): Promise<ReadonlyMap<number, number>> {
  const { ids, names } = await readRefs(
    db,
    Object.keys(versions).filter((ref) => paymentRef.test(ref)),
  )
  return new Map(ids.map((id) => [id, versions[id] ?? versions[names.get(id) ?? ''] ?? 0]))
}

async function countOf(db: Db, { step, scope, ids }: Chosen): Promise<number> {
  const rows = await rowsOf<{ n: number }>(db)`
    select count(*) as n from (select distinct "paymentId" from (${targetsOf(scope, ids, startsOf(step))}) targets
      limit ${maxInRun + 1}) each`
  return rows[0]?.n ?? 0
}

async function takeNow(
  caller: Caller,
  { step, scope, versions }: Chosen,
  { ids, how }: { ids: readonly number[]; how: Reasons },
): Promise<Taken> {
  const { db, actor } = caller
  if (ids.length <= 1) {
    const taker = takerOf(sourceOf(caller), actor.role, { step, ...how })
    return takeEach(db, { step, ids, scope, taker, versions }, await paymentActor(db, actor))
  }
  await lockInOrder(db, ids)
  const made = { step, source: { by: 'IDS' as const }, madeBy: actor.id, versions }
  const { id } = await freeze(db, made, sql`p.id = any(${ids})`)
  return (await runNow(caller, { id, step }, how)).taken
}

async function takeLater(caller: Caller, { step, scope, ids, versions }: Chosen, how: How): Promise<StepResult> {
  const { db, actor } = caller
  const where = byKeys(sql`select "paymentId" from (${targetsOf(scope, ids, startsOf(step))}) targets`)
  const { id } = await freeze(db, { step, source: { by: 'IDS' }, madeBy: actor.id, versions }, where)
  const selection = await readSelection(db, { id, madeBy: actor.id })
  const totalAmount = selection.sums.map(({ currency, amountMinor }) => sum(BigInt(amountMinor), currency))
  refuseOther(how, { count: selection.size, total: totalAmount })
  await refuseAboveRunLimits(db, selection, actor)
  const jobId = await queueRun(caller, selection, { ...how, isTrial: how.dryRun })
  const none = { succeeded: 0, failed: 0, skipped: 0, results: [] }
  return { requested: selection.size, ...none, totalAmount, batchId: null, jobId }
}

type Totals = NonNullable<BulkResult['totalAmount']>

function totals(payments: readonly LockedPayment[]): Totals {
  return [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, group]) => {
    return sum(sumOf(group.map(({ amountMinor }) => amountMinor)), currency)
  })
}

/** "Select all" must mean what the screen showed, also when rows have come or gone since. */
function refuseOther({ expectedCount, expectedTotal }: How, now: { count: number; total: Totals }): void {
  const isOtherCount = expectedCount !== undefined && expectedCount !== now.count
  const isOtherTotal = expectedTotal !== undefined && !isSameTotal(expectedTotal, now.total)
  if (isOtherCount || isOtherTotal) throw new AppError('BATCH_CHANGED', { data: now })
}

function isSameTotal(expected: NonNullable<How['expectedTotal']>, now: Totals): boolean {
  const sums = new Map(now.map((total) => [total.currency, minorOf(total)]))
  const isMatched = expected.every(({ amount, currency }) => sums.get(currency) === toMinorSum(amount, currency))
  return isMatched && expected.length === now.length
}

function missingOf({ ids, names, unknown }: Named, targets: readonly Target[]): string[] {
  const found = new Set(targets.map(({ asked }) => asked))
  return [...ids.filter((id) => !found.has(id)).map((id) => names.get(id) ?? String(id)), ...unknown]
}

/** The name of a payment in the answer: the caller's name for it, or its own id for a named survey. */
function refsOf({ names }: Named, targets: readonly Target[]): (payment: LockedPayment) => string {
  const named = new Map(
    targets.flatMap(({ kind, asked, paymentId }) =>
      kind === 'SURVEY' ? [] : [[paymentId, names.get(asked) ?? String(asked)] as const],
    ),
  )
  return ({ id, name }) => named.get(id) ?? name ?? String(id)
}

/** The answer of a bulk call. A finished payment needed nothing: the answer skips it and counts no failure. */
function resultOf(
  step: RunStep,
  { payments: found, refused, batchId, missing: short }: Taken,
  { missing, refOf }: { missing: readonly string[]; refOf: (payment: LockedPayment) => string },
): StepResult {
  const rows = [
    ...found.map((payment) => {
      const code = refused.get(payment.id)
      const from = payment.status
      return rowOf(refOf(payment), code, { from, ...(code ? {} : { to: endOfStep(step, payment) }) })
    }),
    ...missing.map((ref) => rowOf(ref, 'NOT_FOUND', {})),
  ]
  const done = found.filter(({ id }) => !refused.has(id))
  const skipped = rows.filter(({ code }) => code === 'ALREADY_DONE').length
  return {
    requested: rows.length,
    succeeded: done.length,
    failed: rows.length - done.length - skipped,
    skipped,
    results: done.length > maxListedOk ? rows.filter(({ code }) => code !== 'OK') : rows,
    totalAmount: totals(done),
    batchId: done.length > 0 ? (batchId ?? null) : null,
    ...(short.length > 0 ? { missing: short.map(asMissing) } : {}),
  }
}

function rowOf(ref: string, code: ErrorCode | undefined, statuses: { from?: PaymentStatus; to?: PaymentStatus }) {
  const message = code === undefined ? '' : errorText(code)
  const id = isManualName(ref) ? ref : Number(ref)
  return { id, code: code ?? 'OK', ok: code === undefined || code === 'ALREADY_DONE', message, ...statuses }
}

/** One payment is refused whole, with where it is now; a survey is answered like a bulk call. */
export async function setStatus(
  context: Context<Endpoint>,
  ref: string,
  { status, surveyData }: z.output<typeof payments.setStatus.body>,
) {
  const step = stepTo(status)
  requireRight(context.actor, step)
  const { version, factsHash, ...reasons } = surveyData ?? {}
  return confirm(context, step, async (caller) => {
    const { db, actor, audit } = caller
    const { ids } = await readRefs(db, [ref])
    if (await hasSurvey(db, ids)) {
      const result = await takeAll(caller, step, [ref], reasons)
      if (result.results[0]?.code === 'NOT_FOUND') throw new AppError('NOT_FOUND')
      return { outcome: 'BULK' as const, ...result }
    }
    const scope = await scopeOf(db, actor)
    const [target] = await findTargets(db, scope, ids, startsOf(step))
    if (!target) throw new AppError('NOT_FOUND')
    const id = target.paymentId
    const taker = takerOf(sourceOf(caller), actor.role, { step, ...reasons })
    const versions = new Map(version ? [[id, version]] : [])
    const taken = await takeEach(db, { step, ids: [id], scope, taker, versions }, await paymentActor(db, actor))
    const [payment] = taken.payments
    const isOther = factsHash && factsHash !== payment?.factsHash
    const code = taken.refused.get(id) ?? (isOther ? 'STALE_FACTS' : undefined)
    if (code) throw new AppError(code, { data: { id, status: payment?.status, version: payment?.version } })
    // The payment's own trail has the step; this is the call.
    audit({ action: 'payments.setStatus', subjectType: 'payable', after: { id, step } })
    return { outcome: 'PAYMENT' as const, ...(await getPayment(db, id, await viewerOf(db, actor))) }
  })
}

/** Any other id means one payment at most. */
async function hasSurvey(db: Db, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select from survey where id = any(${ids}) limit 1`.execute(db)
  return rows.length > 0
}
