/** Receivers of webhooks and their log, as people read and change them. */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import {
  type Delivery,
  type DeliveryFilter,
  deliveryFilters as filters,
  type Webhook,
  type webhooks,
} from '#contract/webhooks.ts'
import { filterConditions } from '../db/filter-sql.ts'
import { type Page, readPage } from '../db/page.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { allOf, found } from '../db/table-store.ts'
import { seal } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** How long a secret signs beside the one that took its place. */
const formerHours = 24

export async function readWebhooks(db: Db, where: RawBuilder<unknown> = sql`true`): Promise<Webhook[]> {
  const rows = await rowsOf<Webhook>(db)`
    select w.id, w.version, w.created_at as "createdAt", w.updated_at as "updatedAt", w.name, w.url, w.events,
      to_json(w.survey_ids) as "surveyIds", w.with_answers as "withAnswers",
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as "rightsOf",
      w.failing_since as "failingSince", w.paused_at as "pausedAt",
      (select count(*) from webhook_delivery d where d.webhook_id = w.id and d.state = 'WAITING') as waiting
    from webhook w left join person p on p.id = w.rights_of where ${where} order by w.name, w.id`
  return rows
}

/** Locked until the transaction ends, where it is changed. */
export async function getWebhook(db: Db, id: number, lock?: 'locked'): Promise<Webhook> {
  if (lock) await sql`select from webhook where id = ${id} for no key update`.execute(db)
  return found({ rows: await readWebhooks(db, sql`w.id = ${id}`) })
}

/** A sealed secret opens for its receiver alone. */
export function secretPlace(id: number): string {
  return `webhook/${id}`
}

/** Gives a receiver a secret and answers it; the one before signs too for a while. */
export async function giveSecret(db: Db, settings: Settings, id: number): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await sql`
    update webhook set former_secret = nullif(secret, ''), former_until = now() + make_interval(hours => ${formerHours}),
      secret = ${seal(settings, secret, secretPlace(id))}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
  return secret
}

/** All that waits for a receiver is due now, as if it had never been tried. */
export async function retryAll(db: Db, id: number): Promise<void> {
  await sql`update webhook set paused_at = null, failing_since = null, rests_until = null where id = ${id}`.execute(db)
  await sql`update webhook_delivery set next_at = now(), tries = 0 where webhook_id = ${id} and state = 'WAITING'`.execute(
    db,
  )
}

type DeliveryQuery = z.output<typeof webhooks.deliveries.query>

/** On `webhook_delivery d`. */
function conditions(query: z.output<typeof DeliveryFilter>): RawBuilder<unknown> | undefined {
  const derived = Object.fromEntries(Object.keys(filters).map((key) => [key, sql.ref(`d.${key}`)]))
  return allOf(
    filterConditions(
      { filters, derived: { ...derived, webhookId: sql`d.webhook_id` }, searched: [], aliases: {} },
      query,
    ),
  )
}

/** They are numbered in the order in which they were written. */
export async function listDeliveries(db: Db, query: DeliveryQuery): Promise<Page<Delivery>> {
  const where = conditions(query)
  return readPage<Delivery>(
    db,
    {
      table: 'webhook_delivery',
      as: 'd',
      order: { by: sql`d.id`, descending: true },
      columns: sql`d.id, d.webhook_id as "webhookId", w.name as "webhookName", d.message, d.event, d.about, d.at, d.state, d.tries,
        case when d.state = 'WAITING' then d.next_at end as "nextAt", d.code, d.status, d.answer, d.milliseconds`,
      joins: sql`join webhook w on w.id = d.webhook_id`,
      where,
    },
    {
      ...pageOf(query),
      total: sql<number>`select count(*) as n from webhook_delivery d where ${where ?? sql`true`}`,
    },
  )
}

/** Sends those again that are over. The answer has their number. */
export async function replay(
  db: Db,
  which: { ids: readonly number[] } | { filter: z.output<typeof DeliveryFilter> },
): Promise<number> {
  const where = 'ids' in which ? sql`d.id = any(${which.ids})` : (conditions(which.filter) ?? sql`true`)
  const rows = await rowsOf<{ n: number }>(db)`
    with again as (update webhook_delivery d set state = 'WAITING', next_at = now(), tries = 0 where ${where} returning 1)
    select count(*) as n from again`
  return found({ rows }).n
}
