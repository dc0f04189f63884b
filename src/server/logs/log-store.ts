/** Reads the trail in pages: by key, so that a page deep down costs what the first one does. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { logList } from '#contract/logs.ts'
import { filterConditions } from '../db/filter-sql.ts'
import { fixed } from '../db/fixed.ts'
import { snake } from '../db/names.ts'
import { readPage } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { fenced } from '../db/named.ts'
import { readListing, type Whole } from '../db/read-whole.ts'
import { allOf } from '../db/table-store.ts'
import type { Deed } from './log-row.ts'
import { subjectName } from './subject-names.ts'

export type LogQuery = z.output<typeof logList.query> & { id?: number | undefined }

interface LogPage {
  rows: Deed[]
  total: number
  nextCursor: string | null
}

interface TrailWindow {
  pageSize: number
  offset: number
  /** `<microseconds>_<id>` of the row before the page. */
  cursor: string | undefined
}

type Condition = RawBuilder<unknown> | undefined

/** Newest first, unless asked otherwise. */
export function listLogs(db: Db, query: LogQuery, window: TrailWindow): Promise<LogPage> {
  return readTrail(db, logConditions(query), { ...window, direction: directionOf(query) })
}

/** All that the query asks for, in its order. */
export function wholeTrail<T>(
  db: Kysely<unknown>,
  query: LogQuery,
  use: (whole: Whole<Deed>) => Promise<T>,
): Promise<T> {
  const order = { by: sql`a.at`, descending: directionOf(query) === 'desc' }
  const columns = columnsWith(sql`a.before`, sql`null`)
  return readListing(db, { table: 'audit', as: 'a', order, columns, joins, where: logConditions(query) }, use)
}

/**
 * The actions on one record. Sign-ins change nothing, refused calls left nothing, and how a person sees their lists is
 * their own affair: only the trail shows all three.
 */
export function listHistory(
  db: Db,
  { subjectType, subjectId }: { subjectType: string; subjectId: string },
  window: Omit<TrailWindow, 'offset'>,
): Promise<LogPage> {
  const deeds = sql`a.subject_type = ${subjectType} and ${about(subjectType, subjectId)}
    and a.action not like 'auth.%' and a.action not like 'lists.%' and a.action not like '%.refused'`
  return readTrail(db, deeds, { ...window, offset: 0, direction: 'desc' })
}

/** Payments that one call or run made or changed alike share a row: the moments of a payment and of its steps lead to it. */
function about(subjectType: string | undefined, id: string) {
  if (subjectType !== 'payable') return sql`a.subject_id = ${id}`
  const payment = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
  // By the moment, whatever the statistics: rows of many payments are long.
  const atMoment = (moment: RawBuilder<unknown>) => sql`
    cross join lateral ${fenced(sql`select * from audit where ${moment}`)} together
    where together.subject_type = 'payable' and together.subject_id is null
      and together.before -> 'ids' @> to_jsonb(${payment}::bigint)`
  return sql`a.id in (select id from audit where subject_type = 'payable' and subject_id = ${id}
    union all select together.id from (select created_at from payable where id = ${payment}) p
      ${atMoment(sql`at = p.created_at and action = 'payments.owe'`)}
    union all select together.id from (select distinct actor_id, at from step where payable_id = ${payment}) s
      ${atMoment(sql`at = s.at and actor_id = s.actor_id`)})`
}

type Direction = 'asc' | 'desc'

function directionOf({ sort }: LogQuery): Direction {
  return sort === 'at' ? 'asc' : 'desc'
}

async function readTrail(
  db: Db,
  where: Condition,
  { pageSize, offset, cursor, direction }: TrailWindow & { direction: Direction },
): Promise<LogPage> {
  const { rows, total } = await readPage<Placed>(
    db,
    {
      table: 'audit',
      as: 'a',
      order: { by: sql`a.at`, descending: direction === 'desc' },
      columns: pageColumns,
      joins,
      where: allOf([where, cursor === undefined ? undefined : beyond(cursor, direction)]),
    },
    {
      offset: cursor === undefined ? offset : 0,
      // One row more tells whether there is another page.
      pageSize: pageSize + 1,
      total: where ? sql<number>`select count(*) as n from audit a where ${where}` : countAll,
    },
  )
  return { ...upTo(rows, pageSize), total }
}

type Placed = Deed & { micros: string }

const joins = sql`left join person p on p.id = a.actor_id`

/** A page says of how many payments a row is; the file says of which. */
const paged = sql`
      case when a.subject_type = 'payable' and a.subject_id is null then a.before - 'ids' else a.before end`

const columnsWith = (before: RawBuilder<unknown>, name: RawBuilder<unknown>) => sql`
      a.id, a.at, case when a.actor_id is not null
        then json_build_object('id', a.actor_id, 'username', p.username, 'name', p.name) end as actor,
      a.action, a.subject_type as "subjectType", a.subject_id as "subjectId", ${name} as "subjectName",
      ${before} as before, a.after, a.address, a.request_id as "requestId"`

const pageColumns = fixed(
  sql`${columnsWith(paged, subjectName)}, (extract(epoch from a.at) * 1000000)::bigint::text as micros`,
)

function upTo(rows: readonly Placed[], pageSize: number): Omit<LogPage, 'total'> {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ micros: _, ...row }) => row),
    nextCursor: last && rows.length > pageSize ? `${last.micros}_${last.id}` : null,
  }
}

/** The rows after the cursor. */
function beyond(cursor: string, direction: Direction) {
  const [micros, id] = cursor.split('_').map(Number)
  const later = sql.raw(direction === 'asc' ? '>' : '<')
  return sql`(a.at, a.id) ${later} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`
}

const { filters } = logList
const derived = Object.fromEntries(Object.keys(filters).map((key) => [key, sql.ref(`a.${snake(key)}`)]))

function logConditions(query: LogQuery): Condition {
  const { id, actor, action, subjectType, subjectId, from, to } = query
  return allOf([
    id === undefined ? undefined : sql`a.id = ${id}`,
    ...filterConditions({ filters, derived, searched: [], aliases: {} }, query),
    actor === undefined ? undefined : actorFilter(actor),
    action === undefined ? undefined : actionFilter(action),
    subjectId === undefined ? undefined : about(subjectType, subjectId),
    from === undefined ? undefined : sql`a.at >= ${from}::timestamptz`,
    to === undefined ? undefined : endFilter(to),
  ])
}

function actorFilter(actor: string) {
  if (/^[1-9]\d{0,14}$/.test(actor)) return sql`a.actor_id = ${Number(actor)}`
  return sql`a.actor_id = (select id from person where lower(username) = lower(${actor}))`
}

function actionFilter(action: string) {
  return action.includes('.') ? sql`a.action = ${action}` : sql`a.action like ${`${action}.%`}`
}

/** A day is meant whole. */
function endFilter(to: string) {
  return to.includes('T') ? sql`a.at <= ${to}::timestamptz` : sql`a.at < ${to}::date + 1`
}

/**
 * The blocks know how many rows they seal; only what came after them is counted. The plan sees the last block too late to
 * know that these are few: it would start workers for a part of the trail.
 */
export const countAll = fixed(sql<number>`
    with last as (select total, to_xid, after_id from audit_block order by id desc limit 1)
    select coalesce(last.total, 0) + unsealed.n as n from (select) one left join last on true
      cross join lateral ${fenced(
        sql`select count(*) as n from audit a where a.xid > coalesce(last.to_xid, '0') and a.id > coalesce(last.after_id, 0)`,
      )} unsealed`)
