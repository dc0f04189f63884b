/** The two lists of people, in pages with exact totals, also for a million and for the results of a search. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { type Filters, readWord } from '#contract/filters.ts'
import { participantList, type PersonRow, staffList } from '#contract/people.ts'
import type { PersonKind } from '#domain/people/access.ts'
import { filterConditions } from '../db/filter-sql.ts'
import { snake } from '../db/names.ts'
import { type Listing, type Page, type Place, readInTurn, readPage, type Searched, type Total } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { readListing, type Whole } from '../db/read-whole.ts'
import { allOf, keptTotal } from '../db/table-store.ts'
import {
  knownWord,
  type KnownWord,
  type PeopleSearch,
  peopleRank,
  phoneCondition,
  searchFilter,
} from './person-search.ts'
import { personRowColumns } from './person-store.ts'

/** The people of a list: those whom its text finds, narrowed by the words of its filters. */
export interface PeopleFilter extends PeopleSearch {
  words: { phone?: string | undefined; status?: string | undefined }
}

export interface PeopleQuery extends PeopleFilter {
  page?: number | undefined
  pageSize?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const filtersOf = { ADMIN: staffList.filters, PARTICIPANT: participantList.filters }

/** The indexes of every order begin with the kind. */
function ofKind(kind: PersonKind): RawBuilder<unknown> {
  return sql`admin_type = ${sql.lit(kind)}`
}

/** The condition of a list, for its pages, its total and its export. */
function peopleFilter(kind: PersonKind, query: PeopleFilter): RawBuilder<unknown> {
  const { phone, ...filters } = filtersOf[kind]
  const { words, phones } = query
  return (
    allOf([
      ofKind(kind),
      ...filterConditions({ filters, derived: {}, searched: [], aliases: {} }, words),
      words.phone === undefined ? undefined : phoneCondition(readWord(phone, words.phone), phones),
      searchFilter(kind, query),
    ]) ?? sql`true`
  )
}

/** Several kinds in one list, one kind after the other. */
export async function listKinds(db: Db, kinds: readonly PersonKind[], query: PeopleQuery): Promise<Page<PersonRow>> {
  const { pageSize, offset } = pageOf(query)
  const all: Page<PersonRow> = { rows: [], total: 0 }
  for (const kind of kinds) {
    const place = { offset: Math.max(0, offset - all.total), pageSize: pageSize - all.rows.length }
    const { rows, total } = await pageOfKind(db, kind, query, place)
    all.rows.push(...rows)
    all.total += total
  }
  return all
}

async function pageOfKind(db: Db, kind: PersonKind, query: PeopleQuery, place: Place): Promise<Page<PersonRow>> {
  const listing = {
    table: 'person',
    order: orderOf(query),
    columns: personRowColumns,
    where: peopleFilter(kind, query),
  }
  const asked = Object.entries(query.words).filter(([, word]) => word !== undefined)
  const isNarrowed = asked.some(([key]) => key !== 'status')
  if (!query.text?.trim() && !isNarrowed)
    return readPage(db, listing, { ...place, total: keptPeople(kind, query.words.status) })
  const known = kind === 'PARTICIPANT' && asked.length === 0 ? await knownWord(db, query) : undefined
  const isRanked = query.sort === undefined
  if (known && isRanked) return readPartsOfWord(db, listing, known, place)
  if (known) {
    const { where, total } = ofWord(known, keyOf(query) === 'name' ? 'name' : 'other')
    return readPage(db, { ...listing, where }, { ...place, total })
  }
  const rank = isRanked ? peopleRank(query) : undefined
  const order = { ...listing.order, rank }
  return readPage(db, { ...listing, order }, { ...place, total: searchedAmong(kind, query) })
}

/** In the order of names, an exact match comes before names that begin with the word. */
function readPartsOfWord(db: Db, listing: Listing, known: KnownWord, place: Place): Promise<Page<PersonRow>> {
  const { where, total } = ofWord(known, 'name')
  const { beside, ...others } = total
  const read = async (of: RawBuilder<unknown>, part: Place, count: number | Searched) =>
    (await readPage<PersonRow>(db, { ...listing, where: of }, { ...part, total: count })).rows
  return readInTurn(place, [
    { total: known.starting, read: (part) => read(beside?.where ?? where, part, known.starting) },
    { total: known.other, read: (part) => read(where, part, others) },
  ])
}

/** Filters by days or ids name a part of their own order; parts of a text are anywhere in theirs. */
function searchedAmong(kind: PersonKind, query: PeopleQuery): Total {
  const key = keyOf(query)
  const { [key]: filter } = filtersOf[kind] as Filters
  const isWithin = filter !== undefined && filter.kind !== 'text' && key in query.words
  return { among: keptPeople(kind), along: ofKind(kind), within: isWithin ? 'order' : undefined }
}

function keyOf({ sort = 'name' }: PeopleQuery): string {
  return sort.replace('-', '')
}

function orderOf(query: PeopleQuery) {
  return { by: sql.ref(snake(keyOf(query))), descending: query.sort?.startsWith('-') ?? false }
}

interface WholeUse<Row, T> {
  columns: RawBuilder<Row>
  use: (whole: Whole<Row>) => Promise<T>
}

/** All of a kind that the query asks for instead of a page, in its order. */
export function wholePeople<Row, T>(
  db: Kysely<unknown>,
  kind: PersonKind,
  query: PeopleQuery,
  { columns, use }: WholeUse<Row, T>,
): Promise<T> {
  return readListing(db, { table: 'person', order: orderOf(query), columns, where: peopleFilter(kind, query) }, use)
}

/**
 * The participants one word finds, whose totals are known. In the order of names, people whose name begins with the word are
 * neighbours. Others are searched for, and so are all in any other order.
 */
function ofWord(
  { word, starting, other }: KnownWord,
  order: 'name' | 'other',
): { where: RawBuilder<unknown>; total: Searched } {
  const participant = ofKind('PARTICIPANT')
  const searched = { among: keptPeople('PARTICIPANT'), along: participant }
  if (order === 'other')
    return {
      where: sql`${participant} and name_words @@ names_with(${word})`,
      total: { ...searched, matching: starting + other },
    }
  // The query searches the index for the words alone; the other conditions filter the matches.
  return {
    where: sql`${participant} and name_words @@ names_with(${word}, '{2}') and not name_words @@ names_with(${word}, '{1}')`,
    total: {
      ...searched,
      matching: other,
      beside: {
        where: sql`${participant} and name_words @@ names_with(${word}, '{1}')
          and name >= ${word} and name < ${`${word}\uffff`}`,
        total: starting,
      },
    },
  }
}

/**
 * Locks the ids of people whom the filter finds, up to a limit. People who no longer match drop out. Staff change only
 * in turn (`changesRights`), and `lockPeople` locks them in another order.
 */
export async function lockMatching(db: Db, kind: PersonKind, query: PeopleFilter, atMost: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from person where ${peopleFilter(kind, query)} order by id limit ${atMost}
    ${kind === 'PARTICIPANT' ? sql`for update` : sql``}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of the statuses that the word names. */
function keptPeople(kind: PersonKind, status?: string): RawBuilder<number> {
  const asked = status === undefined ? undefined : readWord(staffList.filters.status, status)
  const all = staffList.filters.status.values.map((each) => `person:${kind}:${each}`)
  const named = asked?.for === 'among' ? all.filter((name) => asked.values.includes(name.split(':').at(-1) ?? '')) : all
  return keptTotal(...(asked?.for === 'blank' ? [''] : named))
}
