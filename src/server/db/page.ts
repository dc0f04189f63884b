/**
 * Reads a page of a list: the one query that all lists are paged by. A list is data: its rows, their order and columns, the
 * condition, and where its exact total comes from.
 */
import { type RawBuilder, sql } from 'kysely'
import { runNamed } from './named.ts'
import { type Db, rowsOf } from './pool.ts'

type Sql = RawBuilder<unknown>

export interface Listing {
  table: string | Sql
  /** The alias of a row in the other words, where that is not the table's name. */
  as?: string
  /** The columns that name a row. The last one ends the order. */
  key?: readonly string[]
  order: Order
  columns: Sql
  /** Joined to the rows of the page alone. */
  joins?: Sql | undefined
  where?: Sql | undefined
  /** The rows of the condition as an item of FROM, where reading all of them goes another way than looking at one. */
  found?: Sql | undefined
}

interface Order {
  by: Sql
  descending: boolean
  /** Of rows that are searched for: how well each fits, 0 the best, before all else (search-rank.ts). */
  rank?: Sql | undefined
}

/**
 * A number, or SQL that tells it without counting: the index of the order has the rows of the condition. Other rows are
 * searched for.
 */
export type Total = number | RawBuilder<number> | Searched

export interface Searched {
  /** How many rows there are, whether they match or not; or that they are few. */
  among: RawBuilder<number> | 'few'
  /** How many match, where that is known. */
  matching?: number
  /** The condition of the rows that are walked along, to which the index of the order leads. */
  along?: Sql | undefined
  /** The filters name a part of the order, to which its index leads. */
  within?: 'order' | undefined
  /** Further matching rows, which the index of the order has side by side. */
  beside?: { where: Sql; total: number } | undefined
}

export interface Page<Row> {
  rows: Row[]
  total: number
}

export interface Place {
  offset: number
  pageSize: number
}

/** So many rows are skipped sooner than keys are gathered first. */
const nearReach = 100

/** So many matching rows are gathered sooner than met in the order of any index. */
const fewRows = 2000

/** Of an order at most so many rows are read for matching ones. */
const farReach = 20_000

export async function readPage<Row>(
  db: Db,
  listing: Listing,
  { total, ...place }: Place & { total: Total },
): Promise<Page<Row>> {
  if (typeof total === 'number') return { rows: await readKnown<Row>(db, listing, { ...place, total }), total }
  if ('among' in total) return readSearched(db, listing, { ...place, ...total })
  return readCounted(db, listing, place, { counts: total, totalOf: (n) => n })
}

/** Counts of the whole list as one value in SQL, and the total among them. */
export interface Counts<T> {
  counts: RawBuilder<T>
  totalOf: (counts: T) => number
  /** The page is planned alike for all values (named.ts): to plan many joins takes ten times as long as to read ten rows. */
  isNamed?: boolean
  /** How the rows of a filter are found, once their number is known; without one an index serves the order of all. */
  filtered?: ((matching: number) => Total) | undefined
}

/** A page, and counts of its list: by one statement where the page is near in an order that an index serves. */
export async function readCounted<Row, T>(
  db: Db,
  listing: Listing,
  place: Place,
  { counts, totalOf, isNamed, filtered }: Counts<T>,
): Promise<Page<Row> & { counts: T }> {
  if (!filtered && place.offset <= nearReach) {
    const columns = sql`${listing.columns}, (${counts}) as "pageCounts"`
    const cut = { limit: place.pageSize, offset: place.offset }
    const rows = await readRows<Row & { pageCounts: T }>(db, { ...listing, columns }, cut, isNamed)
    if (rows[0]) return { rows, counts: rows[0].pageCounts, total: totalOf(rows[0].pageCounts) }
  }
  const alone = await rowsOf<{ counts: T }>(db)`select (${counts}) as counts`
  const counted = (alone[0] as { counts: T }).counts
  const total = totalOf(counted)
  const { rows } = await readPage<Row>(db, listing, { ...place, total: filtered?.(total) ?? total })
  return { rows, counts: counted, total }
}

/** The values of a row beside its columns. */
interface Counted {
  pageTotal: number
}

async function readKnown<Row>(db: Db, listing: Listing, place: Place & { total: number }): Promise<Row[]> {
  const cut = cutOf(place)
  return cut.limit === 0 ? [] : readRows<Row>(db, listing, cut)
}

interface Cut {
  limit: number
  offset: number
  from?: 'start' | 'end' | undefined
}

/** A page behind the middle is read from the other end of the index, so that the last page is as fast as the first. */
function cutOf({ total, offset, pageSize }: Place & { total: number }): Cut {
  const limit = Math.max(0, Math.min(pageSize, total - offset))
  return offset > total / 2 ? { limit, offset: total - offset - limit, from: 'end' } : { limit, offset }
}

/** So many rows from an end of the order. */
async function readRows<Row>(db: Db, listing: Listing, cut: Cut, isNamed = false): Promise<Row[]> {
  const { table, as, key, where, joins, ordered, fetched } = wordsOf(listing)
  const some = sql`from ${table} where ${where} ${ordered(cut)}`
  // Deep down the keys come from the index alone; only then are the rows themselves fetched.
  const page = cut.offset <= nearReach ? sql`(select ${as}.* ${some}) ${as}` : sql`(select ${key} ${some}) ${fetched}`
  const query = sql<Row>`select ${listing.columns} from ${page} ${joins} ${ordered()}`
  return isNamed ? runNamed(db, query) : (await query.execute(db)).rows
}

/** Few matching rows are gathered at once, for the page and for its total. Many are counted first, unless they have been. */
async function readSearched<Row>(db: Db, listing: Listing, place: Place & Searched): Promise<Page<Row>> {
  const { among, matching, beside, offset, pageSize } = place
  const isUnknown = matching === undefined
  if (matching === 0 && !beside) return { rows: [], total: 0 }
  if ((isUnknown || (matching <= fewRows && !beside)) && offset + pageSize <= fewRows) {
    const rows = await gatherFew<Row>(db, listing, { limit: pageSize, offset })
    if (rows[0]) return { rows, total: rows[0].pageTotal }
  }
  if (listing.order.rank) return readRanked(db, listing, place)
  const { columns, table, key, where, joins, ordered, orderedHits, fetched } = wordsOf(listing)
  const matches = isUnknown ? sql`select count(*) from ${table} where ${where}` : sql`select ${matching}::bigint`
  const counted = await sql<{ found: number; all: number }>`
    select (${matches}) as found, (${among === 'few' ? matches : among}) as "all"`.execute(db)
  const { found, all } = counted.rows[0] ?? { found: 0, all: 0 }
  const total = found + (beside?.total ?? 0)
  const cut = cutOf({ offset, pageSize, total })
  if (cut.limit === 0) return { rows: [], total }
  const scattered = scatteredRows(listing, { ...place, found, all, cut })
  const hits = beside
    ? sql`select * from (${scattered}) hit union all (${besideRows(listing, beside, cut)})`
    : scattered
  const rows = await rowsOf<Row>(db)`
    select ${columns} from (select ${key} from (${hits}) hit ${orderedHits(cut)})
    ${fetched} ${joins} ${ordered()}`
  return { rows, total }
}

/** Many matching rows: those of each rank are a list of their own, whose total one count tells. */
async function readRanked<Row>(db: Db, listing: Listing, place: Place & Searched): Promise<Page<Row>> {
  const { rank, ...order } = listing.order
  const { table, where } = wordsOf(listing)
  const rows = await rowsOf<{ rank: number; n: number }>(db)`
    select ${rank} as rank, count(*) as n from ${table} where ${where} group by 1 order by 1`
  const ofRank = rows.map((tier) => ({
    total: tier.n,
    read: async (part: Place) => {
      const narrowed = { ...listing, order, where: sql`${where} and ${rank} = ${tier.rank}` }
      return (await readSearched<Row>(db, narrowed, { ...place, ...part, matching: tier.n })).rows
    },
  }))
  return readInTurn(place, ofRank)
}

/** A list whose total is known, to be read in parts. */
interface Known<Row> {
  total: number
  read: (place: Place) => Promise<Row[]>
}

/** A page of several lists, which come one after the other. */
export async function readInTurn<Row>({ offset, pageSize }: Place, lists: readonly Known<Row>[]): Promise<Page<Row>> {
  const rows: Row[] = []
  let total = 0
  for (const list of lists) {
    const part = { offset: Math.max(0, offset - total), pageSize: pageSize - rows.length }
    total += list.total
    if (part.pageSize > 0 && part.offset < list.total) rows.push(...(await list.read(part)))
  }
  return { rows, total }
}

async function gatherFew<Row>(db: Db, listing: Listing, cut: Cut): Promise<(Row & Counted)[]> {
  const { columns, key, joins, gathered, ordered, orderedHits, fetched } = wordsOf(listing)
  // The lookup is as if all were wanted, but takes only as many as show that they are many.
  const rows = await rowsOf<Row & Counted>(db)`
    with hit as materialized (${gathered}), few as materialized (select * from hit limit ${fewRows + 1}),
    page as (select ${key} from few where (select count(*) from few) <= ${fewRows} ${orderedHits(cut)})
    select ${columns}, (select count(*) from few) as "pageTotal"
    from page ${fetched} ${joins} ${ordered()}`
  return rows
}

/** All rows of a listing instead of a page, and their number. */
export function wholeOf<Row>(listing: Listing) {
  const { columns, table, joins, where, ordered } = wordsOf(listing)
  return {
    count: async (db: Db) =>
      (await rowsOf<{ n: number }>(db)`select count(*) as n from ${table} where ${where}`)[0]?.n ?? 0,
    rows: sql<Row>`select ${columns} from ${table} ${joins} where ${where} ${ordered()}`,
  }
}

interface Found extends Searched {
  cut: Cut
  found: number
  all: number
}

/**
 * Matching rows as keys and `sort_key`, as far as the page asks for them. Few are gathered and then ordered. Many
 * usually turn up soon in a walk along the order. They do not when they are together at its far end, as titles that
 * begin alike are. So after some times the expected number of rows, all are gathered after all.
 */
function scatteredRows(listing: Listing, { found, all, within, along = sql`true`, cut }: Found): Sql {
  const { table, as, key, by, where, gathered, ordered } = wordsOf(listing)
  if (found <= fewRows) return sql`with hit as materialized (${gathered}) select * from hit`
  const need = cut.offset + cut.limit
  const walked = Math.ceil((need / found) * all)
  const reach = Math.min(Math.max(20 * walked, Math.ceil(found / 20)), found, farReach)
  // Where the order itself is narrowed, its index leads to the place; and far pages are left to the planner.
  if (within === 'order' || 4 * walked > reach) return gathered
  // Behind `offset 0` the planner does not take the condition for a reason to leave the order.
  return sql`
    with near as materialized (
      select ${key}, sort_key from (
        select *, ${by} as sort_key from ${table} where ${along} ${ordered({ ...cut, limit: reach, offset: 0 })} offset 0
      ) ${as} where ${where} limit ${need}
    ), enough as materialized (select count(*) = ${need} as enough from near),
    hit as materialized (${gathered} and not (select enough from enough))
    select * from near where (select enough from enough) union all select * from hit`
}

function besideRows(listing: Listing, { where }: NonNullable<Searched['beside']>, { limit, offset, from }: Cut): Sql {
  const { gathered, ordered } = wordsOf({ ...listing, where, found: undefined })
  return sql`${gathered} ${ordered({ limit: offset + limit, offset: 0, from })}`
}

/** The listing in SQL. */
function wordsOf({ table, as, key = ['id'], order, columns, joins = sql``, where = sql`true`, found }: Listing) {
  const names = sql.join(key.map((column) => sql.ref(column)))
  const last = key.at(-1) ?? 'id'
  const name = sql.ref(as ?? (typeof table === 'string' ? table : 'listed'))
  const from = sql`${typeof table === 'string' ? sql.table(table) : table} ${name}`
  return {
    columns,
    joins,
    where,
    as: name,
    key: names,
    by: order.by,
    table: from,
    // By their keys: where an estimate is far off, a plain join reads all rows in their order to spare the sort of ten.
    fetched: sql`page (${sql.join(key.map((_, at) => keyAt(at)))}) cross join lateral (select * from ${from}
      where ${sql.join(
        key.map((column, at) => sql`${name}.${sql.ref(column)} = page.${keyAt(at)}`),
        sql` and `,
      )} offset 0) ${name}`,
    gathered: sql`select ${names}, ${order.by} as sort_key${order.rank ? sql`, ${order.rank} as rank` : sql``}
      from ${found ?? from} where ${found ? sql`true` : where}`,
    ordered: (cut?: Cut) => orderBy(order, order.by, sql`${name}.${sql.ref(last)}`, cut),
    orderedHits: (cut: Cut) => orderBy({ ...order, rank: order.rank && sql`rank` }, sql`sort_key`, sql.ref(last), cut),
  }
}

/** Names of their own: a column of the rows stays the only one of its name. */
const keyAt = (at: number) => sql.ref(`key${at}`)

/** Nulls are where the index has them: at the end upwards, at the beginning downwards. */
function orderBy({ descending, rank }: Order, by: Sql, key: Sql, cut?: Cut): Sql {
  const direction = descending === (cut?.from === 'end') ? sql`asc` : sql`desc`
  const first = rank ? sql`${rank}, ` : sql``
  return sql`order by ${first}${by} ${direction}, ${key} ${direction} ${cut ? window(cut) : sql``}`
}

/** Numbers that are few are written into the text, so that the plan knows them. */
function window({ limit, offset }: Cut): Sql {
  const skipped = offset <= nearReach ? sql.lit(offset) : sql`${offset}`
  return offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${skipped}`
}
