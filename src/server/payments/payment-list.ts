/** Reading payments: the list with its counts, and one with its attempts. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import type { PaymentAmounts, PaymentCounts, PaymentDetail, PaymentRow, payments } from '#contract/payments.ts'
import {
  allowedActions,
  isManualName,
  type PaymentActor,
  type PaymentStatus,
  paymentStatuses,
  paymentSteps,
} from '#domain/payment.ts'
import { type Page, readPage } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { allOf, found } from '../records/table-store.ts'
import { inScope } from '../scope.ts'
import { money, type PaymentViewer, shownPhone, sum, when, withinDays } from './row-parts.ts'
import { attemptsOf } from './transaction-list.ts'

type Query = z.output<typeof payments.list.query>

interface Counted extends Page<PaymentRow> {
  statusCounts: PaymentCounts
  amounts: PaymentAmounts
}

/** The latest change first. The counts are of all statuses under the same filters; the total is exact. */
export async function listPayments(db: Db, query: Query, actor: PaymentViewer): Promise<Counted> {
  const counted = await countByStatus(db, query, actor)
  const statuses: readonly PaymentStatus[] = query.status ?? paymentStatuses
  const total = statuses.reduce((all, status) => all + counted.statusCounts[status], 0)
  const where = allOf([when(query.status, (names) => sql`p.status = any(${names})`), ...filters(query, actor)])
  const order = { by: sql`p.updated_at`, descending: true }
  const { rows } = await readPage<PaymentRecord>(
    db,
    { table: 'payable', as: 'p', order, columns, joins, where },
    { ...pageOf(query), total },
  )
  return { rows: rows.map((row) => asSeen(row, actor)), total, ...counted }
}

export async function getPayment(db: Db, id: number, actor: PaymentViewer): Promise<PaymentRow> {
  const seen = allOf([sql`p.id = ${id}`, inScope(actor.scope, sql`p.survey_id`)]) ?? sql`false`
  const row = found(await sql<PaymentRecord>`select ${columns} from payable p ${joins} where ${seen}`.execute(db))
  return asSeen(row, actor)
}

export async function getPaymentDetail(db: Db, id: number, actor: PaymentViewer): Promise<PaymentDetail> {
  const row = await getPayment(db, id, actor)
  return { ...row, attempts: await attemptsOf(db, id, actor) }
}

/** The query's filters but for the status. */
function filters({ surveyId, participantId, q, from, to, waitingForMe }: Query, actor: PaymentViewer) {
  return [
    inScope(actor.scope, sql`p.survey_id`),
    when(surveyId, (id) => sql`p.survey_id = ${id}`),
    when(participantId, (id) => sql`p.participant_id = ${id}`),
    when(q?.trim() || undefined, (text) => matches(text, actor)),
    ...withinDays(sql`p.created_at`, from, to),
    when(waitingForMe === 'true' ? actor : undefined, waitsFor),
    when(waitingForMe === 'false' ? actor : undefined, (somebody) => sql`${waitsFor(somebody)} is not true`),
  ]
}

/** Part of the name, an id, our or the provider's reference; a phone only for those who may see phones. */
function matches(text: string, { permissions }: PaymentActor): RawBuilder<unknown> {
  const digits = text.replace(/[\s()+-]/g, '')
  const isNumber = /^[1-9]\d{0,14}$/.test(digits)
  const isReference = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
  const any = [
    sql`p.participant_id in (select id from person where fold(name) like anywhere(${text}))`,
    sql`p.id in (select payable_id from attempt where provider_ref = ${text})`,
    when(
      isReference ? text : undefined,
      (ref) => sql`p.id in (select payable_id from attempt where client_ref = ${ref})`,
    ),
    when(isNumber ? Number(digits) : undefined, (id) => sql`p.id = ${id}`),
    when(isManualName(text) ? text : undefined, (name) => sql`p.name = ${name}`),
    when(
      isNumber ? Number(digits) : undefined,
      (id) => sql`p.id in (select payable_id from payable_response where response_id = ${id})`,
    ),
    when(
      isNumber && permissions.has('payments.viewPhone') ? digits : undefined,
      (part) => sql`strpos(p.msisdn, ${part}) > 0`,
    ),
  ].filter((condition) => condition !== undefined)
  return sql`(${sql.join(any, sql` or `)})`
}

/** The next step is one of the actor's, and neither their duties nor their own phone forbid it. */
function waitsFor({ id, phone, permissions }: PaymentActor): RawBuilder<unknown> {
  const { initiate, approve, authorize } = paymentSteps
  const open = [initiate, approve, authorize].filter(({ needs }) => permissions.has(needs)).flatMap(({ from }) => from)
  return sql`(p.status = any(${open}::text[]) and p.msisdn is not null and p.msisdn is distinct from ${phone ?? null}
    and not exists (select from step s where s.payable_id = p.id and s.round = p.round and s.actor_id = ${id}))`
}

interface Count {
  status: PaymentStatus
  currency: string
  n: number
  /** `numeric`, which comes as text. */
  amountMinor: string
}

async function countByStatus(
  db: Db,
  query: Query,
  actor: PaymentViewer,
): Promise<{ statusCounts: PaymentCounts; amounts: PaymentAmounts }> {
  const { surveyId, ...others } = query
  const isOfAll = others.q === undefined && others.participantId === undefined && others.waitingForMe === undefined
  const isKept = isOfAll && !others.from && !others.to
  const where = allOf(filters(query, actor))
  const kept = allOf([inScope(actor.scope, sql`survey_id`), when(surveyId, (id) => sql`survey_id = ${id}`)])
  // The kept sums know surveys and statuses; any other filter is counted.
  const { rows } = isKept
    ? await sql<Count>`
        select status, currency, sum(n)::bigint as n, sum(amount_minor) as "amountMinor"
        from payable_counter where ${kept ?? sql`true`}
        group by status, currency having sum(n) > 0 order by currency`.execute(db)
    : await sql<Count>`
        select status, currency, count(*) as n, sum(amount_minor) as "amountMinor"
        from payable p ${where ? sql`where ${where}` : sql``} group by status, currency order by currency`.execute(db)
  const of = (status: PaymentStatus) => rows.filter((row) => row.status === status)
  return {
    statusCounts: eachStatus((status) => of(status).reduce((all, { n }) => all + n, 0)),
    amounts: eachStatus((status) => of(status).map(({ amountMinor, currency }) => sum(BigInt(amountMinor), currency))),
  }
}

function eachStatus<T>(value: (status: PaymentStatus) => T): Record<PaymentStatus, T> {
  return Object.fromEntries(paymentStatuses.map((status) => [status, value(status)])) as ReturnType<
    typeof eachStatus<T>
  >
}

type PaymentRecord = Omit<
  PaymentRow,
  'id' | 'amount' | 'allowedActions' | 'steps' | 'createdAt' | 'updatedAt' | 'locationId'
> & {
  name: string | null
  steps: (Omit<PaymentRow['steps'][number], 'at'> & { at: string })[]
  createdAt: Date
  updatedAt: Date
}

const columns = sql`
    p.id as "paymentId", p.name, p.kind, p.survey_id as "surveyId", survey.title as "surveyTitle",
      (select coalesce(json_agg(l.response_id order by l.response_id), '[]') from payable_response l
        where l.payable_id = p.id) as "responseIds",
      case when person.id is not null then json_build_object('id', person.id, 'name', person.name) end as participant,
      p.msisdn as phone, p.amount_minor as "amountMinor", p.currency, p.provider, p.status,
      case p.status when 'PROCESSING' then a.state end as "processingState",
      case p.status
        when 'PROCESSING' then a.reason
        when 'ELIGIBLE' then case when p.msisdn is null then 'NO_PHONE' end
        else p.reason end as reason,
      p.reason_text as "reasonText", a.client_ref as reference, p.round,
      (select coalesce(json_agg(json_build_object('step', s.step, 'level', s.level, 'actorId', s.actor_id,
          'actorName', staff.name, 'role', s.role, 'at', s.at) order by s.at, s.level), '[]')
        from step s join person staff on staff.id = s.actor_id where s.payable_id = p.id and s.round = p.round) as steps,
      encode(p.facts_hash, 'hex') as "factsHash", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"`

const joins = sql`
    join survey on survey.id = p.survey_id
      left join person on person.id = p.participant_id
      left join attempt a on a.payable_id = p.id and a.state not in ('FAILED', 'RECALLED')`

function asSeen({ name, ...row }: PaymentRecord, actor: PaymentActor): PaymentRow {
  return {
    ...row,
    id: name ?? row.paymentId,
    ...money(row.amountMinor, row.currency),
    locationId: row.responseIds[0] ?? null,
    phone: shownPhone(row.phone, actor),
    steps: row.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() })),
    allowedActions: allowedActions({ ...row, phone: row.phone ?? undefined }, actor).map((action) => ({
      ...action,
      code: action.code ?? null,
    })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
