/** Files that are made again and again: the calls of their owners, and the chore that starts their jobs. */
import { sql } from 'kysely'
import { type Schedule, schedules } from '#contract/schedules.ts'
import { deliveriesOf, mostSchedules, repeatRefusal } from '#domain/jobs.ts'
import { problem } from '#domain/problems.ts'
import { writeAudit } from '../audit.ts'
import { jsonMoment } from '../db/json-moment.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { found } from '../db/table-store.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError, refuse } from '../errors.ts'
import { on, type Route } from '../http/context.ts'
import type { Services } from '../services.ts'
import { lockJob } from './job-store.ts'

const mostDaysAhead = 31

/** Its last runs are beside it. */
type Own = Omit<Schedule, 'runs'>

const fields = sql`id, name, kind, subject, every, next_at as "nextAt", delivery, paused, version`

async function readSchedules(db: Db, ownerId: number, id?: number): Promise<Schedule[]> {
  const rows = await rowsOf<Schedule>(db)`
    select ${fields}, (
      select coalesce(json_agg(run), '[]') from (
        select id, state, ${jsonMoment(sql`created_at`)} as "createdAt", error from job
        where schedule_id = schedule.id order by id desc limit 5) run) as runs
    from schedule where owner_id = ${ownerId} and ${id === undefined ? sql`true` : sql`id = ${id}`} order by name, id`
  return rows
}

async function readSchedule(db: Db, ownerId: number, id: number): Promise<Schedule> {
  return found({ rows: await readSchedules(db, ownerId, id) })
}

const offeredHere = ({ settings }: Pick<Services, 'settings'>) => deliveriesOf({ hasMail: settings.mail !== undefined })

type Change = { [F in 'nextAt' | 'delivery']?: Schedule[F] | undefined }

function refuseUnfit({ nextAt, delivery }: Change, services: Services): void {
  const ahead = nextAt === undefined ? 0 : Date.parse(nextAt) - Date.now()
  const errors = [
    ...(ahead < 0 ? [problem('nextAt', 'IN_PAST')] : []),
    ...(ahead > mostDaysAhead * 86_400_000 ? [problem('nextAt', 'TOO_FAR_AHEAD', mostDaysAhead)] : []),
    ...(delivery && !offeredHere(services).includes(delivery) ? [problem('delivery', 'NO_MAIL')] : []),
  ]
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
}

export const scheduleRoutes: Route[] = [
  on(schedules.list, async ({ db, actor, services }) => {
    const rows = await readSchedules(db, actor.id)
    return { rows, total: rows.length, deliveries: offeredHere(services) }
  }),

  on(schedules.create, async ({ db, actor, body, audit, services }) => {
    const { jobId, name, every, nextAt, delivery } = body
    refuseUnfit(body, services)
    refuse(repeatRefusal(await lockJob(db, actor.id, jobId)))
    const { length } = await rowsOf(db)`select from schedule where owner_id = ${actor.id}`
    if (length >= mostSchedules) throw new AppError('JOBS_TOO_MANY', { data: { atMost: mostSchedules } })
    const made = await rowOf<Own>(db)`
        insert into schedule (owner_id, name, kind, payload, subject, every, next_at, delivery)
        select asker_id, ${name}, kind, payload, subject, ${every}, ${nextAt}, ${delivery} from job where id = ${jobId}
        returning ${fields}`
    audit({ action: 'jobs.schedule', subjectType: 'schedule', subjectId: made.id, after: body })
    return { ...made, runs: [] }
  }),

  on(schedules.update, async ({ db, actor, params: { id }, body, audit, services }) => {
    const { version, ...change } = body
    refuseUnfit(change, services)
    await sql`select from schedule where id = ${id} and owner_id = ${actor.id} for no key update`.execute(db)
    const before = await readSchedule(db, actor.id, id)
    refuse(version !== undefined && version !== before.version ? 'STALE' : undefined)
    const { name, every, nextAt, delivery, paused } = { ...before, ...change }
    const changed = await rowOf<Own>(db)`
      update schedule set name = ${name}, every = ${every}, next_at = ${nextAt}, delivery = ${delivery}, paused = ${paused},
        version = version + 1 where id = ${id} returning ${fields}`
    audit({ action: 'jobs.schedule', subjectType: 'schedule', subjectId: id, before, after: change })
    return { ...changed, runs: before.runs }
  }),

  on(schedules.remove, async ({ db, actor, params: { id }, audit }) => {
    const before = await readSchedule(db, actor.id, id)
    await sql`delete from schedule where id = ${id}`.execute(db)
    audit({ action: 'jobs.unschedule', subjectType: 'schedule', subjectId: id, before })
    return before
  }),
]

/** Starts what is due, once whatever was missed, and nothing beside its own last run or for an account that is closed. */
export async function startScheduled({ database }: Services): Promise<void> {
  await inTransaction(database.db, async (db) => {
    const rows = await rowsOf<{ id: number; scheduleId: number; kind: string; ownerId: number }>(db)`
      with due as (
        select s.* from schedule s join person p on p.id = s.owner_id and p.status = 'ACTIVE'
        where not paused and next_at <= now() and not exists (
          select from job where schedule_id = s.id and state in ('WAITING', 'RUNNING'))
        for no key update of s skip locked
      ), moved as (
        update schedule set next_at = schedule.next_at + step * (1 + floor(extract(epoch from now() - schedule.next_at) / extract(epoch from step)))
        from due cross join lateral (select ('1 ' || due.every)::interval as step) one where schedule.id = due.id
      )
      insert into job (kind, payload, subject, asker_id, schedule_id) select kind, payload, subject, owner_id, id from due
      returning id, schedule_id as "scheduleId", kind, asker_id as "ownerId"`
    for (const { id, scheduleId, kind, ownerId } of rows) {
      const entry = { action: 'jobs.start', subjectType: 'job', subjectId: id, after: { kind, scheduleId } }
      await writeAudit(db, [entry], { actorId: ownerId, requestId: `schedule ${scheduleId}`, address: null })
    }
  })
}
