/** Tasks as they are listed: pages with exact totals and the counts of every status under the same filters. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import { blank, chosenAmong } from '#contract/filters.ts'
import { type TaskCounts, taskList, type TaskRow } from '#contract/tasks.ts'
import { type TaskStatus, taskStatuses, taskStatusesToDo } from '#domain/people/task.ts'
import { filterConditions } from '../db/filter-sql.ts'
import { snake } from '../db/names.ts'
import { type Listing, type Page, readCounted, type Total } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { readListing, type Whole } from '../db/read-whole.ts'
import { type PeopleSearch, searchFilter } from '../people/person-search.ts'
import { phonesFor } from '../people/person-view.ts'
import { allOf, found } from '../db/table-store.ts'
import { inScope, type Onlooker, scopeAsked, type SurveyScope } from '../scope.ts'

export type TaskQuery = z.output<typeof taskList.query>
type Condition = RawBuilder<unknown> | undefined

export interface TaskFilter {
  words: TaskQuery
  /** The surveys that the reader means, among those that they see. */
  scope: SurveyScope
  /** The reader, whose tasks are `mine`. */
  readerId: number
  /** How far phone numbers find people. */
  phones: PeopleSearch['phones']
}

interface TaskPage extends Page<TaskRow> {
  statusCounts: TaskCounts
}

/** Newest first, unless asked otherwise. */
export async function listTasks(db: Db, filter: TaskFilter): Promise<TaskPage> {
  const { words } = filter
  const where = conditions(filter)
  const asked = { ...listing, order: orderOf(words), where }
  const page = await readCounted<TaskRow, StatusesFound>(db, asked, pageOf(words), {
    counts: countsOf(filter),
    totalOf: (counts) => chosenTotal(words, eachStatus(counts)),
    filtered: where && ((matching) => totalWith(words, matching)),
  })
  return { ...page, statusCounts: eachStatus(page.counts) }
}

/** All that the filter asks for instead of a page, in its order. */
export function wholeTasks<T>(
  db: Kysely<unknown>,
  filter: TaskFilter,
  use: (whole: Whole<TaskRow>) => Promise<T>,
): Promise<T> {
  return readListing(db, { ...listing, order: orderOf(filter.words), where: conditions(filter) }, use)
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

const listing = { table: 'task', key: ['survey_id', 'id'], columns, joins } satisfies Partial<Listing>

function orderOf({ sort = '-id' }: TaskQuery) {
  return { by: sql.ref(`task.${snake(sort.replace('-', ''))}`), descending: sort.startsWith('-') }
}

/** The indexes of the usual order know surveys and statuses; other rows are searched for. */
function totalWith(query: TaskQuery, matching: number): Total {
  const { sort } = query
  if (sort === undefined && isKept(query)) return matching
  const within = sort !== undefined && sort.replace('-', '') in query ? 'order' : undefined
  return { among: sql`select coalesce(sum(n), 0)::bigint as n from task_counter`, matching, within }
}

const { status: _status, surveyId, administrativeUnitId, ...ofTask } = taskList.filters
const aliases = { surveyId: { table: 'survey', column: 'encoded_id' } }
const derived = Object.fromEntries(Object.keys(ofTask).map((key) => [key, sql.ref(`task.${snake(key)}`)]))

/** On `task`; undefined without a condition. */
function conditions({ words, scope, phones, readerId }: TaskFilter): Condition {
  const person = searchFilter('PARTICIPANT', { text: words.q, phones })
  return allOf([
    inScope(scope, sql`task.survey_id`),
    ...ofSurvey(words, sql`task.survey_id`),
    ...filterConditions({ filters: ofTask, derived, searched: [], aliases }, words),
    ...inUnit(words),
    statusFilter(words),
    words.mine && sql`task.assignee_id = ${readerId}`,
    words.overdue && sql`task.due_at < now() and task.status = any(${taskStatusesToDo}::smallint[])`,
    person && sql`task.assignee_id = any(array(select id from person where admin_type = 'PARTICIPANT' and ${person}))`,
  ])
}

function ofSurvey(query: TaskQuery, column: RawBuilder<unknown>) {
  return filterConditions({ filters: { surveyId }, derived: { surveyId: column }, searched: [], aliases }, query)
}

/** A task without a site is in no unit. */
function inUnit(query: TaskQuery) {
  const filters = { administrativeUnitId }
  return filterConditions({ filters, derived: {}, searched: [], aliases }, query).map((condition) => {
    const atSite = sql`task.site_id in (select id from site where ${condition})`
    return query.administrativeUnitId === blank ? sql`(task.site_id is null or ${atSite})` : atSite
  })
}

function chosenStatuses({ status }: TaskQuery): readonly TaskStatus[] {
  return chosenAmong(taskStatuses, taskList.filters.status, status)
}

function chosenTotal(query: TaskQuery, counts: TaskCounts): number {
  return chosenStatuses(query).reduce<number>((sum, status) => sum + counts[status], 0)
}

/** One status is compared alone, so that the index on status and id serves the order too. */
function statusFilter(query: TaskQuery): Condition {
  const statuses = chosenStatuses(query)
  const [first, ...rest] = statuses
  if (first !== undefined && rest.length === 0) return sql`task.status = ${first}`
  return statuses.length === taskStatuses.length ? undefined : sql`task.status = any(${statuses}::smallint[])`
}

/** The kept counts know surveys and statuses; any other filter is counted. */
function isKept({ page: _page, pageSize: _pageSize, size: _size, sort: _sort, q, ...words }: TaskQuery): boolean {
  const { status: _of, surveyId: _survey, ...others } = words
  return !q?.trim() && Object.values(others).every((word) => word === undefined)
}

/** None of any status: null. */
type StatusesFound = Partial<TaskCounts> | null

/** Whatever status the filter asks for. */
function countsOf(filter: TaskFilter) {
  const { scope, words } = filter
  const others = { ...filter, words: { ...words, status: undefined } }
  const kept = allOf([inScope(scope, sql`survey_id`), ...ofSurvey(words, sql`survey_id`)])
  const each = isKept(words)
    ? sql`select status, sum(n)::bigint as n from task_counter where ${kept ?? sql`true`} group by status`
    : sql`select status, count(*) as n from task where ${conditions(others) ?? sql`true`} group by status`
  return sql<StatusesFound>`select json_object_agg(status, n) as counts from (${each}) each`
}

function eachStatus(found: StatusesFound): TaskCounts {
  return Object.fromEntries(taskStatuses.map((status) => [status, found?.[status] ?? 0])) as TaskCounts
}

/** The ids of all that the filter asks for, locked; one more than `most` says that there are more. */
export async function lockMatching(db: Db, filter: TaskFilter, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select task.id from task where ${conditions(filter) ?? sql`true`}
    order by task.id limit ${most + 1} for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** What the reader's words mean of the tasks that they see. */
export async function filterOf(db: Db, onlooker: Onlooker, query: TaskQuery): Promise<TaskFilter> {
  return { ...(await scopeAsked(db, onlooker, query)), readerId: onlooker.id, phones: phonesFor(onlooker) }
}

/** One task in scope; NOT_FOUND when there is none. */
export async function getTask(db: Db, id: number, scope: SurveyScope): Promise<TaskRow> {
  const seen = inScope(scope, sql`task.survey_id`) ?? sql`true`
  return found(await sql<TaskRow>`select ${columns} from task ${joins} where task.id = ${id} and ${seen}`.execute(db))
}
