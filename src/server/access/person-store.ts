/** People in the database: the two lists, single rows under lock, and what is written of them. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import type { Person, personSort } from '#contract/people.ts'
import { administratorPermissions, type PersonKind } from '#domain/access.ts'
import { columnList, snake } from '../db/names.ts'
import type { Db } from '../db/pool.ts'
import { allOf, found, type Page, pageWindow } from '../db/table-store.ts'

/** The row as the server works with it: what stays inside, and what the rules ask for. */
export interface PersonRecord extends Person {
  /** What the role holds. */
  permissions: string[]
  oneTimeUntil: Date | null
}

const columns = columnList(
  [
    'id',
    'username',
    'name',
    'email',
    'phone',
    'gender',
    'birthDate',
    'adminType',
    'avatar',
    'roleId',
    'role',
    'pendingRole',
    'locale',
    'status',
    'mustChangePassword',
    'lastLoginAt',
    'anonymisedAt',
    'version',
    'createdAt',
    'updatedAt',
    'permissions',
    'oneTimeUntil',
  ],
  {
    avatar: sql`null`,
    role: sql`(select role from role where role.id = person.role_id)`,
    pendingRole: sql`(select json_build_object('grantId', g.id, 'roleId', r.id, 'role', r.role)
      from pending_grant g join role r on r.id = g.role_id where g.person_id = person.id)`,
    permissions: sql`array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
      where rp.role_id = person.role_id order by q.name)`,
  },
)

export interface PeopleQuery {
  page?: number | undefined
  pageSize?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  status?: Person['status'] | undefined
  /** Words, each of which must be found. */
  text?: string | undefined
  /** Who sees phone numbers in full finds people by a part of them; everybody else must know the whole number. */
  phones: 'FULL' | 'MASKED'
}

/** The condition of a list, for its pages, its total and its export. */
export function peopleFilter(kind: PersonKind, query: Pick<PeopleQuery, 'status' | 'text' | 'phones'>) {
  const ofStatus = query.status && sql`status = ${query.status}`
  return allOf([sql`admin_type = ${kind}`, ofStatus, searchFilter(kind, query)]) ?? sql`true`
}

export async function listPeople(db: Db, kind: PersonKind, query: PeopleQuery): Promise<Page<PersonRecord>> {
  const { pageSize, offset } = pageOf(query)
  const sort = query.sort ?? 'name'
  const key = sql.ref(snake(sort.replace('-', '') as (typeof personSort)[number]))
  const where = peopleFilter(kind, query)
  if (query.text?.trim()) return searchPage(db, { where, key, descending: sort.startsWith('-'), pageSize, offset })
  const total = await countPeople(db, kind, query.status)
  const window = pageWindow(total, offset, pageSize, sort.startsWith('-'))
  if (window.limit === 0) return { rows: [], total }
  const { rows } = await sql<PersonRecord>`
    with page as (
      select id, row_number() over () as place from (
        select id from person where ${where}
        order by ${key} ${window.direction}, id ${window.direction} limit ${window.limit} offset ${window.offset}
      ) ids
    )
    select ${columns} from page join person using (id) order by page.place ${window.restore}`.execute(db)
  return { rows, total }
}

interface SearchPage {
  where: RawBuilder<unknown>
  key: RawBuilder<unknown>
  descending: boolean
  pageSize: number
  offset: number
}

/** What matches is looked up once, for the page and for the total. */
async function searchPage(db: Db, { where, key, descending, pageSize, offset }: SearchPage) {
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<PersonRecord & { hits: number }>`
    with hit as materialized (select id, ${key} as key from person where ${where}),
    page as (
      select id, row_number() over () as place from (
        select id from hit order by key ${direction}, id ${direction} limit ${pageSize} offset ${offset}
      ) ids
    )
    select ${columns}, (select count(*) from hit) as hits
    from page join person using (id) order by page.place`.execute(db)
  const [first] = rows
  if (first) return { rows, total: first.hits }
  const counted = await sql<{ n: number }>`select count(*) as n from person where ${where}`.execute(db)
  return { rows: [], total: counted.rows[0]?.n ?? 0 }
}

function searchFilter(
  kind: PersonKind,
  { text, phones }: Pick<PeopleQuery, 'text' | 'phones'>,
): RawBuilder<unknown> | undefined {
  const words = text?.trim().split(/\s+/).filter(Boolean) ?? []
  return allOf(
    words.map((word) => sql`(${sql.join([...wordFilters(kind, { word, words: words.length }, phones)], sql` or `)})`),
  )
}

/** Where one word may stand. For participants these are what the trigram index stands on. */
function* wordFilters(
  kind: PersonKind,
  { word, words }: { word: string; words: number },
  phones: 'FULL' | 'MASKED',
): Iterable<RawBuilder<unknown>> {
  yield nameFilter(word, words)
  if (kind === 'ADMIN') {
    yield sql`fold(username) like anywhere(${word})`
    yield sql`fold(email) like anywhere(${word})`
  }
  const digits = /^\+?[\d().-]+$/.test(word) ? word.replace(/\D/g, '') : ''
  if (digits.length < 3) return
  if (phones === 'MASKED') yield sql`phone = ${`+${digits}`}`
  // Every number of a country begins alike: whoever writes it that way asks for a beginning, not for any part.
  else if (word.startsWith('+') || digits.length >= international) yield sql`phone like ${`+${digits}%`}`
  else yield sql`phone like ${`%${digits}%`}`
}

/**
 * What the trigram index cannot help with is kept small in other ways: one or two letters or figures are looked for at the
 * beginning of words only, strange signs only in those few names that have any, and Chinese signs, which have neither
 * case nor accents, in the names as they are. Of several words the index finds the first letters, which is much less work
 * than all of them, and the rows say the rest.
 */
function nameFilter(word: string, words: number): RawBuilder<unknown> {
  if (/^[A-Za-z\d]{1,2}$/.test(word))
    return sql`(fold(name) like fold(${word}) || '%' or fold(name) like '% ' || fold(${word}) || '%')`
  if (/\p{Script=Han}/u.test(word)) return sql`name like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`
  const found = sql`fold(name) like anywhere(${word})`
  if (/^[^\p{L}\p{N}+•.'-]+$/u.test(word)) return sql`(has_strange_signs(name) and ${found})`
  const beginning = Array.from(word).slice(0, indexed).join('')
  if (words === 1 || beginning === word) return found
  return sql`(fold(name) like anywhere(${beginning}) and strpos(fold(name), fold(${word})) > 0)`
}

/** So many letters of each of several words are looked up in the index. */
const indexed = 4

/** Digits of a number that must have its country code in it: no country has longer ones of its own. */
const international = 12

async function countPeople(db: Db, kind: PersonKind, status: Person['status'] | undefined): Promise<number> {
  const names = (status ? [status] : ['ACTIVE', 'SUSPENDED']).map((each) => `person:${kind}:${each}`)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::bigint as n from row_counter where name = any(${names})`.execute(db)
  return rows[0]?.n ?? 0
}

/** NOT_FOUND when there is nobody of this id. */
export async function getPerson(db: Db, id: number): Promise<PersonRecord> {
  return found(await sql<PersonRecord>`select ${columns} from person where id = ${id}`.execute(db))
}

/** Those of the people that exist, in the order of ids, locked until the transaction ends. */
export async function lockPeople(db: Db, ids: readonly number[]): Promise<PersonRecord[]> {
  await sql`select from person where id = any(${ids}) order by id for update`.execute(db)
  const { rows } = await sql<PersonRecord>`
    select ${columns} from person where id = any(${ids}) order by id`.execute(db)
  return rows
}

/** Ids of at most so many of those whom the filter finds, locked: whoever no longer matches by then is not among them. */
export async function lockMatching(
  db: Db,
  kind: PersonKind,
  query: Pick<PeopleQuery, 'status' | 'text' | 'phones'>,
  atMost: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from person where ${peopleFilter(kind, query)} order by id limit ${atMost} for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** The staff member whom an id or a user name means; undefined when it is nobody of the staff. */
export async function findStaff(db: Db, name: string): Promise<number | undefined> {
  const isId = /^[1-9]\d{0,14}$/.test(name)
  const { rows } = await sql<{ id: number }>`
    select id from person where admin_type = 'ADMIN'
      and ${isId ? sql`id = ${Number(name)}` : sql`lower(username) = lower(${name})`}`.execute(db)
  return rows[0]?.id
}

/** Columns of `person` by their names in the contract. */
export interface PersonColumns {
  username?: string | undefined
  name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  gender?: string | null | undefined
  birthDate?: string | null | undefined
  adminType?: PersonKind | undefined
  roleId?: number | null | undefined
  locale?: string | undefined
  status?: Person['status'] | undefined
  passwordHash?: string | undefined
  mustChangePassword?: boolean | undefined
  oneTimeUntil?: Date | null | undefined
}

function assigned(values: PersonColumns): [column: RawBuilder<unknown>, value: unknown][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [sql.ref(snake(name)), value])
}

export async function insertPerson(db: Db, values: PersonColumns): Promise<PersonRecord> {
  const set = assigned(values)
  const { rows } = await sql<{ id: number }>`
    insert into person (${sql.join(set.map(([column]) => column))}) values (${sql.join(set.map(([, value]) => value))})
    returning id`.execute(db)
  return getPerson(db, rows[0]?.id ?? 0)
}

export async function updatePerson(db: Db, id: number, values: PersonColumns): Promise<PersonRecord> {
  const set = assigned(values).map(([column, value]) => sql`${column} = ${value}, `)
  await sql`update person set ${sql.join(set, sql``)} version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
  return getPerson(db, id)
}

export async function deletePeople(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from person where id = any(${ids})`.execute(db)
}

/**
 * Whoever changes the rights of the staff does so in turn: what one decides on (the last administrator, what somebody
 * holds) is not changed by another meanwhile. Held until the transaction ends.
 */
export async function lockRights(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('people and rights', 0))`.execute(db)
}

/** How many of the active staff can grant rights. */
export async function countAdministrators(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from person p
    where p.admin_type = 'ADMIN' and p.status = 'ACTIVE' and (
      select count(*) from role_permission rp join permission q on q.id = rp.permission_id
      where rp.role_id = p.role_id and q.name = any(${administratorPermissions})
    ) = ${administratorPermissions.length}`.execute(db)
  return rows[0]?.n ?? 0
}
