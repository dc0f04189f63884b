/** Grants on surveys in the database. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import { accessList, type SurveyAccess } from '#contract/survey-access.ts'
import type { AccessRule } from '#domain/people/access-rule.ts'
import { shownRoleName } from '../people/roles/role-names.ts'
import { filterConditions } from '../db/filter-sql.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { type Listing, type Page, readPage } from '../db/page.ts'
import { readListing, type Whole } from '../db/read-whole.ts'
import { stopWrites } from '../db/rights-locks.ts'
import { allOf } from '../db/table-store.ts'
import { inScope, type SurveyScope } from '../scope.ts'

export type AccessQuery = z.output<typeof accessList.query>

export interface AccessFound {
  words: AccessQuery
  /** The surveys that the reader means, among those that they manage. */
  scope: SurveyScope
  readerId: number
}

const nameWith = (roleName: RawBuilder<string>) =>
  sql<string>`coalesce(person.name, ${roleName}, company.title, unit.name, site.title)`
const isExpired = sql`coalesce(g.expires_at <= now(), false)`
const columnsWith = (roleName: RawBuilder<string>) => sql`
  g.id, g.survey_id as "surveyId", survey.title as "surveyTitle", g.subject_type as "subjectType",
  g.subject_id as "subjectId", ${nameWith(roleName)} as "subjectName", g.access_right as "right", g.filter,
  g.expires_at as "expiresAt", ${isExpired} as "isExpired",
  case when maker.id is not null then json_build_object('id', maker.id, 'name', maker.name) end as "createdBy",
  g.created_at as "createdAt"`
/** For the trail, as people read it in every language. */
const columns = columnsWith(sql`role.name`)

const joins = sql`
  join survey on survey.id = g.survey_id left join person on person.id = g.person_id left join role on role.id = g.role_id
  left join company on company.id = g.company_id left join administrative_unit unit on unit.id = g.administrative_unit_id
  left join site on site.id = g.site_id left join person maker on maker.id = g.created_by`

/** Of the surveys in scope, the latest first unless asked otherwise; roles by the names that the reader knows. */
export function listAccess(db: Db, asked: AccessFound): Promise<Page<SurveyAccess>> {
  return readPage(db, listing(asked), { ...pageOf(asked.words), total: { among: 'few' } })
}

/** All that the filter asks for instead of a page, in its order. */
export function wholeAccess<T>(
  db: Kysely<unknown>,
  asked: AccessFound,
  use: (whole: Whole<SurveyAccess>) => Promise<T>,
): Promise<T> {
  return readListing(db, listing(asked), use)
}

function listing(asked: AccessFound): Listing {
  const { sort = '-id' } = asked.words
  const order = { by: sql.ref(`listed.${sort.replace('-', '')}`), descending: sort.startsWith('-') }
  return { table: grantsOf(asked), as: 'listed', order, columns: sql`listed.*` }
}

/** The matching rows as they are shown: people give few rights. */
function grantsOf({ words, scope, readerId }: AccessFound): RawBuilder<unknown> {
  const roleName = shownRoleName(readerId)
  const derived = {
    surveyId: sql`g.survey_id`,
    subjectType: sql`g.subject_type`,
    subjectName: nameWith(roleName),
    right: sql`g.access_right`,
    isExpired,
    expiresAt: sql`g.expires_at`,
    createdAt: sql`g.created_at`,
  }
  const aliases = { surveyId: { table: 'survey', column: 'encoded_id' } }
  const text = sql`fold(concat_ws(' ', ${derived.subjectName}, survey.title))`
  const where = allOf([
    inScope(scope, derived.surveyId),
    ...filterConditions({ filters: accessList.filters, derived, searched: [], aliases }, words),
    ...wordsOf(words.q).map((word) => sql`${text} like anywhere(${word})`),
  ])
  return sql`(select ${columnsWith(roleName)} from access_grant g ${joins} where ${where ?? sql`true`})`
}

export function wordsOf(q: string | undefined): string[] {
  return q?.trim().split(/\s+/).filter(Boolean) ?? []
}

/** Locks the grants that exist among these ids until the transaction ends. */
export async function lockAccess(db: Db, ids: readonly number[]): Promise<SurveyAccess[]> {
  const rows = await rowsOf<SurveyAccess>(db)`
    select ${columns} from access_grant g ${joins} where g.id = any(${ids}) order by g.id for update of g`
  return rows
}

export interface AccessKey extends AccessRule {
  surveyId: number
}

/** The grant of just this right to just these people; undefined when there is none. */
export async function findSameAccess(
  db: Db,
  { surveyId, subjectType, subjectId, right, filter }: AccessKey,
): Promise<SurveyAccess | undefined> {
  const rows = await rowsOf<SurveyAccess>(db)`
    select ${columns} from access_grant g ${joins}
    where g.survey_id = ${surveyId} and g.subject_type = ${subjectType} and g.subject_id = ${subjectId}
      and g.access_right = ${right} and g.filter is not distinct from ${jsonOf(filter)}::jsonb`
  return rows[0]
}

/** Gives the right, or gives it again with another expiry. Returns the id of the grant. */
export async function putAccess(
  db: Db,
  { surveyId, subjectType, subjectId, right, filter }: AccessKey,
  { expiresAt, createdBy }: { expiresAt: string | null; createdBy: number },
): Promise<number> {
  const rows = await rowsOf<{ id: number }>(db)`
    insert into access_grant (survey_id, subject_type, subject_id, access_right, filter, expires_at, created_by)
    values (${surveyId}, ${subjectType}, ${subjectId}, ${right}, ${jsonOf(filter)}, ${expiresAt}, ${createdBy})
    on conflict on constraint access_grant_once
    do update set expires_at = excluded.expires_at, created_by = excluded.created_by, created_at = now()
    returning id`
  return rows[0]?.id ?? 0
}

function jsonOf(filter: AccessRule['filter']): string | null {
  return filter && JSON.stringify(filter)
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

/** The names that the reader knows of the roles that see all surveys. */
export async function rolesSeeingAll(db: Db, readerId: number): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(db)`
    select ${shownRoleName(readerId)} as name
    from role join role_permission rp on rp.role_id = role.id join permission q on q.id = rp.permission_id
    where q.name = 'surveys.all' order by role.id`
  return rows.map(({ name }) => name)
}
