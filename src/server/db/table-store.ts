/**
 * The SQL of a plain resource, from its declaration: list, get, insert, update, remove. It knows no resource: each area
 * writes its differences by hand in its own store.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import type { ObjectSchema } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import { AppError } from '../errors.ts'
import { changing, setValues } from './changing.ts'
import { type Aliases, filterConditions } from './filter-sql.ts'
import { columnList, foldedColumn, snake } from './names.ts'
import { type Counts, type Page, readPage, readCounted } from './page.ts'
import { type Db, rowOf, rowsOf } from './pool.ts'
import { readListing, type Whole } from './read-whole.ts'
import { searchRank } from './search-rank.ts'
import { usesOf } from './usage.ts'

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

/** The use of all rows of a list, of those in `scope`. */
export interface WholeUse<Row, T> {
  scope: RawBuilder<unknown> | undefined
  use: (whole: Whole<Row>) => Promise<T>
}

export type TableStore<Row, Fields extends object> = ReturnType<typeof makeStore<Row & Identified, Fields>>

interface Identified {
  id: number
  version: number
}

/** The searched columns that name a record; `titles` does so too, in each language. */
const naming = new Set(['title', 'name', 'code'])

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
  const names = search.filter((column) => naming.has(column)).map(foldedColumn)
  const lines = search.includes('titles') ? foldedColumn('titles') : undefined
  // Its title in one language is kept beside its titles in all.
  const searched = lines ? [...search, 'title'] : search

  /** The rows that the words of a list query ask for, of those in `scope`; undefined for all there are. */
  function matching(query: ListQuery, scope?: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
    return allOf([
      searchFilter(search, query.q),
      ...filterConditions({ filters, derived, searched, aliases }, query),
      scope,
    ])
  }

  /** One page. `scope` narrows the list to the rows that this person may see. */
  function list(db: Db, query: ListQuery, scope?: RawBuilder<unknown>): Promise<Page<Row>> {
    const asked = listing(query, scope)
    const total = asked.where ? searchedAmong(query) : keptTotal(table)
    return readPage(db, asked, { ...pageOf(query), total })
  }

  function searchedAmong(query: ListQuery) {
    const within = narrows(query, query.sort ?? defaultSort) ? ('order' as const) : undefined
    return { among: keptTotal(table), within }
  }

  function listing(query: ListQuery, scope?: RawBuilder<unknown>) {
    const { sort = defaultSort } = query
    // A caller who asks for an order gets that one.
    const rank = query.sort === undefined ? searchRank({ names, lines }, query.q) : undefined
    const order = { by: sortKey(sort), descending: sort.startsWith('-'), rank }
    return { table, order, columns, where: matching(query, scope) }
  }

  /** One page beside counts of its list, which tell the total. */
  function listCounted<T>(
    db: Db,
    query: ListQuery,
    { scope, ...counts }: Omit<Counts<T>, 'filtered'> & { scope: RawBuilder<unknown> | undefined },
  ): Promise<Page<Row> & { counts: T }> {
    const asked = listing(query, scope)
    const filtered = asked.where && ((total: number) => ({ ...searchedAmong(query), matching: total }))
    return readCounted(db, asked, pageOf(query), { ...counts, filtered })
  }

  /** Whether the query narrows the column of the order by its values, not by parts of its text. */
  function narrows(query: ListQuery, sort: string): boolean {
    const key = sort.replace('-', '')
    const filter = filters[key]
    return filter !== undefined && filter.kind !== 'text' && key in query
  }

  /** How many rows the words of a list query ask for. */
  async function count(db: Db, query: ListQuery, scope?: RawBuilder<unknown>): Promise<number> {
    const where = matching(query, scope)
    const total = where ? sql`select count(*) as n from ${from} where ${where}` : keptTotal(table)
    return (await rowOf<{ n: number }>(db)`${total}`).n
  }

  /** The ids of all rows that the words of a list query ask for. */
  function idsOf(query: ListQuery, scope?: RawBuilder<unknown>): RawBuilder<{ id: number }> {
    return sql<{ id: number }>`select id from ${from} where ${matching(query, scope) ?? sql`true`}`
  }

  /** All of the list instead of a page, in its order. */
  function whole<T>(db: Kysely<unknown>, query: ListQuery, { scope, use }: WholeUse<Row, T>): Promise<T> {
    const sort = query.sort ?? defaultSort
    const order = { by: sortKey(sort), descending: sort.startsWith('-') }
    return readListing(db, { table, order, columns, where: matching(query, scope) }, use)
  }

  async function get(db: Db, id: number): Promise<Row> {
    return await rowOf<Row>(db)`select ${columns} from ${from} where id = ${id}`
  }

  /** The row, locked until the transaction ends; STALE with the current row when `version` is not its version. */
  async function lock(db: Db, id: number, version?: number): Promise<Row> {
    const current = await rowOf<Row>(db)`select ${columns} from ${from} where id = ${id} for no key update`
    if (version !== undefined && version !== current.version) throw new AppError('STALE', { data: current })
    return current
  }

  async function insert(db: Db, values: Fields): Promise<Row> {
    const set = setValues(values)
    const rows = await rowsOf<{ id: number }>(db)`
      insert into ${from} (${sql.join(set.map(([column]) => column))})
      values (${sql.join(set.map(([, value]) => value))}) returning id`
    return get(db, rows[0]?.id ?? 0)
  }

  /** `beside` is written along, and is no change by itself. */
  async function update(
    db: Db,
    id: number,
    values: { [K in keyof Fields]?: Fields[K] | undefined },
    beside?: object,
  ): Promise<Row> {
    const { set, differs } = changing(values, beside)
    await sql`update ${from} set ${set} where id = ${id} and ${differs}`.execute(db)
    return get(db, id)
  }

  /** Locks the rows that exist among these ids for removal, until the transaction ends. */
  async function lockMany(db: Db, ids: readonly number[]): Promise<Row[]> {
    const rows = await rowsOf<Row>(db)`
      select ${columns} from ${from} where id = any(${ids}) order by id for update`
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

  return { table, matching, list, listCounted, count, idsOf, whole, get, lock, lockMany, insert, update, remove }
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

/** The exact number of rows, kept by triggers (`keep_count`) so that no page counts a million rows. */
export function keptTotal(...names: string[]): RawBuilder<number> {
  const counters = sql.join(names.map((name) => sql.lit(name)))
  return sql`select coalesce(sum(n), 0)::bigint as n from row_counter where name in (${counters})`
}

function sortKey(sort: string): RawBuilder<unknown> {
  return sql.ref(snake(sort.replace('-', '')))
}
