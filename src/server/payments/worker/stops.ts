/** What keeps payments from being sent (domain/money/payment-stops.ts): begun by the house or a person, ended as its kind says. */
import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { paymentStops, type StopRow } from '#contract/payment-stops.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { type StopKindName, stopKinds, stopRefusal, type TryoutChoice } from '#domain/money/payment-stops.ts'
import { problem } from '#domain/problems.ts'
import { writeAudit } from '../../audit.ts'
import { jsonMoment } from '../../db/json-moment.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Context, on } from '../../http/context.ts'
import { found } from '../../db/table-store.ts'
import { endTryout } from './tryout.ts'

interface NewStop {
  /** Null: all providers. */
  provider: string | null
  kind: StopKindName
  reason: string
  details?: Record<string, string | number | null>
}

const byHouse = () => ({ actorId: 0, address: null, requestId: randomUUID() })

/** By the house, unless it is open already. True: it began now, which the caller logs. */
export async function beginStop(db: Kysely<unknown>, stop: NewStop): Promise<boolean> {
  const { provider, kind, reason, details = {} } = stop
  return inTransaction(db, async (tx) => {
    const rows = await rowsOf<{ id: number }>(tx)`
      insert into payment_stop (provider, kind, reason, details)
      values (${provider}, ${kind}, ${reason}, ${JSON.stringify(details)}::jsonb)
      on conflict (coalesce(provider, ''), kind) where ended_at is null do nothing returning id`
    await noteOnTrail(tx, 'payments.stop', rows, stop)
    return rows.length > 0
  })
}

/** By the house, of a kind that needs no people. True: it was open. */
export async function endStop(
  db: Kysely<unknown>,
  { provider, kind }: Pick<NewStop, 'provider' | 'kind'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const rows = await rowsOf<{ id: number }>(tx)`
      update payment_stop set ended_at = now()
      where ended_at is null and kind = ${kind} and provider is not distinct from ${provider} returning id`
    await noteOnTrail(tx, 'payments.goOn', rows, { provider, kind })
    return rows.length > 0
  })
}

async function noteOnTrail(db: Db, action: string, stops: readonly { id: number }[], after: object): Promise<void> {
  const entries = stops.map(({ id }) => ({ action, subjectType: 'payment_stop', subjectId: id, after }))
  if (entries.length > 0) await writeAudit(db, entries, byHouse())
}

interface Onlooker {
  id: number
  permissions: ReadonlySet<string>
}

type StopRecord = Omit<StopRow, 'people' | 'refusal'>

type StopSeen = Omit<StopRow, 'refusal'> & { refusal: ErrorCode | null }

async function readStops(db: Db, where: RawBuilder<unknown>, actor: Onlooker): Promise<StopSeen[]> {
  const rows = await rowsOf<StopRecord>(db)`
    select s.id, s.provider, s.kind, s.reason, s.details, s.began_at as "beganAt", s.ended_at as "endedAt",
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as "beganBy",
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name,
          'at', ${jsonMoment(sql`c.at`)}) order by c.at), '[]')
        from payment_stop_confirmation c join person p on p.id = c.person_id where c.stop_id = s.id) as confirmations
    from payment_stop s left join person b on b.id = s.began_by where ${where} order by s.id`
  return rows.map((row) => {
    const facts = { kind: row.kind, isOpen: row.endedAt === null, confirmedBy: row.confirmations.map(({ id }) => id) }
    return {
      ...row,
      people: stopKinds[row.kind].people,
      refusal: stopRefusal(facts, actor) ?? null,
    }
  })
}

/** The kinds of the open ones, for the worker and for monitors. */
export async function openStops(db: Db): Promise<{ kind: StopKindName; provider: string | null }[]> {
  const rows = await rowsOf<{ kind: StopKindName; provider: string | null }>(db)`
    select kind, provider from payment_stop where ended_at is null order by id`
  return rows
}

type Confirming = Context<Endpoint> & { params: { id: number } }

async function confirm({ db, params: { id }, actor, audit }: Confirming, choice?: TryoutChoice): Promise<StopSeen> {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  await sql`select from payment_stop where id = ${id} for no key update`.execute(db)
  const one = sql`s.id = ${id}`
  const { refusal } = found({ rows: await readStops(db, one, actor) })
  refuse(refusal ?? undefined)
  await sql`
    insert into payment_stop_confirmation (stop_id, person_id, choice)
    values (${id}, ${actor.id}, ${choice ?? null})`.execute(db)
  const after = found({ rows: await readStops(db, one, actor) })
  const { kind, provider, reason, details, endedAt } = after
  audit({
    action: 'payments.confirmStop',
    subjectType: 'payment_stop',
    subjectId: id,
    after: { kind, provider, reason, details, endedAt, choice },
  })
  return after
}

const pause = on(paymentStops.pause, async ({ db, body: { provider = null, note }, actor, audit }) => {
  const known = await sql`select from provider where ${provider}::text is null or name = ${provider}`.execute(db)
  if (known.rows.length === 0)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('provider', 'UNKNOWN_REFERENCE')] })
  const rows = await rowsOf<{ id: number }>(db)`
    insert into payment_stop (provider, kind, reason, details, began_by)
    values (${provider}, 'PAUSED', 'BY_PERSON', ${JSON.stringify({ note })}::jsonb, ${actor.id})
    on conflict (coalesce(provider, ''), kind) where ended_at is null do nothing returning id`
  refuse(rows.length === 0 ? 'ALREADY_DONE' : undefined)
  const paused = found({ rows: await readStops(db, sql`s.id = ${rows[0]?.id}`, actor) })
  audit({
    action: 'payments.stop',
    subjectType: 'payment_stop',
    subjectId: paused.id,
    after: { provider, kind: 'PAUSED', note },
  })
  return paused
})

export const stopRoutes = [
  pause,
  on(paymentStops.list, async ({ db, actor }) => {
    const rows = await readStops(db, sql`s.ended_at is null`, actor)
    return { rows, total: rows.length }
  }),
  on(paymentStops.confirm, (context) => confirm(context)),
  on(paymentStops.endTryout, async (context) => {
    const { db, actor, requestId, address, body } = context
    const ended = await confirm(context, body.choice)
    await endTryout(db, { ...body, source: { actorId: actor.id, requestId, address }, role: actor.role })
    return ended
  }),
]
