/** Reads the trail in pages: by key, so that a page deep down costs what the first one does. */
import { type RawBuilder, sql } from 'kysely'
import { type Listing, readPage, readRows } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { allOf } from '../records/table-store.ts'
import type { Deed } from './log-row.ts'

export interface LogFilter {
  id?: number | undefined
  actor?: string | undefined
  action?: string | undefined
  subjectType?: string | undefined
  subjectId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  address?: string | undefined
}

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

export function listLogs(db: Db, filter: LogFilter, window: TrailWindow): Promise<LogPage> {
  return readTrail(db, logFilter(filter), window)
}

const batch = 2000

/** All that match, newest first, some thousand at a time. */
export async function* exportLogs(db: Db, filter: LogFilter): AsyncGenerator<Deed> {
  const where = logFilter(filter)
  for (let cursor: string | null | undefined; cursor !== null;) {
    const rows = await readRows<Placed>(db, trail(where, cursor), { limit: batch + 1, offset: 0 })
    const page = upTo(rows, batch)
    yield* page.rows
    cursor = page.nextCursor
  }
}

/**
 * The actions on one record. Sign-ins change nothing, refused calls left nothing, and how a person sees their lists is
 * their own affair: only the trail shows all three.
 */
export function listHistory(
  db: Db,
  { subjectType, subjectId }: Required<Pick<LogFilter, 'subjectType' | 'subjectId'>>,
  window: Omit<TrailWindow, 'offset'>,
): Promise<LogPage> {
  const deeds = sql`a.action not like 'auth.%' and a.action not like 'lists.%' and a.action not like '%.refused'`
  return readTrail(db, allOf([logFilter({ subjectType, subjectId }), deeds]), { ...window, offset: 0 })
}

async function readTrail(db: Db, where: Condition, { pageSize, offset, cursor }: TrailWindow): Promise<LogPage> {
  const { rows, total } = await readPage<Placed>(db, trail(where, cursor), {
    offset: cursor === undefined ? offset : 0,
    // One row more tells whether there is another page.
    pageSize: pageSize + 1,
    total: where ? sql<number>`select count(*) as n from audit a where ${where}` : countAll,
  })
  return { ...upTo(rows, pageSize), total }
}

type Placed = Deed & { micros: string }

/** Newest first; the rows after the cursor. */
function trail(where: Condition, cursor: string | null | undefined): Listing {
  return {
    table: 'audit',
    as: 'a',
    order: { by: sql`a.at`, descending: true },
    columns,
    joins: sql`left join person p on p.id = a.actor_id`,
    where: allOf([where, cursor ? beyond(cursor) : undefined]),
  }
}

const columns = sql`
      a.id, a.at, case when a.actor_id is not null
        then json_build_object('id', a.actor_id, 'username', p.username, 'name', p.name) end as actor,
      a.action, a.subject_type as "subjectType", a.subject_id as "subjectId", a.before, a.after, a.address,
      a.request_id as "requestId", (extract(epoch from a.at) * 1000000)::bigint::text as micros`

function upTo(rows: readonly Placed[], pageSize: number): Omit<LogPage, 'total'> {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ micros: _, ...row }) => row),
    nextCursor: last && rows.length > pageSize ? `${last.micros}_${last.id}` : null,
  }
}

function beyond(cursor: string) {
  const [micros, id] = cursor.split('_').map(Number)
  return sql`(a.at, a.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`
}

function logFilter({ id, actor, action, subjectType, subjectId, from, to, address }: LogFilter) {
  return allOf([
    id === undefined ? undefined : sql`a.id = ${id}`,
    actor === undefined ? undefined : actorFilter(actor),
    action === undefined ? undefined : actionFilter(action),
    subjectType === undefined ? undefined : sql`a.subject_type = ${subjectType}`,
    subjectId === undefined ? undefined : sql`a.subject_id = ${subjectId}`,
    from === undefined ? undefined : sql`a.at >= ${from}::timestamptz`,
    to === undefined ? undefined : endFilter(to),
    address === undefined ? undefined : sql`a.address = ${address}`,
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

/** The blocks know how many rows they seal; only what came after them is counted. */
const countAll = sql<number>`
    with last as (select total, to_xid, after_id from audit_block order by id desc limit 1)
    select coalesce((select total from last), 0) + count(*) as n from audit a
    where a.xid > coalesce((select to_xid from last), '0') and a.id > coalesce((select after_id from last), 0)`
