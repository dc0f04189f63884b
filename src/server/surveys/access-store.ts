/** Grants on surveys in the database, and whom they can be given to. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessSubject, SurveyAccess } from '#contract/survey-access.ts'
import { participantRole } from '#domain/permissions.ts'
import { staffRights, staffSubjects, type StaffRight, type StaffSubject } from '#domain/survey-access.ts'
import { shownRoleName } from '../roles/role-names.ts'
import type { Db } from '../db/pool.ts'
import { type Listing, type Page, type Place, readPage } from '../db/page.ts'
import { stopWrites } from '../db/rights-locks.ts'
import { allOf } from '../records/table-store.ts'
import { inScope, type SurveyScope } from '../scope.ts'

const columnsWith = (roleName: RawBuilder<string>) => sql`
  g.id, g.survey_id as "surveyId", survey.title as "surveyTitle", g.subject_type as "subjectType",
  g.subject_id as "subjectId", coalesce(person.name, ${roleName}) as "subjectName", g.access_right as "right",
  g.expires_at as "expiresAt", coalesce(g.expires_at <= now(), false) as "isExpired",
  case when maker.id is not null then json_build_object('id', maker.id, 'name', maker.name) end as "createdBy",
  g.created_at as "createdAt"`
/** For the trail, which is read in every language. */
const columns = columnsWith(sql`role.name`)

const joins = sql`
  join survey on survey.id = g.survey_id left join person on person.id = g.person_id left join role on role.id = g.role_id
  left join person maker on maker.id = g.created_by`

/** The grants that these calls give and take away; they leave other kinds alone. */
const ofStaff = sql`g.subject_type = any(${staffSubjects}) and g.access_right = any(${staffRights})`

/** Of the surveys in scope, the latest first; roles by the names that the reader knows. */
export function listAccess(db: Db, readerId: number, scope: SurveyScope, place: Place): Promise<Page<SurveyAccess>> {
  const where = allOf([ofStaff, inScope(scope, sql`g.survey_id`)])
  const order = { by: sql`g.id`, descending: true }
  const columns = columnsWith(shownRoleName(readerId))
  return readPage(
    db,
    { table: 'access_grant', as: 'g', order, columns, joins, where },
    { ...place, total: { among: 'few' } },
  )
}

/** Those of the grants that there are, locked until the transaction ends. */
export async function lockAccess(db: Db, ids: readonly number[]): Promise<SurveyAccess[]> {
  const { rows } = await sql<SurveyAccess>`
    select ${columns} from access_grant g ${joins} where g.id = any(${ids}) and ${ofStaff}
    order by g.id for update of g`.execute(db)
  return rows
}

export interface AccessKey {
  surveyId: number
  subjectType: StaffSubject
  subjectId: number
  right: StaffRight
}

/** The grant of just this right to just this subject; undefined when there is none. */
export async function findSameAccess(
  db: Db,
  { surveyId, subjectType, subjectId, right }: AccessKey,
): Promise<SurveyAccess | undefined> {
  const { rows } = await sql<SurveyAccess>`
    select ${columns} from access_grant g ${joins}
    where g.survey_id = ${surveyId} and g.subject_type = ${subjectType} and g.subject_id = ${subjectId}
      and g.access_right = ${right}`.execute(db)
  return rows[0]
}

/** Gives the right, or gives it again with another expiry. Returns the id of the grant. */
export async function putAccess(
  db: Db,
  { surveyId, subjectType, subjectId, right }: AccessKey,
  { expiresAt, createdBy }: { expiresAt: string | null; createdBy: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into access_grant (survey_id, subject_type, subject_id, access_right, expires_at, created_by)
    values (${surveyId}, ${subjectType}, ${subjectId}, ${right}, ${expiresAt}, ${createdBy})
    on conflict on constraint access_grant_once
    do update set expires_at = excluded.expires_at, created_by = excluded.created_by, created_at = now()
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Waits for the people who work by these grants, and stops their writes. Call it before any grant is locked. */
export async function stopWritesBy(db: Db, ids: readonly number[]): Promise<void> {
  const grantees = sql`select from access_grant g
    where g.id = any(${ids}) and (g.person_id = person.id or g.role_id = person.role_id)`
  await stopWrites(db, sql`exists (${grantees})`)
}

export async function removeAccess(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from access_grant where id = any(${ids})`.execute(db)
}

/** Participants have no back office: neither they nor their role see surveys here. */
const subjectsWith = (roleName: RawBuilder<string>) => sql`(
  select 'ROLE' as "subjectType", id::bigint as "subjectId", ${roleName} as name, null as detail
  from role where role <> ${participantRole}
  union all
  select 'USER', id, name, username from person where admin_type = 'ADMIN')`

/** By the names that the reader knows, and in their order. */
export function searchSubjects(
  db: Db,
  readerId: number,
  q: string | undefined,
  place: Place,
): Promise<Page<AccessSubject>> {
  const words = q?.trim().split(/\s+/).filter(Boolean) ?? []
  const subjects: Listing = {
    table: subjectsWith(shownRoleName(readerId)),
    as: 'subject',
    key: ['subjectType', 'subjectId'],
    order: { by: sql`("subjectType", name)`, descending: false },
    columns: sql`"subjectType", "subjectId", name, detail`,
    where: allOf(words.map((word) => sql`fold(concat_ws(' ', name, detail)) like anywhere(${word})`)),
  }
  return readPage(db, subjects, { ...place, total: { among: 'few' } })
}

/** Whether the person or the role can be given access. */
export async function isSubject(db: Db, type: StaffSubject, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${subjectsWith(sql`role.name`)} subject where "subjectType" = ${type} and "subjectId" = ${id}`.execute(
    db,
  )
  return rows.length > 0
}

/** The names that the reader knows of the roles that see all surveys. */
export async function rolesSeeingAll(db: Db, readerId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${shownRoleName(readerId)} as name
    from role join role_permission rp on rp.role_id = role.id join permission q on q.id = rp.permission_id
    where q.name = 'surveys.all' order by role.id`.execute(db)
  return rows.map(({ name }) => name)
}
