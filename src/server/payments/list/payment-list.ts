/** Reading payments: the list with its counts, and one with its attempts. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { chosenAmong } from '#contract/filters.ts'
import { paymentList } from '#contract/payments.ts'
import type { PaymentAmounts, PaymentCounts, PaymentDetail, PaymentRow } from '#contract/payment-rows.ts'
import { minorOf, money, sum, toDecimal } from '#domain/money/money.ts'
import { prefixOf } from '#domain/money/provider-route.ts'
import { type PaymentActor, type PaymentStatus, paymentStatuses } from '#domain/money/payment.ts'
import { allowedActions, type WayFacts } from '#domain/money/payment-ways.ts'
import { jsonMoment } from '../../db/json-moment.ts'
import { type Page, readCounted, readPage, type Total } from '../../db/page.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { mapWhole, readListing, type Whole } from '../../db/read-whole.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope } from '../../scope.ts'
import { incidentsOf } from '../worker/incidents.ts'
import { entryColumns, othersOf } from './manual-facts.ts'
import { holdOf, takenSteps } from '../steps/hold-sql.ts'
import { stuckAt } from '../people-to-ask.ts'
import { type PaymentViewer, shownPhone } from '../row-parts.ts'
import { hasMembers, outcomesOf, withLeftOut } from '../runs/payment-members.ts'
import {
  conditionsOfEach,
  dayConditions,
  keptConditions,
  paymentConditions,
  type PaymentQuery,
  sortColumn,
} from './payment-filters.ts'
import { attemptsOf } from './transaction-list.ts'
import { type StatusSum, waitingSums } from './waiting-sums.ts'
import { attemptFacts, lastFinding } from '../steps/ways-store.ts'

interface Counted extends Page<PaymentRow> {
  statusCounts: PaymentCounts
  amounts: PaymentAmounts
}

/** The latest change first, unless asked otherwise. The counts are of all statuses under the same filters; the total is exact. */
export async function listPayments(db: Db, query: PaymentQuery, actor: PaymentViewer): Promise<Counted> {
  const viewer = await withLeftOut(db, query, actor)
  const listing = {
    table: 'payable',
    as: 'p',
    order: orderOf(query),
    columns,
    joins,
    where: conditionsOfEach(query, viewer),
  }
  if (listing.where === undefined) {
    const page = await readCounted<PaymentRecord, StatusSum[] | null>(db, listing, pageOf(query), {
      counts: sql`select json_agg(each) as counts from (${eachSum(query, viewer)}) each`,
      totalOf: (sums) => chosenTotal(query, countsIn(sums)),
    })
    return { ...countsIn(page.counts), rows: page.rows.map((row) => asSeen(row, actor)), total: page.total }
  }
  const counted = await countByStatus(db, query, viewer)
  const total = chosenTotal(query, counted)
  const gathered =
    query.q === undefined ? undefined : sql`(select * from payable p where ${paymentConditions(query, viewer)}) p`
  const { rows } = await readPage<PaymentRecord>(
    db,
    { ...listing, found: gathered },
    { ...pageOf(query), total: totalWith(query, total) },
  )
  const inRun = await outcomesOf(db, query, { actor, ids: rows.map(({ paymentId }) => paymentId) })
  const seen = rows.map((row) => ({ ...asSeen(row, actor), inRun: inRun.get(row.paymentId) }))
  return { rows: seen, total, ...counted }
}

/** All that the query asks for instead of a page, in its order, without what else is paid for the same visits. */
export async function wholePayments<T>(
  db: Kysely<unknown>,
  query: PaymentQuery,
  { actor, use }: { actor: PaymentViewer; use: (whole: Whole<PaymentRow>) => Promise<T> },
): Promise<T> {
  const where = paymentConditions(query, await withLeftOut(db, query, actor))
  const columns = sql`${ofEach}, '[]'::json as others`
  const listing = { table: 'payable', as: 'p', order: orderOf(query), columns, joins, where }
  return readListing<PaymentRecord, T>(db, listing, (whole) => use(mapWhole(whole, (row) => asSeen(row, actor))))
}

const latestFirst = '-updatedAt'

function orderOf({ sort = latestFirst }: PaymentQuery) {
  return { by: sortColumn(sort.replace('-', '')), descending: sort.startsWith('-') }
}

/** The indexes of the usual order know surveys and statuses; other rows are searched for. */
function totalWith(query: PaymentQuery, matching: number): Total {
  const { sort = latestFirst } = query
  if (isKept(query) && sort.endsWith('updatedAt')) return matching
  const within = hasMembers(query) || sort.replace('-', '') in query ? 'order' : undefined
  return { among: sql`select coalesce(sum(n), 0)::bigint as n from payable_counter`, matching, within }
}

function chosenStatuses({ status }: PaymentQuery): readonly PaymentStatus[] {
  return chosenAmong(paymentStatuses, paymentList.filters.status, status)
}

function chosenTotal(query: PaymentQuery, { statusCounts }: Pick<Counted, 'statusCounts'>): number {
  return chosenStatuses(query).reduce((all, status) => all + statusCounts[status], 0)
}

/** The sums that are kept of surveys and statuses, and of days besides; any other filter is counted. */
const ofSurveys = new Set(['surveyId', 'status', 'page', 'pageSize', 'size', 'sort'])
const ofDays = new Set([...ofSurveys, 'from', 'to', 'createdAt', 'provider', 'currency', 'siteId'])

function isKept(query: PaymentQuery, known: ReadonlySet<string> = ofSurveys): boolean {
  return Object.entries(query).every(([key, word]) => word === undefined || known.has(key))
}

export async function getPayment(db: Db, id: number, actor: PaymentViewer): Promise<PaymentRow> {
  const seen = allOf([sql`p.id = ${id}`, inScope(actor.scope, sql`p.survey_id`)]) ?? sql`false`
  const row = await rowOf<PaymentRecord>(db)`select ${columns} from payable p ${joins} where ${seen}`
  return asSeen(row, actor)
}

export async function getPaymentDetail(db: Db, id: number, actor: PaymentViewer): Promise<PaymentDetail> {
  const row = await getPayment(db, id, actor)
  const open = ['ELIGIBLE', 'INITIATED', 'APPROVED'].includes(row.status)
  const nobodyFor = open ? ((await stuckAt(db, row)) ?? null) : null
  return {
    ...row,
    nobodyFor,
    attempts: await attemptsOf(db, id, actor),
    ...(await rowOf<Pick<PaymentDetail, 'follows' | 'followedBy' | 'nameCheck'>>(db)`
        select p.follows, n.id as "followedBy", coalesce(name_check(p), case when v.tells_names then 'NONE' end) as "nameCheck"
        from payable p join provider v on v.name = p.provider left join payable n on n.follows = p.id where p.id = ${id}`),
    route: await routeOfPayment(db, id),
    findings: await findingsOf(db, id),
    incidents: await incidentsOf(db, id, actor),
  }
}

async function routeOfPayment(db: Db, id: number): Promise<PaymentDetail['route']> {
  const { title, prefixes, phone, isOwn } = await rowOf<{
    title: string
    prefixes: string[]
    phone: string | null
    isOwn: boolean
  }>(db)`
      select v.title, v.prefixes, p.msisdn as phone, p.provider is not distinct from own_route(p.participant_id, p.phone_from) as "isOwn"
      from payable p join provider v on v.name = p.provider where p.id = ${id}`
  return { title, isOwn, prefix: prefixOf({ prefixes }, phone ?? undefined) ?? null }
}

/** The latest first. */
async function findingsOf(db: Db, id: number): Promise<PaymentDetail['findings']> {
  const rows = await rowsOf<PaymentDetail['findings'][number]>(db)`
    select f.attempt_no as "attemptNo", f.outcome, f.evidence, f.document, f.paid_on::text as "paidOn",
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as file, f.actor_id as "actorId",
      staff.name as "actorName", f.role, f.at
    from finding f join person staff on staff.id = f.actor_id left join file k on k.id = f.file_id where f.payable_id = ${id} order by f.id desc`
  return rows
}

/** Reads the kept sums, unless the query needs more than they know. */
export async function countByStatus(
  db: Db,
  query: PaymentQuery,
  actor: PaymentViewer,
): Promise<{ statusCounts: PaymentCounts; amounts: PaymentAmounts }> {
  const { status: _status, ...others } = query
  if (query.waitingForMe === 'false' && isKept({ ...query, waitingForMe: undefined }))
    return countOthers(db, others, actor)
  return countsIn(await sumsByStatus(db, others, actor))
}

function countsIn(sums: readonly StatusSum[] | null): Omit<Counted, 'rows' | 'total'> {
  const of = (status: PaymentStatus) => (sums ?? []).filter((row) => row.status === status)
  return {
    statusCounts: eachStatus((status) => of(status).reduce((all, { n }) => all + n, 0)),
    amounts: eachStatus((status) => of(status).map(({ amountMinor, currency }) => sum(BigInt(amountMinor), currency))),
  }
}

async function sumsByStatus(db: Db, query: PaymentQuery, actor: PaymentViewer): Promise<StatusSum[]> {
  if (query.waitingForMe === 'true' && isKept({ ...query, waitingForMe: undefined }))
    return waitingSums(db, query, actor)
  return (await eachSum(query, actor).execute(db)).rows
}

function eachSum(query: PaymentQuery, actor: PaymentViewer): RawBuilder<StatusSum> {
  return sql`
    select status, currency, sum(n)::bigint as n, sum(amount_minor)::text as "amountMinor" from ${keptOrCounted(query, actor)}
    group by status, currency having sum(n) > 0 order by currency`
}

function keptOrCounted(query: PaymentQuery, actor: PaymentViewer): RawBuilder<unknown> {
  if (isKept(query)) return sql`payable_counter where ${keptConditions(query, actor) ?? sql`true`}`
  if (isKept(query, ofDays)) return sql`payable_day d where ${dayConditions(query, actor) ?? sql`true`}`
  return sql`(
    select status, currency, count(*) as n, sum(amount_minor) as amount_minor
    from payable p where ${paymentConditions(query, actor) ?? sql`true`} group by 1, 2) counted`
}

/** What does not wait for the reader is all but what does: the rest is never looked at. */
async function countOthers(db: Db, query: PaymentQuery, actor: PaymentViewer): ReturnType<typeof countByStatus> {
  const all = await countByStatus(db, { ...query, waitingForMe: undefined }, actor)
  const mine = await countByStatus(db, { ...query, waitingForMe: 'true' }, actor)
  return {
    statusCounts: eachStatus((status) => all.statusCounts[status] - mine.statusCounts[status]),
    amounts: eachStatus((status) => sumsWithout(all.amounts[status], mine.amounts[status])),
  }
}

type Sums = PaymentAmounts[PaymentStatus]

function sumsWithout(from: Sums, taken: Sums): Sums {
  return from.flatMap((total) => {
    const part = taken.find(({ currency }) => currency === total.currency)
    const minor = minorOf(total) - (part ? minorOf(part) : 0n)
    return minor > 0n ? [sum(minor, total.currency)] : []
  })
}

function eachStatus<T>(value: (status: PaymentStatus) => T): Record<PaymentStatus, T> {
  return Object.fromEntries(paymentStatuses.map((status) => [status, value(status)])) as ReturnType<
    typeof eachStatus<T>
  >
}

type PaymentRecord = Omit<PaymentRow, 'id' | 'amount' | 'charge' | 'allowedActions'> & {
  name: string | null
  chargeMinor: number
  attempt: WayFacts['attempt'] | null
  finding: WayFacts['finding'] | null
}

const ofEach = sql`
    p.id as "paymentId", p.name, p.kind, p.survey_id as "surveyId", survey.title as "surveyTitle",
      (select coalesce(json_agg(l.response_id order by l.response_id), '[]') from payable_response l
        where l.payable_id = p.id) as "responseIds",
      case when person.id is not null then json_build_object('id', person.id, 'name', person.name) end as participant,
      ${entryColumns},
      p.msisdn as phone, p.amount_minor as "amountMinor", p.charge_minor as "chargeMinor", p.currency, p.provider, p.status,
      case p.status when 'PROCESSING' then a.state end as "processingState",
      case p.status
        when 'PROCESSING' then a.reason
        else coalesce(p.reason, ${holdOf}) end as reason, ${holdOf} as hold,
      case when a.id is not null then ${attemptFacts} end as attempt,
      case when p.status in ('PROCESSING', 'REVERSING', 'REVERSED') then ${lastFinding} end as finding,
      p.reason_text as "reasonText", a.client_ref as reference, p.round,
      (select coalesce(json_agg(json_build_object('step', s.step, 'level', s.level, 'actorId', s.actor_id,
          'actorName', staff.name, 'role', s.role, 'at', ${jsonMoment(sql`s.at`)}, 'carried', s.carried) order by s.at, s.level), '[]')
        from ${takenSteps} s join person staff on staff.id = s.actor_id) as steps,
      encode(p.facts_hash, 'hex') as "factsHash", approvals_needed(p.amount_minor, p.currency) as approvals, p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"`

const columns = sql`${ofEach}, ${othersOf} as others`

const joins = sql`
    join survey on survey.id = p.survey_id
      left join person on person.id = p.participant_id
      left join manual_payment m on p.kind = 'MANUAL' and m.payable_id = p.id
      left join attempt a on a.payable_id = p.id and a.state not in ('FAILED', 'RECALLED')`

function asSeen({ name, attempt, finding, chargeMinor, ...row }: PaymentRecord, actor: PaymentActor): PaymentRow {
  const facts = { phone: row.phone ?? undefined, hold: row.hold ?? undefined }
  return {
    ...row,
    id: name ?? row.paymentId,
    ...money(row.amountMinor, row.currency),
    charge: toDecimal(chargeMinor, row.currency),
    locationId: row.responseIds[0] ?? row.locationId,
    phone: shownPhone(row.phone, actor),
    allowedActions: allowedActions(
      { ...row, ...facts, attempt: attempt ?? undefined, finding: finding ?? undefined },
      actor,
    ).map((action) => ({
      ...action,
      code: action.code ?? null,
    })),
  }
}
