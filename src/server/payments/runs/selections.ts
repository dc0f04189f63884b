/** Selections: payments chosen for a step, looked at, and started by the person who chose them. */
import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { paymentSelections, type StartedRun } from '#contract/payment-runs.ts'
import { maxAtOnce } from '#contract/payments.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { type PaymentStep, paymentSteps } from '#domain/money/payment.ts'
import { problem } from '#domain/problems.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, type Context, on } from '../../http/context.ts'
import { runAtOnce } from '../../jobs/at-once.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope, scopeOf, stillSees } from '../../scope.ts'
import { asMissing, type Missing } from '../funding/floats.ts'
import { paymentConditions, type PaymentQuery } from '../list/payment-filters.ts'
import { byKeys, withLeftOut } from './payment-members.ts'
import { readRefs, targetsOf } from '../payment-refs.ts'
import { viewerOf } from '../row-parts.ts'
import { insertRun } from './run-store.ts'
import { queueRun, refuseAboveRunLimits, type RunPayload, stepRuns } from './runs.ts'
import { openRun } from './run-list.ts'
import { selectionFacts } from './selection-facts.ts'
import { findPayments, readReferences } from './selection-file.ts'
import { freeze, idsIn, partsOf, readSelection, type SelectionRecord } from './selection-store.ts'
import { rolledBack } from '../steps/steps.ts'
import { lockInOrder } from '../steps/steps-store.ts'
import { noteQueued } from '../worker/worker-nudge.ts'

type Starter = Pick<Context<Endpoint>, 'db' | 'actor' | 'audit' | 'address' | 'services'>

function requireStep(actor: Actor, step: PaymentStep): void {
  const { needs } = paymentSteps[step]
  if (!actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
}

type Made = Parameters<typeof freeze>[1]

async function answerNew(
  { db, actor, audit }: Pick<Starter, 'db' | 'actor' | 'audit'>,
  made: Made,
  where: RawBuilder<unknown>,
) {
  const { id } = await freeze(db, made, where)
  const selection = await readSelection(db, { id, madeBy: actor.id })
  const { step, source, size, sums } = selection
  audit({ action: 'payments.select', subjectType: 'payable', after: { step, by: source.by, count: size, sums } })
  return selectionFacts(db, selection, actor)
}

const make = on(paymentSelections.make, async (context) => {
  const { db, actor, body } = context
  const { step, ids, filter, runId } = body
  requireStep(actor, step)
  if ([ids, filter, runId].filter((way) => way !== undefined).length !== 1)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('filter', 'REQUIRED')] })
  const made = { step, madeBy: actor.id }
  if (filter) {
    const source = { by: 'FILTER' as const, filter: wordsOf(filter) }
    return answerNew(context, { ...made, source }, await matching(db, actor, step, filter))
  }
  if (runId !== undefined) {
    const run = await openRun(db, actor, runId)
    if (run.step !== step) throw new AppError('VALIDATION_FAILED', { errors: [problem('step', 'NOT_ALLOWED')] })
    const open = byKeys(sql`select id from job_refusal where job_id = ${runId} and code <> 'ALREADY_DONE'
      union all select unnest(ids) from job_batch where job_id = ${runId} and not settled`)
    // Its maker may see fewer surveys by now.
    const where = allOf([open, inScope(await scopeOf(db, actor), sql`p.survey_id`)]) ?? open
    return answerNew(context, { ...made, source: { by: 'RUN', runId } }, where)
  }
  const asked = await readRefs(db, ids ?? [])
  const targets = targetsOf(await scopeOf(db, actor), asked.ids, paymentSteps[step].from)
  const where = sql`p.id in (select "paymentId" from (${targets}) targets)`
  return answerNew(context, { ...made, source: { by: 'IDS' } }, where)
})

/** The payments of the list at this step. */
async function matching(db: Db, actor: Actor, step: PaymentStep, filter: PaymentQuery): Promise<RawBuilder<unknown>> {
  const conditions = paymentConditions(filter, await withLeftOut(db, filter, await viewerOf(db, actor)))
  return allOf([sql`p.status = any(${paymentSteps[step].from}::text[])`, conditions]) ?? sql`true`
}

/** The filter as the trail keeps it. The trail never forgets, so searched names and phones stay out. */
function wordsOf({ q, ...filter }: Record<string, string | undefined>): Record<string, string> {
  const words = Object.entries(filter).filter((word): word is [string, string] => word[1] !== undefined)
  return Object.fromEntries([...words, ...(q?.trim() ? [['q', '…'] as const] : [])])
}

const upload = on(paymentSelections.upload, async ({ file, query: { step }, actor: caller, write, audit }) => {
  requireStep(caller, step)
  const read = await readReferences(file)
  return write(async (db, actor) => {
    requireStep(actor, step)
    const fileRows = await findPayments(db, await scopeOf(db, actor), read)
    const ids = fileRows.flatMap(({ id }) => id ?? [])
    const source = { by: 'FILE' as const, name: file?.name ?? '' }
    return answerNew({ db, actor, audit }, { step, madeBy: actor.id, source, fileRows }, sql`p.id = any(${ids})`)
  })
})

/** A selection of the caller, who still sees all its surveys: what they lost, they choose again without. */
async function openSelection(db: Db, actor: Actor, id: number, lock?: 'LOCK'): Promise<SelectionRecord> {
  const selection = await readSelection(db, { id, madeBy: actor.id }, lock)
  if (!(await stillSees(db, actor, selection.surveyIds))) throw new AppError('GRANT_TOO_NARROW')
  return selection
}

const get = on(paymentSelections.get, async ({ db, params: { id }, actor }) =>
  selectionFacts(db, await openSelection(db, actor, id), actor),
)

const start = on(paymentSelections.start, async (context) => {
  const { params, body, services } = context
  const { name = null, dryRun = false, atomic = false, reason, reasonText } = body
  const given: RunPayload = {
    ...(reason ? { reason } : {}),
    ...(reasonText ? { reasonText } : {}),
    ...(dryRun ? { isTrial: true } : {}),
  }
  const { started, step } = await context.write(async (db, actor) => {
    const selection = await openSelection(db, actor, params.id, 'LOCK')
    requireStep(actor, selection.step)
    if (selection.step === 'authorize') refuse(reauthRefusal(actor.sinceAuthenticatedMs))
    if (!dryRun && selection.runId !== null) throw new AppError('ALREADY_DONE', { data: { runId: selection.runId } })
    if (selection.size === 0) throw new AppError('VALIDATION_FAILED', { errors: [problem('ids', 'REQUIRED')] })
    if (atomic && selection.size > maxAtOnce)
      throw new AppError('VALIDATION_FAILED', { errors: [problem('atomic', 'TOO_MANY', maxAtOnce)] })
    const isSmall = selection.size <= maxAtOnce
    if (isSmall) for await (const { ids } of partsOf(db, selection.id)) await lockInOrder(db, ids)
    await refuseAboveRunLimits(db, selection, actor)
    const starter = { ...context, db, actor }
    const begin = isSmall ? atOnce : queued
    return { started: await begin(starter, selection, { ...given, name, atomic }), step: selection.step }
  })
  if (step === 'authorize' && !dryRun) noteQueued(services.database)
  return started
})

type Given = RunPayload & { name: string | null; atomic: boolean }

async function queued(starter: Starter, selection: SelectionRecord, given: Given): Promise<StartedRun> {
  const { atomic: _atomic, isTrial = false, ...rest } = given
  const runId = await queueRun(starter, selection, { ...rest, ...(isTrial ? { isTrial } : {}) })
  const none = { succeeded: 0, skipped: 0, failed: 0, failures: [], missing: [] }
  return { runId, isUnderWay: true, isTrial, total: selection.size, ...none }
}

/** A trial leaves no run behind: it is wholly taken back. */
async function atOnce(starter: Starter, selection: SelectionRecord, given: Given): Promise<StartedRun> {
  const { db, audit } = starter
  const { id, step, size } = selection
  const { name, atomic, isTrial = false, ...payload } = given
  const work = async () => {
    const { jobId, succeeded, failed, failures } = await runAtOnce(starter, stepRuns[step], payload, {
      selectIds: idsIn(id),
      most: maxAtOnce,
      subject: 'payments',
      begin: (run) => insertRun(db, { jobId: run, selectionId: id, name, earnest: 'REAL' }),
    })
    const { ALREADY_DONE: skipped = 0, ...others } = failures
    const counts = { total: size, succeeded, skipped, failed: failed - skipped }
    const codes = Object.entries(others).map(([code, count]) => ({ code, count }))
    return { runId: jobId, isUnderWay: false, isTrial, ...counts, failures: codes, missing: await missingOf(db, jobId) }
  }
  const done = isTrial ? { ...(await rolledBack(db, work)), runId: null } : await work()
  if (atomic && !isTrial && done.failed > 0) throw new AppError('BATCH_REFUSED', { data: done })
  const { failures: _failures, ...after } = done
  audit({ action: isTrial ? 'payments.try' : `payments.${step}Many`, subjectType: 'payable', after })
  return done
}

async function missingOf(db: Db, jobId: number): Promise<StartedRun['missing']> {
  const { rows } = await sql<{ missing: Missing[] }>`
    select missing from payment_run where job_id = ${jobId}`.execute(db)
  return (rows[0]?.missing ?? []).map(asMissing)
}

export const selectionRoutes = [upload, make, get, start]
