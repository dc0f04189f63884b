/** To whom rights on surveys can be given, and whom such a rule reaches. `domain/people/access-rule.ts` is the same in words. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessSubject } from '#contract/survey-access.ts'
import { type AccessFilter, type AccessRule, type SubjectType, subjectsOf } from '#domain/people/access-rule.ts'
import { participantRole } from '#domain/people/permissions.ts'
import type { AccessRight } from '#domain/people/survey-access.ts'
import { shownRoleName } from '../people/roles/role-names.ts'
import { unitsBelow } from '../db/filter-sql.ts'
import { type Page, type Place, readPage } from '../db/page.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { allOf } from '../db/table-store.ts'
import { wordsOf } from './access-store.ts'

type Sql = RawBuilder<unknown>

interface SubjectTable {
  from: Sql
  name: Sql
  detail: Sql
  /** Which rows are subjects of the right. */
  where: Sql
  /** The subjects whose stored facts can reach a person. */
  reaching: Sql
}

function tableOf(type: SubjectType, right: AccessRight, roleName: Sql): SubjectTable {
  const collects = right === 'COLLECT'
  const every = sql`true`
  switch (type) {
    case 'ROLE': {
      const where = collects ? sql`role.role = ${participantRole}` : sql`role.role <> ${participantRole}`
      return { from: sql`role`, name: roleName, detail: sql`null`, where, reaching: every }
    }
    case 'USER': {
      const from = sql`person left join administrative_unit home on home.id = person.administrative_unit_id`
      const where = collects ? sql`person.admin_type = 'PARTICIPANT'` : sql`person.admin_type = 'ADMIN'`
      const detail = collects ? sql`home.name` : sql`person.username`
      return { from, name: sql`person.name`, detail, where, reaching: every }
    }
    case 'COMPANY': {
      const placed = sql`exists (
        select from site where site.company_id = company.id and site.administrative_unit_id is not null)`
      return { from: sql`company`, name: sql`company.title`, detail: sql`null`, where: every, reaching: placed }
    }
    case 'ADMIN_UNIT': {
      const name = sql`administrative_unit.name`
      const detail = sql`administrative_unit.code`
      return { from: sql`administrative_unit`, name, detail, where: every, reaching: every }
    }
    case 'SITE': {
      const reaching = sql`site.administrative_unit_id is not null`
      return { from: sql`site`, name: sql`site.title`, detail: sql`site.code`, where: every, reaching }
    }
  }
}

const idOf: Record<SubjectType, Sql> = {
  ROLE: sql`role.id::bigint`,
  USER: sql`person.id`,
  COMPANY: sql`company.id`,
  ADMIN_UNIT: sql`administrative_unit.id`,
  SITE: sql`site.id`,
}

export interface SubjectsAsked {
  readerId: number
  /** Whether the reader may read participants. */
  participants: 'READ' | 'HIDDEN'
  q: string | undefined
  right: AccessRight
  subjectType: SubjectType | undefined
}

/** By the names that the reader knows, and in their order. */
export async function searchSubjects(db: Db, asked: SubjectsAsked, place: Place): Promise<Page<AccessSubject>> {
  const { readerId, right, subjectType, q } = asked
  const types = subjectsOf(right).filter(
    (type) =>
      (subjectType ?? type) === type && !(type === 'USER' && right === 'COLLECT' && asked.participants === 'HIDDEN'),
  )
  if (types.length === 0) return { rows: [], total: 0 }
  const parts = types.map((type) => {
    const { from, name, detail, where, reaching } = tableOf(type, right, shownRoleName(readerId))
    // Participants are many: only their names have an index.
    const texts = type === 'USER' && right === 'COLLECT' ? [name] : [name, detail]
    const words = wordsOf(q).map((word) => {
      const hits = texts.map((text) => sql`fold(${text}::text) like anywhere(${word})`)
      return sql`(${sql.join(hits, sql` or `)})`
    })
    return sql`
      select ${type}::text as "subjectType", ${idOf[type]} as "subjectId", ${name} as name, ${detail} as detail
      from ${from} where ${allOf([where, reaching, ...words])}`
  })
  return readPage(
    db,
    {
      table: sql`(${sql.join(parts, sql` union all `)})`,
      as: 'subject',
      key: ['subjectType', 'subjectId'],
      order: { by: sql`("subjectType", name)`, descending: false },
      columns: sql`"subjectType", "subjectId", name, detail`,
    },
    { ...place, total: { among: 'few' } },
  )
}

/** Whether the right can be given to it. */
export async function isSubject(db: Db, { subjectType, subjectId, right }: AccessRule): Promise<boolean> {
  const { from, where } = tableOf(subjectType, right, sql`role.name`)
  const { rows } = await sql`select from ${from} where ${where} and ${idOf[subjectType]} = ${subjectId}`.execute(db)
  return rows.length > 0
}

/** On `person`: whom the rule reaches. */
export function reachedBy({ subjectType, subjectId, right, filter }: AccessRule): Sql {
  const { siteCategoryId, ...more } = filter ?? {}
  const kind = right === 'COLLECT' ? 'PARTICIPANT' : 'ADMIN'
  const site = { SITE: sql`site.id = ${subjectId}`, COMPANY: sql`site.company_id = ${subjectId}` }
  const atSite = allOf([
    subjectType === 'SITE' || subjectType === 'COMPANY' ? site[subjectType] : undefined,
    siteCategoryId === undefined ? undefined : sql`site.site_category_id = ${siteCategoryId}`,
  ])
  const conditions = allOf([
    sql`person.status = 'ACTIVE' and person.anonymised_at is null and person.admin_type = ${kind}`,
    subjectType === 'USER' ? sql`person.id = ${subjectId}` : undefined,
    subjectType === 'ROLE' ? sql`person.role_id = ${subjectId}` : undefined,
    subjectType === 'ADMIN_UNIT' ? isIn(unitsBelow([subjectId])) : undefined,
    atSite &&
      isIn(sql`
      select below.id from administrative_unit below where below.path && array(
        select site.administrative_unit_id from site where ${atSite} and site.administrative_unit_id is not null)`),
    ...filterOf(more),
  ])
  return conditions ?? sql`false`
}

function isIn(units: Sql): Sql {
  return sql`person.administrative_unit_id = any(array(${units}))`
}

function filterOf({ gender, ageMin, ageMax, administrativeUnitId }: AccessFilter): (Sql | undefined)[] {
  const age = sql`extract(year from age((now() at time zone 'UTC')::date, person.birth_date))`
  return [
    gender === undefined ? undefined : sql`lower(person.gender) = lower(${gender}::text)`,
    ageMin === undefined ? undefined : sql`${age} >= ${ageMin}`,
    ageMax === undefined ? undefined : sql`${age} <= ${ageMax}`,
    administrativeUnitId === undefined ? undefined : isIn(unitsBelow([administrativeUnitId])),
  ]
}

export interface Reach {
  count: number
  /** By name. */
  first: { id: number; name: string }[]
}

const shownFirst = 10

export async function reachOf(db: Db, rule: AccessRule): Promise<Reach> {
  const reached = reachedBy(rule)
  const { count } = await rowOf<{ count: number }>(db)`select count(*) as count from person where ${reached}`
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select id, name from person where ${reached} order by name, id limit ${shownFirst}`
  return { count, first: rows }
}
