import { taskList, tasks } from '#contract/tasks.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { requireNamed, tasksByHand } from './by-hand.ts'
import { filterOf, listTasks, lockMatching, type TaskQuery, wholeTasks } from './list-store.ts'
import { sql } from 'kysely'
import { maxBulkIds } from '#contract/fields.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { changing } from '../db/changing.ts'
import { AppError } from '../errors.ts'
import { bulkResult, selectionChanged } from '../records/bulk-result.ts'
import { actRefusals, inScope, scopeOf } from '../scope.ts'
import { rowsOf } from '../db/pool.ts'

interface Locked {
  id: number
  surveyId: number
  formId: number | null
  assigneeId: number | null
  version: number
}

/** Several tasks are given to one person: those ticked, or all of a filter, as of a site or a unit. */
const assign = on(tasks.assign, async ({ db, actor, body, audit }) => {
  const { filter = {}, expected = 0, assigneeId, dueAt } = body
  await requireNamed(db, { assigneeId })
  const ids = body.ids ? [...new Set(body.ids)] : await lockMatching(db, await filterOf(db, actor, filter), maxBulkIds)
  if (ids.length > maxBulkIds) throw new AppError('TOO_MANY_MATCHES', { data: { atMost: maxBulkIds } })
  if (!body.ids && ids.length !== expected) throw selectionChanged(ids.length)
  const seen = inScope(await scopeOf(db, actor), sql`survey_id`) ?? sql`true`
  const rows = await rowsOf<Locked>(db)`
    select id, survey_id as "surveyId", form_id as "formId", assignee_id as "assigneeId", version
    from task where id = any(${ids}) and ${seen} order by id for no key update`
  const closed = await actRefusals(
    db,
    actor,
    'review',
    rows.map(({ surveyId }) => surveyId),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const refusalOf = (id: number): ErrorCode | undefined => {
    const task = known.get(id)
    if (!task) return 'NOT_FOUND'
    return closed.get(task.surveyId) ?? (task.formId === null ? undefined : 'TASK_FOLLOWS_RESPONSE')
  }
  const refused = new Map(ids.flatMap((id) => (refusalOf(id) ? [[id, refusalOf(id) as ErrorCode]] : [])))
  const given = rows.filter(({ id }) => !refused.has(id))
  const { set, differs } = changing({ assigneeId, dueAt })
  const changed = await sql<{ id: number; version: number }>`
    update task set ${set} where id = any(${given.map(({ id }) => id)}) and ${differs} returning id, version`.execute(
    db,
  )
  const versions = new Map(changed.rows.map(({ id, version }) => [id, version]))
  for (const { id, assigneeId: before, version } of given)
    if (versions.has(id))
      audit({
        action: 'tasks.update',
        subjectType: 'task',
        subjectId: id,
        before: { version, assigneeId: before },
        after: { version: versions.get(id), assigneeId, dueAt },
      })
  if (versions.size === 0) audit({ action: 'tasks.update', subjectType: 'task', after: { assigneeId, unchanged: ids } })
  return bulkResult(ids, refused)
})

const exported: ExportedList = {
  path: taskList.path,
  table: 'task',
  row: taskList.file,
  export: tasks.export,
  personal: ['q', 'note'],
  belongsTo: 'SURVEYS',
  whole: async ({ db, actor }, query, use) => wholeTasks(db, await filterOf(db, actor, query as TaskQuery), use),
}

export const taskRoutes = [
  ...tasksByHand,
  assign,
  on(tasks.list, async ({ db, query, actor }) => listTasks(db, await filterOf(db, actor, query))),
  exportRoute(exported),
]
