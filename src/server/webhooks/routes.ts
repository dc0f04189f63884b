/** People enter receivers of webhooks, look at what was sent, and send it again (contract/webhooks.ts). */
import { sql } from 'kysely'
import { webhooks } from '#contract/webhooks.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { receiverProblem, testEvent } from '#domain/webhooks.ts'
import { changing } from '../db/changing.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { selectionChanged } from '../records/bulk-result.ts'
import { actRefusals, scopeOf } from '../scope.ts'
import type { Settings } from '../settings.ts'
import { getWebhook, giveSecret, listDeliveries, readWebhooks, replay, retryAll } from './store.ts'

interface Wanted {
  url?: string | undefined
  surveyIds?: number[] | null | undefined
}

/** A receiver hears of no survey that its maker does not see, so that only who sees all may leave the choice open. */
async function check(db: Db, { webhookHosts }: Settings, actor: Actor, { url, surveyIds }: Wanted): Promise<void> {
  const errors: FieldProblem[] = []
  const wrong = url === undefined ? undefined : receiverProblem(url, webhookHosts)
  if (wrong) errors.push({ ...problem('url', wrong), names: webhookHosts.join(', ') || '–' })
  if (!surveyIds && (await scopeOf(db, actor)) !== 'ALL') errors.push(problem('surveyIds', 'REQUIRED'))
  const unseen = await actRefusals(db, actor, 'export', surveyIds ?? [])
  if (unseen.size > 0) errors.push(problem('surveyIds', 'NOT_ALLOWED'))
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
}

const create = on(webhooks.create, async ({ db, body, actor, audit, services: { settings } }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  await check(db, settings, actor, body)
  const { name, url, events, surveyIds = null, withAnswers = false } = body
  const rows = await rowsOf<{ id: number }>(db)`
    insert into webhook (name, url, events, survey_ids, with_answers, rights_of, secret)
    values (${name}, ${url}, ${events}, ${surveyIds}, ${withAnswers}, ${actor.id}, '') returning id`
  const id = rows[0]?.id ?? 0
  const secret = await giveSecret(db, settings, id)
  const after = await getWebhook(db, id)
  audit({ action: 'webhooks.create', subjectType: 'webhook', subjectId: id, after })
  return { ...after, secret }
})

const update = on(webhooks.update, async ({ db, params: { id }, body, actor, audit, services: { settings } }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const before = await getWebhook(db, id, 'locked')
  const { version, paused, ...wanted } = body
  refuse(version !== undefined && version !== before.version ? 'STALE' : undefined)
  if (Object.keys(wanted).length > 0) {
    await check(db, settings, actor, { surveyIds: before.surveyIds, ...wanted })
    const { set } = changing(wanted, { rightsOf: actor.id })
    await sql`update webhook set ${set} where id = ${id}`.execute(db)
  }
  if (paused === false) await retryAll(db, id)
  if (paused === true) await sql`update webhook set paused_at = coalesce(paused_at, now()) where id = ${id}`.execute(db)
  const after = await getWebhook(db, id)
  audit({ action: 'webhooks.update', subjectType: 'webhook', subjectId: id, before, after })
  return after
})

const remove = on(webhooks.remove, async ({ db, params: { id }, audit }) => {
  const before = await getWebhook(db, id, 'locked')
  await sql`delete from webhook where id = ${id}`.execute(db)
  audit({ action: 'webhooks.delete', subjectType: 'webhook', subjectId: id, before })
  return before
})

const rotate = on(webhooks.rotate, async ({ db, params: { id }, actor, audit, services: { settings } }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  await getWebhook(db, id, 'locked')
  const secret = await giveSecret(db, settings, id)
  audit({ action: 'webhooks.rotate', subjectType: 'webhook', subjectId: id, after: {} })
  return { ...(await getWebhook(db, id)), secret }
})

const test = on(webhooks.test, async ({ db, params: { id }, audit }) => {
  await getWebhook(db, id)
  // Of a subject of its own, and at once: a receiver that was mended need not wait for its rest to end.
  await sql`update webhook set rests_until = null where id = ${id}`.execute(db)
  await sql`insert into webhook_delivery (webhook_id, event, subject_id, about)
    values (${id}, ${testEvent}, -extract(epoch from clock_timestamp()) * 1000, '{}')`.execute(db)
  audit({ action: 'webhooks.test', subjectType: 'webhook', subjectId: id, after: {} })
  return getWebhook(db, id)
})

const again = on(webhooks.replay, async ({ db, body: { ids, filter = {}, expected }, audit }) => {
  const replayed = await replay(db, ids ? { ids } : { filter })
  if (!ids && replayed !== expected) throw selectionChanged(replayed)
  audit({ action: 'webhooks.replay', subjectType: 'webhook', after: { ...(ids ? { ids } : { filter }), replayed } })
  return { replayed }
})

export const webhookRoutes = [
  on(webhooks.list, async ({ db, services }) => {
    const rows = await readWebhooks(db)
    return { rows, total: rows.length, hosts: services.settings.webhookHosts }
  }),
  on(webhooks.deliveries, ({ db, query }) => listDeliveries(db, query)),
  create,
  update,
  remove,
  rotate,
  test,
  again,
]
