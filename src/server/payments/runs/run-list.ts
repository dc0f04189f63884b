/** Payment runs: the order, the progress, the gaps in the floats and the outcome of each row. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { paymentRuns, type Run, runFilters } from '#contract/payment-runs.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { rightTo, runRefusal } from '#domain/money/payment-run.ts'
import { filterConditions } from '../../db/filter-sql.ts'
import { readPage } from '../../db/page.ts'
import { type Db, rowOf } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { csvChunks, csvMime } from '../../excel/csv.ts'
import { type Actor, on } from '../../http/context.ts'
import { reopenJob } from '../../jobs/job-store.ts'
import { endJob, takeJobTurn } from '../../jobs/run-store.ts'
import { refuseTooMany } from '../../jobs/start.ts'
import { allOf } from '../../db/table-store.ts'
import { scopeOf, type SurveyScope } from '../../scope.ts'
import { asMissing, type Missing } from '../funding/floats.ts'
import { sum } from '#domain/money/money.ts'
import { isRun, when } from '../row-parts.ts'
import { runRows } from './run-file.ts'
import { sampleOf } from './sample-answers.ts'
import { chargesOf, type SelectionRecord } from './selection-store.ts'

interface RunRecord extends Omit<Run, 'missing' | 'totalAmount' | 'totalCharge'> {
  missing: Missing[]
  sums: SelectionRecord['sums']
  /** Undefined columns of a run without a selection come as null. */
  surveyIds: number[] | null
}

// Where runs are searched for, only the job itself is there.
const stateOf = sql`case when j.state <> 'CANCELLED' then j.state
  when (select count(*) from payment_run h where h.job_id = j.id and h.stopped_at is not null) > 0 then 'STOPPED'
  else 'PAUSED' end`
const skippedOf = sql`coalesce((j.failures ->> 'ALREADY_DONE')::bigint, 0)`

const columns: RawBuilder<unknown> = sql`j.id, r.name, split_part(j.kind, '.', 2) as step, ${stateOf} as state,
  coalesce(r.is_trial, false) as "isTrial", s.source, s.id as "selectionId",
  (select json_build_object('id', p.id, 'name', p.name) from person p where p.id = j.asker_id) as "startedBy",
  coalesce(s.sums, '[]') as sums, to_json(s.survey_ids) as "surveyIds",
  coalesce(j.total, 0) as total, j.done, j.succeeded, ${skippedOf} as skipped, j.failed - ${skippedOf} as failed,
  (select coalesce(json_agg(json_build_object('code', f.key, 'count', f.value::bigint) order by f.value::bigint desc, f.key), '[]')
    from jsonb_each_text(j.failures) as f where f.key <> 'ALREADY_DONE') as failures,
  coalesce(r.missing, '[]') as missing, ${sampleOf(sql`j.id`)} as sample, j.error, j.created_at as "createdAt", j.started_at as "startedAt",
  coalesce(r.done_before, 0) as "doneBefore", j.finished_at as "finishedAt", now() as "readAt"`

const joins = sql`left join payment_run r on r.job_id = j.id left join payment_selection s on s.id = r.selection_id`

const derived = {
  state: stateOf,
  step: sql`split_part(j.kind, '.', 2)`,
  startedBy: sql`j.asker_id`,
  createdAt: sql`j.created_at`,
}

/** A run without a name is found by its number. */
function named(q: string | undefined): RawBuilder<unknown> | undefined {
  return when(
    q?.trim() || undefined,
    (text) =>
      sql`(j.id::text = ${text} or j.id in (select job_id from payment_run where fold(name) like anywhere(${text})))`,
  )
}

/** Without its money for a person who does not see all its surveys any more. */
function runOf({ missing, sums, surveyIds, ...run }: RunRecord, scope: SurveyScope): Run {
  if (!seesEach(scope, surveyIds)) return { ...run, totalAmount: [], totalCharge: [], missing: [], sample: null }
  const totalAmount = sums.map(({ currency, amountMinor }) => sum(BigInt(amountMinor), currency))
  return { ...run, totalAmount, totalCharge: chargesOf(sums), missing: missing.map(asMissing) }
}

function seesEach(scope: SurveyScope, surveyIds: readonly number[] | null): boolean {
  if (scope === 'ALL') return true
  const seen = new Set(scope)
  return (surveyIds ?? []).every((id) => seen.has(id))
}

/** The caller's own runs, and runs whose surveys the caller sees, all of them. */
function seenBy(actor: Actor, scope: SurveyScope): RawBuilder<unknown> | undefined {
  if (scope === 'ALL') return undefined
  return sql`(j.asker_id = ${actor.id} or coalesce((select c.survey_ids <@ ${scope}::bigint[]
    from payment_run h join payment_selection c on c.id = h.selection_id where h.job_id = j.id), false))`
}

/** NOT_FOUND when the caller sees none of its surveys, GRANT_TOO_NARROW when they do not see all of them. */
export async function openRun(db: Db, actor: Actor, id: number): Promise<RunRecord> {
  const run = await rowOf<RunRecord>(db)`select ${columns} from job j ${joins} where j.id = ${id} and ${isRun}`
  const scope = await scopeOf(db, actor)
  if (scope === 'ALL' || run.startedBy?.id === actor.id) return run
  const seen = new Set(scope)
  const surveys = run.surveyIds ?? []
  if (!surveys.some((survey) => seen.has(survey))) throw new AppError('NOT_FOUND')
  if (!seesEach(scope, surveys)) throw new AppError('GRANT_TOO_NARROW')
  return run
}

/** The batch under way ends first. */
async function lockRun(db: Db, actor: Actor, id: number): Promise<RunRecord> {
  await openRun(db, actor, id)
  await takeJobTurn(db, id)
  await sql`select from job where id = ${id} for update`.execute(db)
  return openRun(db, actor, id)
}

/** GRANT_TOO_NARROW also for its maker, who does not see all its surveys any more. */
export async function openWholeRun(db: Db, actor: Actor, id: number): Promise<RunRecord> {
  const run = await openRun(db, actor, id)
  if (!seesEach(await scopeOf(db, actor), run.surveyIds)) throw new AppError('GRANT_TOO_NARROW')
  return run
}

export async function showRun(db: Db, actor: Actor, id: number): Promise<Run> {
  return runOf(await openRun(db, actor, id), await scopeOf(db, actor))
}

export const runRoutes = [
  on(paymentRuns.list, async ({ db, query, actor }) => {
    const order = { by: sql`j.id`, descending: true }
    const asked = filterConditions({ filters: runFilters, derived, searched: [], aliases: {} }, query)
    const scope = await scopeOf(db, actor)
    const where = allOf([isRun, seenBy(actor, scope), named(query.q), ...asked]) ?? isRun
    const page = { ...pageOf(query), total: { among: 'few' as const } }
    const list = { table: 'job', as: 'j', order, columns, joins, where }
    const { rows, total } = await readPage<RunRecord>(db, list, page)
    return { rows: rows.map((run) => runOf(run, scope)), total }
  }),

  on(paymentRuns.get, async ({ db, params, actor }) => showRun(db, actor, params.id)),

  on(paymentRuns.rename, async ({ db, params: { id }, body, actor, audit }) => {
    const run = await lockRun(db, actor, id)
    const mayTake = actor.permissions.has(rightTo(run.step))
    if (run.startedBy?.id !== actor.id && !mayTake) throw new AppError('FORBIDDEN')
    await sql`insert into payment_run (job_id, name) values (${id}, ${body.name})
      on conflict (job_id) do update set name = excluded.name`.execute(db)
    audit({
      action: 'payments.nameRun',
      subjectType: 'job',
      subjectId: id,
      before: { name: run.name },
      after: { name: body.name },
    })
    return showRun(db, actor, id)
  }),

  on(paymentRuns.act, async ({ db, params: { id, action }, actor, audit }) => {
    const run = await lockRun(db, actor, id)
    const { step, state, done } = run
    refuse(runRefusal(action, { step, state, startedById: run.startedBy?.id }, actor))
    if (action === 'resume' && step === 'authorize') refuse(reauthRefusal(actor.sinceAuthenticatedMs))
    if (action === 'resume') {
      await refuseTooMany(db, actor.id)
      await reopenJob(db, id)
    } else if (state === 'WAITING' || state === 'RUNNING') {
      await endJob(db, { id }, { state: 'CANCELLED' })
    }
    if (action === 'stop') await stopForGood(db, id)
    audit({ action: `payments.${action}Run`, subjectType: 'job', subjectId: id, before: { state }, after: { done } })
    return showRun(db, actor, id)
  }),

  on(paymentRuns.file, async ({ db, params: { id }, query: { lang = 'en' }, actor }) => {
    await openWholeRun(db, actor, id)
    const { headings, lines } = runRows(db, id, { lang, viewer: actor })
    const bytes = csvChunks(headings, lines)
    return { name: `run-${id}.csv`, mime: csvMime, disposition: 'attachment' as const, bytes }
  }),
]

async function stopForGood(db: Db, id: number): Promise<void> {
  await sql`insert into payment_run (job_id, stopped_at) values (${id}, now())
    on conflict (job_id) do update set stopped_at = now()`.execute(db)
  // A run that had failed is over too.
  await sql`update job set state = 'CANCELLED', error = null where id = ${id} and state = 'FAILED'`.execute(db)
}
