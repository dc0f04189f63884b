/**
 * The SQL of a plain resource, from its declaration: list, get, insert, update, remove. It knows no resource; what
 * differs somewhere is written by hand in that area's own store.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import type { ObjectSchema } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import { AppError } from '../errors.ts'
import { type Aliases, filterConditions } from '../db/filter-sql.ts'
import { columnList, foldedColumn, snake } from '../db/names.ts'
import type { Db } from '../db/pool.ts'
import { readWhole, type Whole } from '../db/read-whole.ts'
import { usesOf } from '../db/usage.ts'

interface Declared<Row extends ObjectSchema, Fields extends ObjectSchema> {
  row: Row
  fields: Fields
  sort: readonly string[]
  filters?: Filters | undefined
}

interface TableOptions {
  /** Columns that `q` looks into: exactly those of `listed` in the table's migration. */
  search: readonly string[]
  /** Columns of the row that are not columns of the table. */
  derived?: Record<string, RawBuilder<unknown>>
  /** Where the other word is looked up that records of a filter answer to. */
  aliases?: Aliases
}

export interface ListQuery {
  page?: number | undefined
  pageSize?: number | undefined
  size?: number | undefined
  q?: string | undefined
  sort?: string | undefined
}

export interface Page<Row> {
  rows: Row[]
  total: number
}

/** What is done with all rows of a list, of those in `scope`. */
export interface WholeUse<Row, T> {
  scope: RawBuilder<unknown> | undefined
  use: (whole: Whole<Row>) => Promise<T>
}

export type TableStore<Row, Fields extends object> = ReturnType<typeof makeStore<Row & Identified, Fields>>

interface Identified {
  id: number
  version: number
}

/** A store for the resource's table. `table` is its name in the database. */
export function tableStore<Row extends ObjectSchema, Fields extends ObjectSchema>(
  table: string,
  declared: Declared<Row, Fields>,
  options: TableOptions,
): TableStore<z.output<Row>, z.output<Fields>> {
  return makeStore(table, declared, options)
}

function makeStore<Row extends Identified, Fields extends object>(
  table: string,
  { row, sort: sortKeys, filters = {} }: Declared<ObjectSchema, ObjectSchema>,
  { search, derived = {}, aliases = {} }: TableOptions,
) {
  const from = sql.table(table)
  const columns = columnList(Object.keys(row.shape), derived)
  const [defaultSort = 'id'] = sortKeys

  /** The rows that the words of a list query ask for, of those in `scope`; undefined for all there are. */
  function matching(query: ListQuery, scope?: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
    return allOf([
      searchFilter(search, query.q),
      ...filterConditions({ filters, derived, searched: search, aliases }, query),
      scope,
    ])
  }

  /** One page. `scope` narrows the list to what this person may see. */
  async function list(db: Db, query: ListQuery, scope?: RawBuilder<unknown>): Promise<Page<Row>> {
    const { pageSize, offset } = pageOf(query)
    const where = matching(query, scope)
    const { total, all } = await totals(db, table, where)
    const sort = query.sort ?? defaultSort
    const window = pageWindow(total, offset, pageSize, sort.startsWith('-'))
    if (window.limit === 0) return { rows: [], total }
    const order = sql`order by key ${window.direction} ${window.nulls}, id ${window.direction}`
    const need = window.offset + window.limit
    const source = where ? matches(where, { query, sort, order, need, total, all }) : inOrder(sort)
    // The page's ids come from the index alone; only then are the rows themselves fetched.
    const { rows } = await sql<Row>`
      with page as (
        select id, row_number() over () as place from (
          ${source} ${order} limit ${window.limit} offset ${window.offset}
        ) ids
      )
      select ${columns} from page join ${from} using (id) order by page.place ${window.restore}`.execute(db)
    return { rows, total }
  }

  /** Rows as `id` and `key`, which `order by key` reads from the index of that order. */
  function inOrder(sort: string, where = sql`true`): RawBuilder<unknown> {
    return sql`select id, ${sortKey(sort)} as key from ${from} where ${where}`
  }

  /**
   * Matching rows as `id` and `key`, `need` of which are asked for. Few are gathered and then ordered. Many turn up soon
   * when one walks the order, unless they lie together at its far end, as titles that begin alike do: after some times as
   * many rows as should have been enough, all are gathered after all.
   */
  function matches(where: RawBuilder<unknown>, { query, sort, order, need, total, all }: Wanted): RawBuilder<unknown> {
    const gathered = inOrder(sort, where)
    if (total <= fewRows) return sql`with hit as materialized (${gathered}) select id, key from hit`
    const walked = Math.ceil((need / total) * all)
    const reach = Math.min(20 * walked, total, farReach)
    // Where the order itself is narrowed, its index leads to the place; and far pages are left to the planner.
    if (narrows(query, sort) || 4 * walked > reach) return gathered
    // Behind `offset 0` the planner does not take the condition for a reason to leave the order.
    return sql`
      with near as materialized (
        select id, key from (select *, ${sortKey(sort)} as key from ${from} ${order} limit ${reach} offset 0) ${from}
        where ${where} limit ${need}
      ), enough as materialized (select count(*) = ${need} as enough from near),
      hit as materialized (${gathered} and not (select enough from enough))
      select id, key from near where (select enough from enough) union all select id, key from hit`
  }

  /** Whether the query narrows the column of the order by its values, not by what stands in its text. */
  function narrows(query: ListQuery, sort: string): boolean {
    const key = sort.replace('-', '')
    const filter = filters[key]
    return filter !== undefined && filter.kind !== 'text' && key in query
  }

  /** How many rows the words of a list query ask for. */
  function count(db: Db, query: ListQuery, scope?: RawBuilder<unknown>): Promise<number> {
    const where = matching(query, scope)
    return where ? countWhere(db, table, where) : keptCount(db, table)
  }

  /** The ids of all rows that the words of a list query ask for. */
  function idsOf(query: ListQuery, scope?: RawBuilder<unknown>): RawBuilder<{ id: number }> {
    return sql<{ id: number }>`select id from ${from} where ${matching(query, scope) ?? sql`true`}`
  }

  /** All of the list instead of a page, in its order. */
  function whole<T>(db: Kysely<unknown>, query: ListQuery, { scope, use }: WholeUse<Row, T>): Promise<T> {
    const sort = query.sort ?? defaultSort
    const { direction, nulls } = orderOf(sort.startsWith('-'))
    const rows = sql<Row>`
      select ${columns} from ${from} where ${matching(query, scope) ?? sql`true`}
      order by ${sortKey(sort)} ${direction} ${nulls}, id ${direction}`
    return readWhole(db, { count: (tx) => count(tx, query, scope), rows }, use)
  }

  async function get(db: Db, id: number): Promise<Row> {
    return found(await sql<Row>`select ${columns} from ${from} where id = ${id}`.execute(db))
  }

  /** The row, locked until the transaction ends; STALE with the current row when `version` is not its version. */
  async function lock(db: Db, id: number, version?: number): Promise<Row> {
    const current = found(await sql<Row>`select ${columns} from ${from} where id = ${id} for no key update`.execute(db))
    if (version !== undefined && version !== current.version) throw new AppError('STALE', { data: current })
    return current
  }

  async function insert(db: Db, values: Fields): Promise<Row> {
    const set = present(values)
    const { rows } = await sql<{ id: number }>`
      insert into ${from} (${sql.join(set.map(([name]) => sql.ref(name)))})
      values (${sql.join(set.map(([, value]) => value))}) returning id`.execute(db)
    return get(db, rows[0]?.id ?? 0)
  }

  async function update(db: Db, id: number, values: { [K in keyof Fields]?: Fields[K] | undefined }): Promise<Row> {
    const set = present(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}, `)
    await sql`update ${from} set ${sql.join(set, sql``)} version = version + 1, updated_at = now() where id = ${id}`.execute(
      db,
    )
    return get(db, id)
  }

  /** Those of the rows that exist, locked for removal until the transaction ends. */
  async function lockMany(db: Db, ids: readonly number[]): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select ${columns} from ${from} where id = any(${ids}) order by id for update`.execute(db)
    return rows
  }

  /** Removes what nothing else uses, in one statement; the answer says which ids are gone, in use or unknown. */
  async function remove(db: Db, ids: readonly number[]) {
    const locked = await lockMany(db, ids)
    const uses = await usesOf(db, table, ids)
    const free = locked.filter((entry) => !uses.has(entry.id))
    await sql`delete from ${from} where id = any(${free.map((entry) => entry.id)})`.execute(db)
    return { removed: free, uses, known: new Set(locked.map((entry) => entry.id)) }
  }

  return { table, matching, list, count, idsOf, whole, get, lock, lockMany, insert, update, remove }
}

/** The only row of a result, or NOT_FOUND. */
export function found<Row>(result: { rows: Row[] }): Row {
  const [row] = result.rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export function allOf(conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : sql.join(given, sql` and `)
}

function searchFilter(columns: readonly string[], q: string | undefined): RawBuilder<unknown> | undefined {
  const words = q?.trim().split(/\s+/).filter(Boolean) ?? []
  if (words.length === 0) return undefined
  const inAny = (word: string) =>
    sql`(${sql.join(
      columns.map((column) => sql`${foldedColumn(column)} like anywhere(${word})`),
      sql` or `,
    )})`
  return sql.join(words.map(inAny), sql` and `)
}

export async function countWhere(db: Db, table: string, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The exact number of rows, kept by triggers (`keep_count`) so that nobody counts a million rows for one page. */
export async function keptCount(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`${kept(table)}`.execute(db)
  return rows[0]?.n ?? 0
}

function kept(table: string): RawBuilder<unknown> {
  return sql`select coalesce(sum(n), 0)::bigint as n from row_counter where name = ${table}`
}

/** How many rows match, and how many there are. */
async function totals(db: Db, table: string, where: RawBuilder<unknown> | undefined) {
  if (!where) {
    const all = await keptCount(db, table)
    return { total: all, all }
  }
  const { rows } = await sql<{ total: number; all: number }>`
    select (select count(*) from ${sql.table(table)} where ${where}) as total, (${kept(table)}) as "all"`.execute(db)
  return rows[0] ?? { total: 0, all: 0 }
}

/** So many matching rows are had sooner than they are come across in the order of an index, whatever that order is. */
const fewRows = 2000

/** Of an order at most so many rows are read for matching ones. */
const farReach = 20_000

interface Wanted {
  query: ListQuery
  sort: string
  order: RawBuilder<unknown>
  need: number
  total: number
  /** How many rows there are, whether they match or not. */
  all: number
}

/** A page behind the middle is read from the other end of the index, so that the last page is as fast as the first. */
export function pageWindow(total: number, offset: number, pageSize: number, descending: boolean) {
  const size = Math.max(0, Math.min(pageSize, total - offset))
  const fromEnd = offset > total / 2
  const down = descending !== fromEnd
  return {
    limit: size,
    offset: fromEnd ? total - offset - size : offset,
    ...orderOf(down),
    restore: fromEnd ? sql`desc` : sql`asc`,
  }
}

/** As in the index: nulls last ascending, first descending. */
function orderOf(down: boolean) {
  return down ? { direction: sql`desc`, nulls: sql`nulls first` } : { direction: sql`asc`, nulls: sql`nulls last` }
}

function sortKey(sort: string): RawBuilder<unknown> {
  return sql.ref(snake(sort.replace('-', '')))
}

function present(values: object): [column: string, value: unknown][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [snake(name), value])
}
