/** The two lists of people, in pages with exact totals, also of a million and also of what a search finds among them. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import type { Person, personSort } from '#contract/people.ts'
import type { PersonKind } from '#domain/access.ts'
import { snake } from '../db/names.ts'
import type { Db } from '../db/pool.ts'
import { allOf, type Page, pageWindow } from '../records/table-store.ts'
import { knownWord, type KnownWord, type PeopleSearch, searchFilter } from './person-search.ts'
import { personRowColumns, type PersonRowRecord } from './person-store.ts'

export interface PeopleQuery extends PeopleSearch {
  page?: number | undefined
  pageSize?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  status?: Person['status'] | undefined
  roleId?: number | undefined
}

type PeopleFilter = Pick<PeopleQuery, 'status' | 'roleId' | 'text' | 'phones'>

/** The condition of a list, for its pages, its total and its export. */
export function peopleFilter(kind: PersonKind, query: PeopleFilter) {
  const ofStatus = query.status && sql`status = ${query.status}`
  const ofRole = query.roleId === undefined ? undefined : sql`role_id = ${query.roleId}`
  return allOf([sql`admin_type = ${kind}`, ofStatus, ofRole, searchFilter(kind, query)]) ?? sql`true`
}

/** Several kinds in one list, one kind after the other. */
export async function listKinds(
  db: Db,
  kinds: readonly PersonKind[],
  query: PeopleQuery,
): Promise<Page<PersonRowRecord>> {
  const { pageSize, offset } = pageOf(query)
  const all: Page<PersonRowRecord> = { rows: [], total: 0 }
  for (const kind of kinds) {
    const window = { offset: Math.max(0, offset - all.total), pageSize: pageSize - all.rows.length }
    const { rows, total } = await pageOfKind(db, kind, query, window)
    all.rows.push(...rows)
    all.total += total
  }
  return all
}

interface Order {
  sort: string
  descending: boolean
  pageSize: number
  offset: number
}

async function pageOfKind(
  db: Db,
  kind: PersonKind,
  query: PeopleQuery,
  { offset, pageSize }: Pick<Order, 'offset' | 'pageSize'>,
): Promise<Page<PersonRowRecord>> {
  const { sort = 'name' } = query
  const order: Order = { sort: sort.replace('-', ''), descending: sort.startsWith('-'), pageSize, offset }
  const where = peopleFilter(kind, query)
  if (!query.text?.trim() && query.roleId === undefined)
    return allPage(db, where, { ...order, total: await countPeople(db, kind, query.status) })
  const known = kind === 'PARTICIPANT' && !query.status ? await knownWord(db, query) : undefined
  return known ? wordPage(db, known, order) : foundPage(db, where, order)
}

function keyOf({ sort }: Order): RawBuilder<unknown> {
  return sql.ref(snake(sort as (typeof personSort)[number]))
}

/** A page read in the order of the index, from its nearer end. */
async function allPage(db: Db, where: RawBuilder<unknown>, order: Order & { total: number }) {
  const { total, offset, pageSize } = order
  const window = pageWindow(total, offset, pageSize, order.descending)
  if (window.limit === 0) return { rows: [], total }
  const { rows } = await sql<PersonRowRecord>`
    with page as (
      select id, row_number() over () as place from (
        select id from person where ${where}
        order by ${keyOf(order)} ${window.direction}, id ${window.direction} limit ${window.limit} offset ${window.offset}
      ) ids
    )
    select ${personRowColumns} from page join person using (id) order by page.place ${window.restore}`.execute(db)
  return { rows, total }
}

/** What matches is looked up once, for the page and for the total. */
async function foundPage(db: Db, where: RawBuilder<unknown>, order: Order): Promise<Page<PersonRowRecord>> {
  const { pageSize, offset } = order
  const direction = order.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<PersonRowRecord & { hits: number }>`
    with hit as materialized (select id, ${keyOf(order)} as key from person where ${where}),
    page as (
      select id, row_number() over () as place from (
        select id from hit order by key ${direction}, id ${direction} limit ${pageSize} offset ${offset}
      ) ids
    )
    select ${personRowColumns}, (select count(*) from hit) as hits
    from page join person using (id) order by page.place`.execute(db)
  const [first] = rows
  if (first) return { rows, total: first.hits }
  const counted = await sql<{ n: number }>`select count(*) as n from person where ${where}`.execute(db)
  return { rows: [], total: counted.rows[0]?.n ?? 0 }
}

/** Looking up so many and sorting them is quicker than meeting them in the order of the list. */
const fewHits = 3000
/** Of the list so many rows are read for hits; when they do not suffice, the hits are looked up after all. */
const farReach = 20_000

/**
 * The participants one word finds, whose totals are known. In the order of names those whom the word begins lie together;
 * the others, and all in any other order, are looked up when they are few, and else met by reading the list.
 */
async function wordPage(db: Db, known: KnownWord, order: Order): Promise<Page<PersonRowRecord>> {
  const total = known.starting + known.other
  const window = pageWindow(total, order.offset, order.pageSize, order.descending)
  if (window.limit === 0) return { rows: [], total }
  const need = window.offset + window.limit
  const key = keyOf(order)
  const byName = order.sort === 'name'
  const inOrder = sql`order by ${key} ${window.direction}, id ${window.direction}`
  const participant = sql`admin_type = 'PARTICIPANT'`
  // The index is asked for the words alone: among those whom it finds, the others leave themselves out.
  const elsewhere = sql`name_words @@ names_with(${known.word}, '{2}') and not name_words @@ names_with(${known.word}, '{1}')`
  const anywhere = sql`name_words @@ names_with(${known.word})`
  const scattered = byName ? { found: elsewhere, n: known.other } : { found: anywhere, n: total }
  const starting = sql`
    select id, ${key} as key from person where ${participant} and name_words @@ names_with(${known.word}, '{1}')
      and name >= ${known.word} and name < ${`${known.word}\uffff`} ${inOrder} limit ${need}`
  // Without an order of its own, which the planner would take for a reason to leave the words.
  const lookedUp = sql`select id, ${key} as key from person where ${participant} and ${scattered.found}`
  // Behind `offset 0` it does not take the words for a reason to leave the order.
  const met = sql`
    select id, ${key} as key from (
      select * from person where ${participant} ${inOrder} limit ${farReach} offset 0
    ) near where ${scattered.found} limit ${need}`

  async function read(others: RawBuilder<unknown>) {
    const { rows } = await sql<PersonRowRecord & { others: number }>`
      with other as materialized (${others}),
      page as (
        select id, row_number() over () as place from (
          select id from (select * from other ${byName ? sql`union all (${starting})` : sql``}) hit
          order by key ${window.direction}, id ${window.direction} limit ${window.limit} offset ${window.offset}
        ) ids
      )
      select ${personRowColumns}, (select count(*) from other) as others
      from page join person using (id) order by page.place ${window.restore}`.execute(db)
    return rows
  }
  if (scattered.n <= fewHits) return { rows: await read(lookedUp), total }
  const rows = await read(met)
  const enough = (rows[0]?.others ?? 0) >= Math.min(need, scattered.n)
  return { rows: enough ? rows : await read(lookedUp), total }
}

/**
 * Ids of at most so many of those whom the filter finds, locked: whoever no longer matches by then is not among them. Staff
 * change only in turn (`changesRights`), and are locked in another order (`lockPeople`).
 */
export async function lockMatching(db: Db, kind: PersonKind, query: PeopleFilter, atMost: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from person where ${peopleFilter(kind, query)} order by id limit ${atMost}
    ${kind === 'PARTICIPANT' ? sql`for update` : sql``}`.execute(db)
  return rows.map(({ id }) => id)
}

async function countPeople(db: Db, kind: PersonKind, status: Person['status'] | undefined): Promise<number> {
  const names = (status ? [status] : ['ACTIVE', 'SUSPENDED']).map((each) => `person:${kind}:${each}`)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::bigint as n from row_counter where name = any(${names})`.execute(db)
  return rows[0]?.n ?? 0
}
