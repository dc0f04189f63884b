/** The dashboard: each part for those who may read it, within the surveys that they see. */
import { sql } from 'kysely'
import { dashboard, type FirstSteps, type marks } from '#contract/dashboard.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { on } from '../http/context.ts'
import { viewerOf } from '../payments/row-parts.ts'
import { inScope, type Onlooker, openSurvey, scopeOf, type SurveyScope } from '../scope.ts'
import { paymentsPart } from './payments-part.ts'
import { responsesPart } from './responses-part.ts'
import { spanOf } from './span.ts'
import { type FirstStep, firstStepsFor } from '#domain/people/first-steps.ts'
import { administratorRole, paymentSteps } from '#domain/people/permissions.ts'
import type { Settings } from '../settings.ts'

async function countLive(db: Db, scope: SurveyScope): Promise<{ live: number }> {
  const rows = await rowsOf<{ live: number }>(db)`
    select count(*)::int as live from survey
    where status = 'PUBLISHED' and ${inScope(scope, sql`id`) ?? sql`true`}`
  return { live: rows[0]?.live ?? 0 }
}

export const dashboardRoutes = [
  on(dashboard.get, async ({ db, actor, query, services }) => {
    const span = spanOf(query, new Date().toISOString().slice(0, 10))
    const { surveyId } = query
    const scope = surveyId === undefined ? await scopeOf(db, actor) : [await openSurvey(db, actor, 'see', surveyId)]
    const may = (permission: string) => actor.permissions.has(permission)
    return {
      from: span.from,
      to: span.to,
      surveys: may('surveys.read') ? await countLive(db, scope) : null,
      responses: may('responses.read') ? await responsesPart(db, scope, span) : null,
      payments: may('payments.read') ? await paymentsPart(db, { ...(await viewerOf(db, actor)), scope }, span) : null,
      firstSteps: (await firstStepsOf(db, actor, services.settings)) ?? null,
    }
  }),
  on(dashboard.putMark, async ({ db, actor, params, audit }) => {
    await putMark(db, actor.id, params.mark)
    // Each look at the bell would fill the trail.
    if (params.mark !== 'bell')
      audit({ action: 'people.mark', subjectType: 'person', subjectId: actor.id, after: params })
    return params
  }),
]

/** Undefined when all of it is there, or the person put the list away. */
async function firstStepsOf(db: Db, actor: Onlooker, settings: Settings): Promise<FirstSteps | undefined> {
  const steps = firstStepsFor(actor.permissions)
  if (steps.length === 0 || (await isAway(db, actor.id))) return undefined
  const { surveyId, ...done } = await whatIsThere(db, actor)
  const isDone: Record<FirstStep, boolean> = { ...done, provider: settings.provider !== undefined }
  if (steps.every((step) => isDone[step])) return undefined
  return { surveyId, steps: steps.map((step) => ({ step, isDone: isDone[step] })) }
}

async function isAway(db: Db, personId: number): Promise<boolean> {
  const { rows } = await sql`
    select from person_mark where person_id = ${personId} and mark = 'first-steps'`.execute(db)
  return rows.length > 0
}

type There = Record<Exclude<FirstStep, 'provider'>, boolean> & { surveyId: number | null }

/** Each is known by its first row. */
async function whatIsThere(db: Db, actor: Onlooker): Promise<There> {
  const managed = inScope(await scopeOf(db, actor, 'manage'), sql`survey.id`) ?? sql`true`
  const reviewed = inScope(await scopeOf(db, actor, 'review'), sql`survey_id`) ?? sql`true`
  const rows = await rowsOf<There>(db)`
    with mine as materialized (select id, current_version, accessibility from survey where ${managed}),
      staff as materialized (
        select distinct p.name from person join role_permission rp on rp.role_id = person.role_id
          join permission p on p.id = rp.permission_id
        where person.admin_type = 'ADMIN' and person.status = 'ACTIVE' and p.name = any(${paymentSteps})),
      asked as (
        select name from staff
        union select unnest(g.permissions) from pending_grant g where g.person_id is not null)
    select (select max(id) from mine) as "surveyId",
      exists (
        select from person join role on role.id = person.role_id
        where role.role = ${administratorRole} and person.admin_type = 'ADMIN' and person.status = 'ACTIVE' and person.id <> ${actor.id}
          and not same_hands(person.id, ${actor.id})) as "secondAdministrator",
      exists (select from administrative_unit) as units,
      (select count(*) = ${paymentSteps.length} from asked where name = any(${paymentSteps})) as payers,
      (select count(*) = ${paymentSteps.length} from staff) as confirm,
      exists (select from mine) as survey,
      exists (select from person where admin_type = 'PARTICIPANT') as participants,
      exists (select from mine where current_version is not null) as publish,
      exists (select from mine where accessibility = 'PUBLIC') or exists (
        select from access_grant g join mine on mine.id = g.survey_id
        where g.access_right in ('REVIEW', 'MANAGE')) as reviewers,
      exists (select from survey_link link join mine on mine.id = link.survey_id where link.is_on) or exists (
        select from survey_token token join mine on mine.id = token.survey_id
        where token.kind <> 'READ' and token.revoked_at is null) or exists (
        select from survey_counter c join mine on mine.id = c.survey_id where c.n > 0) as collect,
      exists (select from survey_counter
        where status in ('APPROVED', 'REJECTED', 'HAS_ISSUES') and n > 0 and ${reviewed}) as review,
      exists (select from account where kind = 'FLOAT' and debits > 0) as float,
      exists (select from payable_counter where status = 'SUCCESSFUL' and n > 0) as pay`
  const [row] = rows
  if (!row) throw new Error('A query of its own conditions has one row')
  return row
}

async function putMark(db: Db, personId: number, mark: (typeof marks)[number]): Promise<void> {
  await sql`
    insert into person_mark (person_id, mark) values (${personId}, ${mark})
    on conflict (person_id, mark) do update set at = now()`.execute(db)
}
