/** People in the database: single rows under lock, and what is written of them. */
import { sql } from 'kysely'
import { type Person, PersonRow } from '#contract/people.ts'
import { administratorKinds, type PersonKind } from '#domain/people/access.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { changing, setValues } from '../db/changing.ts'
import { columnList } from '../db/names.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { stopWrites } from '../db/rights-locks.ts'

/** The row as the server works with it: what stays inside, and what the rules ask for. */
interface Inside {
  /** What the role holds. */
  permissions: string[]
  oneTimeUntil: string | null
  isProgram: boolean
}
export type PersonRecord = Person & Inside

/** Of a row in a list. */
export const personRowColumns = columnList(Object.keys(PersonRow.shape), {
  role: sql`(select role from role where role.id = person.role_id)`,
  pendingRole: sql`(select json_build_object('grantId', g.id, 'roleId', r.id, 'role', r.role)
    from pending_grant g join role r on r.id = g.role_id where g.person_id = person.id)`,
})
const inside = columnList(['avatar', 'permissions', 'oneTimeUntil', 'isProgram'], {
  permissions: sql`array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
    where rp.role_id = person.role_id order by q.name)`,
})
const personColumns = sql`${personRowColumns}, ${inside}`

/** NOT_FOUND when no person has this id. */
export async function getPerson(db: Db, id: number): Promise<PersonRecord> {
  return await rowOf<PersonRecord>(db)`select ${personColumns} from person where id = ${id}`
}

/**
 * Locks the people who exist among these ids, in the order of ids, until the transaction ends. Staff among them write
 * nothing meanwhile.
 */
export async function lockPeople(db: Db, ids: readonly number[]): Promise<PersonRecord[]> {
  await stopWrites(db, sql`id = any(${ids})`)
  await sql`select from person where id = any(${ids}) order by id for update`.execute(db)
  const rows = await rowsOf<PersonRecord>(db)`
    select ${personColumns} from person where id = any(${ids}) order by id`
  return rows
}

/** The staff member whom an id or a user name means, else a phone number; undefined when it names none, or several. */
export async function findStaff(db: Db, name: string, parsePhone: PhoneParser): Promise<number | undefined> {
  const isNamed = /^[1-9]\d{0,14}$/.test(name) ? sql`id = ${Number(name)}` : sql`lower(username) = lower(${name})`
  const phone = parsePhone(name).value ?? null
  const rows = await rowsOf<{ id: number; isNamed: boolean }>(db)`
    select id, ${isNamed} as "isNamed" from person where admin_type = 'ADMIN' and (${isNamed} or phone = ${phone})`
  const [first, ...others] = rows.some((row) => row.isNamed) ? rows.filter((row) => row.isNamed) : rows
  return others.length === 0 ? first?.id : undefined
}

/** Columns of `person` by their names in the contract. */
export interface PersonColumns {
  username?: string | undefined
  name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  paymentPhone?: string | null | undefined
  paymentProvider?: string | null | undefined
  gender?: string | null | undefined
  avatar?: string | null | undefined
  birthDate?: string | null | undefined
  administrativeUnitId?: number | null | undefined
  adminType?: PersonKind | undefined
  roleId?: number | null | undefined
  locale?: string | undefined
  status?: Person['status'] | undefined
  emailBy?: number | undefined
  passwordHash?: string | undefined
  mustChangePassword?: boolean | undefined
  oneTimeUntil?: string | null | undefined
  isProgram?: boolean | undefined
}

export async function insertPerson(db: Db, values: PersonColumns): Promise<PersonRecord> {
  const set = setValues(values)
  const rows = await rowsOf<{ id: number }>(db)`
    insert into person (${sql.join(set.map(([column]) => column))}) values (${sql.join(set.map(([, value]) => value))})
    returning id`
  return getPerson(db, rows[0]?.id ?? 0)
}

export async function updatePerson(db: Db, id: number, values: PersonColumns): Promise<PersonRecord> {
  const { set, differs } = changing(values)
  await sql`update person set ${set} where id = ${id} and ${differs}`.execute(db)
  return getPerson(db, id)
}

export async function deletePeople(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from person where id = any(${ids})`.execute(db)
}

/** The administrators of each of `administratorKinds`, without some people and those with a given password. */
export async function countAdministrators(db: Db, without: readonly number[] = []): Promise<number[]> {
  const counts = administratorKinds.map((kind) => sql`count(*) filter (where held @> ${kind}::text[])`)
  const rows = await rowsOf<{ counts: number[] }>(db)`
    select to_json(array[${sql.join(counts)}]) as counts from (
      select array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
        where rp.role_id = p.role_id) as held
      from person p
      where p.admin_type = 'ADMIN' and p.status = 'ACTIVE' and not p.must_change_password and p.id <> all(${without})
    ) staff`
  return rows[0]?.counts ?? []
}
