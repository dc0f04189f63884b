/** Tasks as they are listed: pages with exact totals and the counts of every status under the same filters. */
import { sql } from 'kysely'
import type { TaskCounts, TaskRow } from '#contract/tasks.ts'
import { type TaskStatus, taskStatuses } from '#domain/task.ts'
import { type Place, readPage } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { allOf } from '../records/table-store.ts'
import { inScope, type SurveyScope } from '../scope.ts'

interface TaskFilter {
  /** Those of the surveys that the asker sees which are meant. */
  scope: SurveyScope
  assigneeId?: number | undefined
}

export interface TaskQuery extends TaskFilter, Place {
  status?: readonly TaskStatus[] | undefined
}

interface TaskPage {
  rows: TaskRow[]
  total: number
  statusCounts: TaskCounts
}

/** Newest first. */
export async function listTasks(db: Db, query: TaskQuery): Promise<TaskPage> {
  const { offset, pageSize } = query
  const status: readonly TaskStatus[] = query.status ?? taskStatuses
  const statusCounts = await countByStatus(db, query)
  const total = status.reduce<number>((sum, each) => sum + statusCounts[each], 0)
  const where = allOf([...filters(query), statusFilter(status)])
  const order = { by: sql`task.id`, descending: true }
  const page = await readPage<TaskRow>(
    db,
    { table: 'task', key: ['survey_id', 'id'], order, columns, joins, where },
    { offset, pageSize, total },
  )
  return { ...page, statusCounts }
}

const columns = sql`
    task.id, task.survey_id as "surveyId", survey.title as "surveyTitle", task.status,
      case when assignee.id is not null
        then json_build_object('id', assignee.id, 'name', assignee.name) end as assignee,
      case when site.id is not null then json_build_object('id', site.id, 'title', site.title) end as site,
      task.form_id as "formId", task.due_at as "dueAt", task.note, task.version,
      task.created_at as "createdAt", task.updated_at as "updatedAt"`

const joins = sql`
    join survey on survey.id = task.survey_id
    left join person assignee on assignee.id = task.assignee_id
    left join site on site.id = task.site_id`

function filters({ scope, assigneeId }: TaskFilter) {
  return [inScope(scope, sql`survey_id`), assigneeId === undefined ? undefined : sql`assignee_id = ${assigneeId}`]
}

/** One status is compared alone, so that the index on status and id serves the order too. */
function statusFilter(statuses: readonly TaskStatus[]) {
  const [first, ...rest] = statuses
  if (first !== undefined && rest.length === 0) return sql`status = ${first}`
  return statuses.length === taskStatuses.length ? undefined : sql`status = any(${statuses}::smallint[])`
}

/** From the kept counts; those of one person are few enough to be counted. */
async function countByStatus(db: Db, filter: TaskFilter): Promise<TaskCounts> {
  const where = allOf(filters(filter)) ?? sql`true`
  const { rows } = await (
    filter.assigneeId === undefined
      ? sql<{ status: TaskStatus; n: number }>`
        select status, sum(n)::bigint as n from task_counter where ${where} group by status`
      : sql<{ status: TaskStatus; n: number }>`
        select status, count(*) as n from task where ${where} group by status`
  ).execute(db)
  const counts = new Map(rows.map(({ status, n }) => [status, n]))
  return Object.fromEntries(taskStatuses.map((status) => [status, counts.get(status) ?? 0])) as TaskCounts
}
