/** Selections: payments chosen for a step, looked at, and started by the person who chose them. */
import { type RawBuilder, sql } from 'kysely'
import { paymentSelections, type StartedRun } from '#contract/payment-runs.ts'
import { maxAtOnce } from '#contract/payments.ts'
import { asksReason, type RunStep, startsOf } from '#domain/money/payment-run.ts'
import { problem } from '#domain/problems.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import type { Starter } from '../../jobs/start.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope, scopeOf, stillSees } from '../../scope.ts'
import { refuseUnproven, requireRight } from './bulk.ts'
import { asMissing } from '../funding/floats.ts'
import { holdOf } from '../steps/hold-sql.ts'
import { paymentConditions, type PaymentQuery } from '../list/payment-filters.ts'
import { byKeys, withLeftOut } from './payment-members.ts'
import { readRefs, targetsOf } from '../payment-refs.ts'
import { viewerOf } from '../row-parts.ts'
import { auditRefused, queueRun, refuseAboveRunLimits, runNow } from './runs.ts'
import { openRun } from './run-list.ts'
import { selectionFacts } from './selection-facts.ts'
import { findPayments, readReferences } from './selection-file.ts'
import { freeze, partsOf, readSelection, type SelectionRecord } from './selection-store.ts'
import { rolledBack } from '../steps/steps.ts'
import { lockInOrder } from '../steps/steps-store.ts'
import { askForReason } from '../steps/ways.ts'
import { noteQueued } from '../worker/worker-nudge.ts'

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
  requireRight(actor, step)
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
  const targets = targetsOf(await scopeOf(db, actor), asked.ids, startsOf(step))
  const where = sql`p.id in (select "paymentId" from (${targets}) targets)`
  return answerNew(context, { ...made, source: { by: 'IDS' } }, where)
})

/** The payments of the list at this step: to be corrected together, those whose participant has another phone. */
async function matching(db: Db, actor: Actor, step: RunStep, filter: PaymentQuery): Promise<RawBuilder<unknown>> {
  const conditions = paymentConditions(filter, await withLeftOut(db, filter, await viewerOf(db, actor)))
  const moved = sql`p.id in (select payable_id from doubtful_payable) and ${holdOf} = 'PHONE_CHANGED'`
  const atStep = [sql`p.status = any(${startsOf(step)}::text[])`, ...(step === 'correct' ? [moved] : [])]
  return allOf([...atStep, conditions]) ?? sql`true`
}

/** The filter as the trail keeps it. The trail never forgets, so searched names and phones stay out. */
function wordsOf({ q, ...filter }: Record<string, string | undefined>): Record<string, string> {
  const words = Object.entries(filter).filter((word): word is [string, string] => word[1] !== undefined)
  return Object.fromEntries([...words, ...(q?.trim() ? [['q', '…'] as const] : [])])
}

const upload = on(
  paymentSelections.upload,
  async ({ file, query: { step }, actor: caller, services, write, audit }) => {
    const { phoneCountry } = services.settings
    requireRight(caller, step)
    const read = await readReferences(file)
    return write(async (db, actor) => {
      requireRight(actor, step)
      const fileRows = await findPayments(db, await scopeOf(db, actor), read, { step, phoneCountry })
      const ids = fileRows.flatMap(({ id }) => id ?? [])
      const source = { by: 'FILE' as const, name: file?.name ?? '' }
      return answerNew({ db, actor, audit }, { step, madeBy: actor.id, source, fileRows }, sql`p.id = any(${ids})`)
    })
  },
)

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
  const { dryRun: isTrial = false, atomic = false, ...how } = body
  const { started, step } = await context.write(async (db, actor) => {
    const selection = await openSelection(db, actor, params.id, 'LOCK')
    const { step, size, runId } = selection
    requireRight(actor, step)
    refuseUnproven(step, actor)
    askForReason(asksReason(step), how)
    if (!isTrial && runId !== null) throw new AppError('ALREADY_DONE', { data: { runId } })
    if (size === 0) throw new AppError('VALIDATION_FAILED', { errors: [problem('ids', 'REQUIRED')] })
    if (atomic && size > maxAtOnce)
      throw new AppError('VALIDATION_FAILED', { errors: [problem('atomic', 'TOO_MANY', maxAtOnce)] })
    if (size <= maxAtOnce) for await (const { ids } of partsOf(db, selection.id)) await lockInOrder(db, ids)
    await refuseAboveRunLimits(db, selection, actor)
    const starter = { ...context, db, actor }
    if (size <= maxAtOnce) return { started: await now(starter, selection, { ...how, isTrial, atomic }), step }
    const none = { succeeded: 0, skipped: 0, failed: 0, failures: [], missing: [] }
    const jobId = await queueRun(starter, selection, { ...how, isTrial })
    return { started: { runId: jobId, isUnderWay: true, isTrial, total: size, ...none }, step }
  })
  if (step === 'authorize' && !isTrial) noteQueued(services.database)
  return started
})

/** A trial leaves no run behind: it is wholly taken back. */
async function now(
  starter: Parameters<typeof runNow>[0],
  selection: SelectionRecord,
  { isTrial, atomic, ...how }: Parameters<typeof runNow>[2] & { isTrial: boolean; atomic: boolean },
): Promise<StartedRun> {
  const { db, audit } = starter
  const { step, size } = selection
  const work = () => runNow(starter, selection, how)
  const { jobId, taken, succeeded, failed, failures } = isTrial ? await rolledBack(db, work) : await work()
  const { ALREADY_DONE: skipped = 0, ...others } = failures
  const counts = { isUnderWay: false, isTrial, total: size, succeeded, skipped, failed: failed - skipped }
  const after = { runId: isTrial ? null : jobId, ...counts, missing: taken.missing.map(asMissing) }
  const done = { ...after, failures: Object.entries(others).map(([code, count]) => ({ code, count })) }
  if (atomic && !isTrial && done.failed > 0) throw new AppError('BATCH_REFUSED', { data: done })
  audit({ action: isTrial ? 'payments.try' : `payments.${step}Many`, subjectType: 'payable', after })
  if (!isTrial) auditRefused(starter, step, taken.refused)
  return done
}

export const selectionRoutes = [upload, make, get, start]
