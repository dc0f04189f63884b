/** Tasks that people make, assign, date and move by hand. */
import { sql } from 'kysely'
import { type TaskRow, tasks } from '#contract/tasks.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { taskMoveRefusal, taskStatus } from '#domain/people/task.ts'
import { changing } from '../db/changing.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { found } from '../db/table-store.ts'
import { inScope, openSurvey, requireAct, scopeOf } from '../scope.ts'
import { getTask } from './list-store.ts'

interface TaskFields {
  siteId?: number | null | undefined
  assigneeId?: number | null | undefined
  dueAt?: string | null | undefined
  note?: string | null | undefined
}

/** All that is named must be there. */
export async function requireNamed(db: Db, { siteId, assigneeId }: TaskFields): Promise<void> {
  const rows = await rowsOf<{ site: boolean; person: boolean }>(db)`
    select ${siteId ?? null}::bigint is null or exists (select from site where id = ${siteId ?? null}) as site,
      ${assigneeId ?? null}::bigint is null
        or exists (select from person where id = ${assigneeId ?? null} and anonymised_at is null) as person`
  const { site, person } = found({ rows })
  const errors: FieldProblem[] = [
    ...(site ? [] : [problem('siteId', 'UNKNOWN_REFERENCE')]),
    ...(person ? [] : [problem('assigneeId', 'UNKNOWN_REFERENCE')]),
  ]
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
}

const create = on(tasks.create, async ({ db, actor, body, audit }) => {
  const surveyId = await openSurvey(db, actor, 'review', body.surveyId)
  await requireNamed(db, body)
  const { siteId = null, assigneeId = null, dueAt = null, note } = body
  const { id } = await rowOf<{ id: number }>(db)`
      insert into task (survey_id, site_id, assignee_id, due_at, note, status)
      values (${surveyId}, ${siteId}, ${assigneeId}, ${dueAt}, ${note || null}, ${taskStatus.OPEN})
      returning id`
  const after = { surveyId, siteId, assigneeId, dueAt }
  audit({ action: 'tasks.create', subjectType: 'task', subjectId: id, after })
  return getTask(db, id, [surveyId])
})

const update = on(tasks.update, async ({ db, actor, params, body, audit }) => {
  const scope = await scopeOf(db, actor)
  const seen = inScope(scope, sql`task.survey_id`) ?? sql`true`
  await sql`select from task where id = ${params.id} and ${seen} for no key update`.execute(db)
  const before = await getTask(db, params.id, scope)
  const { surveyId, id, status } = before
  await requireAct(db, actor, 'review', surveyId)
  if (body.version !== undefined && body.version !== before.version) throw new AppError('STALE', { data: before })
  const to = body.status ?? status
  if (to !== status) refuse(taskMoveRefusal(before, to))
  await requireNamed(db, body)
  const next = {
    siteId: body.siteId === undefined ? (before.site?.id ?? null) : body.siteId,
    assigneeId: body.assigneeId === undefined ? (before.assignee?.id ?? null) : body.assigneeId,
    dueAt: body.dueAt === undefined ? before.dueAt : body.dueAt,
    note: body.note === undefined ? before.note : body.note || null,
  }
  const { set, differs } = changing({ ...next, status: to })
  await sql`update task set ${set} where survey_id = ${surveyId} and id = ${id} and ${differs}`.execute(db)
  const after = await getTask(db, id, scope)
  audit({ action: 'tasks.update', subjectType: 'task', subjectId: id, before: onTrail(before), after: onTrail(after) })
  return after
})

/** Without the note, which may tell of a person: the trail is for ever. */
function onTrail({ version, status, site, assignee, dueAt }: TaskRow): object {
  return { version, status, siteId: site?.id, assigneeId: assignee?.id, dueAt }
}

export const tasksByHand = [create, update]
