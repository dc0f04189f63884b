/** The dashboard: each part for those who may read it, within the surveys that they see. */
import { type RawBuilder, sql } from 'kysely'
import { dashboard, type Dashboard, type FirstSteps, type marks } from '#contract/dashboard.ts'
import type { Db } from '../db/pool.ts'
import { on } from '../http/context.ts'
import { type PaymentViewer, viewerOf } from '../payments/row-parts.ts'
import { inScope, type Onlooker, openSurvey, scopeOf, type SurveyScope } from '../scope.ts'
import { responsesPart } from './responses-part.ts'
import { type Span, spanOf } from './span.ts'
import { type FirstStep, firstStepsFor } from '#domain/people/first-steps.ts'
import { administratorRole, paymentSteps } from '#domain/people/permissions.ts'
import type { Settings } from '../settings.ts'
import { fundingRight } from '#domain/money/funding.ts'
import { type PaymentStatus, takesSteps } from '#domain/money/payment.ts'
import { countWaiting } from '../payments/list/count-waiting.ts'
import { countFundingFor } from '../payments/funding/funding-store.ts'
import { countByStatus } from '../payments/list/payment-list.ts'
import { money, sum } from '#domain/money/money.ts'

type PaymentsPart = NonNullable<Dashboard['payments']>

const latestShown = 6

/** `viewer` sees the surveys of the filter alone. */
async function paymentsPart(db: Db, viewer: PaymentViewer, span: Span): Promise<PaymentsPart> {
  return {
    ...(await countByStatus(db, {}, viewer)),
    waitingForMe: takesSteps(viewer.permissions) ? await countWaiting(db, viewer) : null,
    fundingForMe: viewer.permissions.has(fundingRight) ? (await countFundingFor(db, viewer)).n : null,
    ...(await paidSums(db, viewer.scope, span)),
    paidDays: await paidDays(db, viewer.scope, span),
    float: await floats(db),
    latest: await latestPayments(db, viewer.scope),
  }
}

function seen(scope: SurveyScope): RawBuilder<unknown> {
  return inScope(scope, sql`survey_id`) ?? sql`true`
}

/** What surveys spent on each day by the books: money that comes back is taken off the day on which it did. */
const spentDays = sql`account_day d join account a on a.id = d.account_id and a.kind = 'SPENT'`

async function paidSums(db: Db, scope: SurveyScope, { today }: Span) {
  const { rows } = await sql<{ currency: string; today: string; month: string }>`
    select currency, sum(d.debits - d.credits) as month,
      coalesce(sum(d.debits - d.credits) filter (where day = ${today}::date), 0) as today
    from ${spentDays} where day >= date_trunc('month', ${today}::date) and ${seen(scope)}
    group by currency having sum(d.debits - d.credits) <> 0 order by currency`.execute(db)
  return {
    paidToday: rows.filter((row) => row.today !== '0').map((row) => sum(BigInt(row.today), row.currency)),
    paidThisMonth: rows.map((row) => sum(BigInt(row.month), row.currency)),
  }
}

async function paidDays(db: Db, scope: SurveyScope, { from, to }: Span) {
  const { rows } = await sql<{ day: string; n: number }>`
    select to_char(shown.day, 'YYYY-MM-DD') as day, greatest(0, coalesce(paid.n, 0))::bigint as n
    from generate_series(${from}::date, ${to}::date, interval '1 day') shown(day) left join (
      select day, sum(debit_lines - credit_lines) as n from ${spentDays}
      where day between ${from}::date and ${to}::date and ${seen(scope)} group by 1
    ) paid on paid.day = shown.day::date
    order by 1`.execute(db)
  return rows
}

async function floats(db: Db): Promise<PaymentsPart['float']> {
  const { rows } = await sql<{ provider: string; currency: string; n: string }>`
    select provider, currency, sum(debits - credits) as n from account where kind = 'FLOAT'
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(({ provider, currency, n }) => ({ provider, ...sum(BigInt(n), currency) }))
}

interface Latest {
  paymentId: number
  surveyTitle: string
  participantId: number | null
  name: string | null
  amountMinor: number
  currency: string
  status: PaymentStatus
  updatedAt: Date
}

async function latestPayments(db: Db, scope: SurveyScope): Promise<PaymentsPart['latest']> {
  const latest = sql`order by updated_at desc, id desc limit ${latestShown}`
  const keys =
    scope === 'ALL'
      ? sql`select id from payable ${latest}`
      : sql`select of_survey.id from unnest(${scope}::bigint[]) seen(survey_id)
          cross join lateral (select id, updated_at from payable where survey_id = seen.survey_id ${latest}) of_survey ${latest}`
  const { rows } = await sql<Latest>`
    select p.id as "paymentId", survey.title as "surveyTitle", person.id as "participantId", person.name,
      p.amount_minor as "amountMinor", p.currency, p.status, p.updated_at as "updatedAt"
    from payable p join survey on survey.id = p.survey_id left join person on person.id = p.participant_id
    where p.id in (${keys}) order by p.updated_at desc, p.id desc`.execute(db)
  return rows.map(({ participantId, name, amountMinor, currency, updatedAt, ...row }) => ({
    ...row,
    ...money(amountMinor, currency),
    participant: participantId === null ? null : { id: participantId, name: name ?? '' },
    updatedAt: updatedAt.toISOString(),
  }))
}

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
  const { rows } = await sql<There>`
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
      exists (select from payable_counter where status = 'SUCCESSFUL' and n > 0) as pay`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A query of its own conditions has one row')
  return row
}

async function putMark(db: Db, personId: number, mark: (typeof marks)[number]): Promise<void> {
  await sql`
    insert into person_mark (person_id, mark) values (${personId}, ${mark})
    on conflict (person_id, mark) do update set at = now()`.execute(db)
}

async function countLive(db: Db, scope: SurveyScope): Promise<{ live: number }> {
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from survey
    where status = 'PUBLISHED' and ${inScope(scope, sql`id`) ?? sql`true`}`.execute(db)
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
