/**
 * Sends what waits for receivers of webhooks. A delivery is claimed by moving its next try on, so that processes share the
 * work. A process that dies in between sends it again later: better twice than never.
 */
import { sql } from 'kysely'
import { type DeliveryState, pausedAfterHours } from '#domain/webhooks.ts'
import { writeAudit } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { JobLog } from '../jobs/run.ts'
import { unseal } from '../secrets.ts'
import type { Services } from '../services.ts'
import { type Due, messagesOf } from './payload.ts'
import { mostAtOnce, type Outcome, post } from './post.ts'
import { secretPlace } from './store.ts'

interface Receiver {
  id: number
  url: string
  withAnswers: boolean
  rightsOf: number | null
  secret: Buffer
  formerSecret: Buffer | null
  isFailing: boolean
}

/** With rests of 30 s, 90 s … after each try: for more than a day, by when a receiver that takes nothing is paused. */
const firstRestSeconds = 30
const mostTries = 9
const recoverySeconds = 300
/** One turn of the chore: another receiver may have begun to wait meanwhile. */
const turnMs = 2500
const keptDays = 30
const removedAtOnce = 5000

/** A chore of the worker (jobs/worker.ts). */
export async function sendWebhooks(services: Services, log: JobLog): Promise<void> {
  const rows = await rowsOf<Receiver>(services.database.db)`
    select w.id, w.url, w.with_answers as "withAnswers", w.rights_of as "rightsOf", w.secret,
      case when w.former_until > now() then w.former_secret end as "formerSecret", w.failing_since is not null as "isFailing"
    from webhook w where w.paused_at is null and coalesce(w.rests_until, now()) <= now() and exists (
      select from webhook_delivery d where d.webhook_id = w.id and d.state = 'WAITING' and d.next_at <= now())`
  const until = performance.now() + turnMs
  await Promise.all(rows.map((receiver) => serve(services, log, receiver, until)))
}

/** Until nothing is due or its turn is over. One that fails is tried by a single delivery. */
async function serve(services: Services, log: JobLog, receiver: Receiver, until: number): Promise<void> {
  const { database, settings } = services
  let isWell = !receiver.isFailing
  do {
    const due = await claim(database.db, receiver.id, isWell ? mostAtOnce : 1)
    if (due.length === 0) return
    const secrets = [receiver.secret, receiver.formerSecret].flatMap((sealed) =>
      sealed ? [unseal(settings, sealed, secretPlace(receiver.id))] : [],
    )
    const messages = await messagesOf(database.db, receiver, due)
    const outcomes = await Promise.all(
      messages.map(async ({ id, body, message }) => ({
        id,
        ...(await post(receiver.url, { id: message, body, secrets }, settings.webhookHosts)),
      })),
    )
    await settle(database.db, outcomes)
    const took = outcomes.some(({ isDelivered }) => isDelivered)
    if (!took) return noteFailure(services, log, receiver, outcomes[0])
    if (!isWell) await recover(database.db, receiver.id)
    isWell = true
  } while (performance.now() < until)
}

/** The first of each subject alone: the next one waits until it is over. As an array they are chosen once, whatever the plan. */
async function claim(db: Db, receiverId: number, most: number): Promise<Due[]> {
  const rows = await rowsOf<Due>(db)`
    update webhook_delivery set tries = tries + 1, next_at = now() + make_interval(secs => ${firstRestSeconds} * power(3, least(tries, 7)))
    where id = any(array(
      select id from webhook_delivery d where webhook_id = ${receiverId} and state = 'WAITING' and next_at <= now() and not exists (
        select from webhook_delivery b where b.webhook_id = d.webhook_id and b.subject_id = d.subject_id and b.state = 'WAITING' and b.id < d.id)
      order by id limit ${most} for update skip locked))
    returning id, message, event, about, at`
  return rows
}

async function settle(db: Db, outcomes: readonly (Outcome & { id: number })[]): Promise<void> {
  await sql`
    update webhook_delivery d set code = o.code, status = o.status, answer = o.answer, milliseconds = o.milliseconds,
      state = case when o."isDelivered" then ${'DELIVERED' satisfies DeliveryState} when d.tries >= ${mostTries} then ${'FAILED' satisfies DeliveryState} else d.state end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      o (id bigint, "isDelivered" boolean, code text, status int, answer text, milliseconds int) where d.id = o.id`.execute(
    db,
  )
}

/** It rests as long as it has failed so far, up to an hour. One that fails for long, or says that it is gone, waits for a person. */
async function noteFailure({ database }: Services, log: JobLog, { id }: Receiver, last?: Outcome): Promise<void> {
  await inTransaction(database.db, async (db) => {
    const rows = await rowsOf<{ isPaused: boolean }>(db)`
      update webhook set failing_since = coalesce(failing_since, now()),
        rests_until = now() + least(greatest(now() - failing_since, make_interval(secs => ${firstRestSeconds})), interval '1 hour'),
        paused_at = case when ${last?.status === 410} or failing_since < now() - make_interval(hours => ${pausedAfterHours}) then now() end
      where id = ${id} and paused_at is null returning paused_at is not null as "isPaused"`
    if (!rows[0]?.isPaused) return
    const after = { code: last?.code }
    log.error({ webhook: id, ...after }, 'a receiver of webhooks is paused')
    const entry = { action: 'webhooks.pause', subjectType: 'webhook', subjectId: id, after }
    await writeAudit(db, [entry], { actorId: 0, requestId: 'webhooks', address: 'local' })
  })
}

/** What was tried in vain comes soon. Not at once: a message that it never takes would make it fail again. */
async function recover(db: Db, id: number): Promise<void> {
  await sql`update webhook set failing_since = null, rests_until = null where id = ${id}`.execute(db)
  await sql`update webhook_delivery set next_at = least(next_at, now() + make_interval(secs => ${recoverySeconds}))
    where webhook_id = ${id} and state = 'WAITING'`.execute(db)
}

/** A chore: the log ends after some time. What waits stays. */
export async function clearDeliveries({ database }: Services): Promise<void> {
  await sql`delete from webhook_delivery where id in (
    select id from webhook_delivery where state <> 'WAITING' order by id limit ${removedAtOnce})
    and at < now() - make_interval(days => ${keptDays})`.execute(database.db)
}
