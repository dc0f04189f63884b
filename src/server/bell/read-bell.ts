/** Waiting work and problems of a person, within their rights, from kept counts and by index. */
import { sql } from 'kysely'
import type { Bell, BellEntry, BellJob } from '#contract/bell.ts'
import type { BellKind } from '#domain/people/bell.ts'
import { takesSteps } from '#domain/money/payment.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { taskStatusesToDo } from '#domain/people/task.ts'
import { jsonMoment } from '../db/json-moment.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { lastWaiting } from '../payments/list/count-waiting.ts'
import { countDeskFor } from '../payments/desk/desk.ts'
import { countFundingFor } from '../payments/funding/funding-store.ts'
import { countChangesFor } from '../payments/funding/limit-change-store.ts'
import { viewerOf } from '../payments/row-parts.ts'
import { countReturned } from '../responses/edit/returned.ts'
import { inScope, type Onlooker, scopeOf } from '../scope.ts'

interface BellCount {
  n: number
  at: string | null
}
type Reader = (db: Db, onlooker: Onlooker) => Promise<BellCount | undefined>

const shownJobs = 20

/** In the order of the bell: each for holders of any of its permissions. */
const readers: Record<BellKind, { for: readonly PermissionName[]; read: Reader }> = {
  responses: { for: ['responses.review'], read: toReview },
  returned: { for: ['responses.enter'], read: countReturned },
  payments: {
    for: ['payments.read'],
    read: async (db, onlooker) =>
      takesSteps(onlooker.permissions) ? lastWaiting(db, await viewerOf(db, onlooker)) : undefined,
  },
  funding: { for: ['payments.fund'], read: countFundingFor },
  limits: { for: ['payments.read'], read: countChangesFor },
  grants: { for: ['roles.grantPayments'], read: grantsToConfirm },
  erasures: { for: ['users.delete'], read: erasuresToSee },
  tasks: { for: ['tasks.read'], read: myTasks },
  desk: { for: ['payments.read'], read: countDeskFor },
  counters: { for: ['logs.read'], read: wrongCounters },
  webhooks: { for: ['settings.write'], read: pausedWebhooks },
}

export async function readBell(db: Db, onlooker: Onlooker): Promise<Bell> {
  const entries: BellEntry[] = []
  for (const [kind, { for: holders, read }] of Object.entries(readers)) {
    if (!holders.some((permission) => onlooker.permissions.has(permission))) continue
    const found = await read(db, onlooker)
    if (found && found.n > 0) entries.push({ kind: kind as BellKind, n: found.n, at: found.at ?? startOfDay() })
  }
  return { entries, ...(await jobsAndMark(db, onlooker)) }
}

/** A problem appears once a day. */
function startOfDay(): string {
  return new Date(new Date().setUTCHours(0, 0, 0, 0)).toISOString()
}

/** As many as the list has, so without pilots. The newest of each survey and status is the first entry of an index. */
async function toReview(db: Db, onlooker: Onlooker): Promise<BellCount | undefined> {
  const scope = await scopeOf(db, onlooker, 'review')
  const [surveys, ofSurvey] =
    scope === 'ALL'
      ? [sql``, sql`true`]
      : [sql`cross join unnest(${scope}::bigint[]) seen(survey_id)`, sql`survey_id = seen.survey_id`]
  const rows = await rowsOf<BellCount>(db)`
    with waiting(status) as (values ('RECEIVED'), ('EDITED'), ('IN_REVIEW'))
    select (select coalesce(sum(n), 0)::bigint from survey_counter
        where status in (select status from waiting) and not is_pilot and ${inScope(scope, sql`survey_id`) ?? sql`true`}) as n,
      (select max(latest.received_at) from waiting ${surveys} cross join lateral (
        select received_at from form where ${ofSurvey} and status = waiting.status and status <> 'DRAFT' and not is_pilot
        order by submitted_at desc, id desc limit 1) latest) as at`
  return rows[0]
}

/** Leaves out their own requests and those of the same hand: these wait for another person. */
async function grantsToConfirm(db: Db, { id }: Onlooker): Promise<BellCount | undefined> {
  const rows = await rowsOf<BellCount>(db)`
    select count(*)::int as n, max(requested_at) as at from pending_grant
    where person_id is distinct from ${id} and not same_hands(requested_by, ${id})`
  return rows[0]
}

/** Those that another person asked for, and retentions due within a month: people are warned. */
async function erasuresToSee(db: Db, onlooker: Onlooker): Promise<BellCount | undefined> {
  const within = inScope(await scopeOf(db, onlooker, 'manage'), sql`survey_id`)
  const rows = await rowsOf<BellCount>(db)`
    select count(*)::int as n, max(at) as at from (
      select survey_id, case status when 'ASKED' then asked_at else erasure_due(erasure) - interval '30 days' end as at from erasure
      where status = 'ASKED' and not same_hands(asked_by, ${onlooker.id}) or status = 'CONFIRMED' and months is not null) waiting
    where at <= now() and ${within ? sql`(survey_id is null or ${within})` : sql`true`}`
  return rows[0]
}

async function myTasks(db: Db, onlooker: Onlooker): Promise<BellCount | undefined> {
  const scope = await scopeOf(db, onlooker)
  const rows = await rowsOf<BellCount>(db)`
    select count(*)::bigint as n, max(updated_at) as at from task
    where assignee_id = ${onlooker.id} and status = any(${taskStatusesToDo}::smallint[])
      and ${inScope(scope, sql`survey_id`) ?? sql`true`}`
  return rows[0]
}

/** As the latest night's check found them. */
async function wrongCounters(db: Db): Promise<BellCount | undefined> {
  const rows = await rowsOf<BellCount>(db)`
    select jsonb_array_length(alarms) as n, at from counter_check order by day desc limit 1`
  return rows[0]
}

/** Receivers that took nothing for long: they wait for a person. */
async function pausedWebhooks(db: Db): Promise<BellCount | undefined> {
  const rows = await rowsOf<BellCount>(db)`
    select count(*) as n, max(paused_at) as at from webhook where paused_at is not null and failing_since is not null`
  return rows[0]
}

async function jobsAndMark(db: Db, { id }: Onlooker): Promise<Pick<Bell, 'jobs' | 'seenAt'>> {
  const rows = await rowsOf<{ jobs: BellJob[]; seenAt: string | null }>(db)`
    select (select at from person_mark where person_id = ${id} and mark = 'bell') as "seenAt",
      coalesce((select json_agg(latest) from (
        select id, kind, state, subject, failed,
          ${jsonMoment(sql`finished_at`)} as "finishedAt" from job
        where asker_id = ${id} and (finished_at is null or finished_at > now() - interval '1 day')
        order by id desc limit ${shownJobs}) latest), '[]') as jobs`
  return { jobs: rows[0]?.jobs ?? [], seenAt: rows[0]?.seenAt ?? null }
}
