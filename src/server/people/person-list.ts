/** The two lists of people, in pages with exact totals, also for a million and for the results of a search. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import type { Person } from '#contract/people.ts'
import type { PersonKind } from '#domain/access.ts'
import { snake } from '../db/names.ts'
import { type Page, type Place, readPage, type Searched } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { allOf, keptTotal } from '../records/table-store.ts'
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
  const ofStatus = query.status && sql`status = ${sql.lit(query.status)}`
  const ofRole = query.roleId === undefined ? undefined : sql`role_id = ${query.roleId}`
  return allOf([sql`admin_type = ${sql.lit(kind)}`, ofStatus, ofRole, searchFilter(kind, query)]) ?? sql`true`
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
    const place = { offset: Math.max(0, offset - all.total), pageSize: pageSize - all.rows.length }
    const { rows, total } = await pageOfKind(db, kind, query, place)
    all.rows.push(...rows)
    all.total += total
  }
  return all
}

async function pageOfKind(db: Db, kind: PersonKind, query: PeopleQuery, place: Place): Promise<Page<PersonRowRecord>> {
  const { sort = 'name', status } = query
  const column = snake(sort.replace('-', ''))
  const order = { by: sql.ref(column), descending: sort.startsWith('-') }
  const listing = { table: 'person', order, columns: personRowColumns, where: peopleFilter(kind, query) }
  if (!query.text?.trim() && query.roleId === undefined)
    return readPage(db, listing, { ...place, total: keptPeople(kind, status) })
  const known = kind === 'PARTICIPANT' && !status ? await knownWord(db, query) : undefined
  if (known) {
    const { where, total } = ofWord(known, column === 'name' ? 'name' : 'other')
    return readPage(db, { ...listing, where }, { ...place, total })
  }
  return readPage(db, listing, { ...place, total: { among: keptPeople(kind) } })
}

/**
 * The participants one word finds, whose totals are known. In the order of names, people whose name begins with the word are
 * neighbours. Others are searched for, and so are all in any other order.
 */
function ofWord(
  { word, starting, other }: KnownWord,
  order: 'name' | 'other',
): { where: RawBuilder<unknown>; total: Searched } {
  const participant = sql`admin_type = 'PARTICIPANT'`
  const among = keptPeople('PARTICIPANT')
  if (order === 'other')
    return {
      where: sql`${participant} and name_words @@ names_with(${word})`,
      total: { among, matching: starting + other },
    }
  // The index is asked for the words alone: among those whom it finds, the others leave themselves out.
  return {
    where: sql`${participant} and name_words @@ names_with(${word}, '{2}') and not name_words @@ names_with(${word}, '{1}')`,
    total: {
      among,
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
 * Locked ids of at most so many people whom the filter finds: people who no longer match by then are left out. Staff change
 * only in turn (`changesRights`), and are locked in another order (`lockPeople`).
 */
export async function lockMatching(db: Db, kind: PersonKind, query: PeopleFilter, atMost: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from person where ${peopleFilter(kind, query)} order by id limit ${atMost}
    ${kind === 'PARTICIPANT' ? sql`for update` : sql``}`.execute(db)
  return rows.map(({ id }) => id)
}

function keptPeople(kind: PersonKind, status?: Person['status']): RawBuilder<number> {
  return keptTotal(...(status ? [status] : ['ACTIVE', 'SUSPENDED']).map((each) => `person:${kind}:${each}`))
}
