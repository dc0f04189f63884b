/** What the list of payments can be narrowed and sorted by, in SQL on `payable p`. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { filled, readWord } from '#contract/filters.ts'
import { paymentList } from '#contract/payments.ts'
import { isManualName, type PaymentActor, type PaymentStatus, paymentSteps } from '#domain/money/payment.ts'
import { paymentWays } from '#domain/money/payment-ways.ts'
import { phonePattern, searchedDigits } from '#domain/people/phone.ts'
import { filterConditions } from '../../db/filter-sql.ts'
import { fixed } from '../../db/fixed.ts'
import { snake } from '../../db/names.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope } from '../../scope.ts'
import { holdOf } from '../steps/hold-sql.ts'
import { entriesLike } from './manual-facts.ts'
import { type PaymentViewer, when, wholeUnits, withinDays } from '../row-parts.ts'
import { ofMembers } from '../runs/payment-members.ts'
import { isUnclear, lastFinding } from '../steps/ways-store.ts'

export type PaymentQuery = z.output<typeof paymentList.query>
type Condition = RawBuilder<unknown>

const { siteId, surveyId, runId: _runId, uploadId, currency, provider, ...ofPayment } = paymentList.filters
const aliases = { surveyId: { table: 'survey', column: 'encoded_id' } }

/** The text in the row, where it is not the column of the name. */
const shown: Record<string, Condition> = {
  amount: wholeUnits('p'),
  reason: fixed(sql`case p.status
    when 'PROCESSING' then (select a.reason from attempt a where a.payable_id = p.id and a.state not in ('FAILED', 'RECALLED'))
    else coalesce(p.reason, ${holdOf}) end`),
}

const columns = {
  ...Object.fromEntries(Object.keys(ofPayment).map((key) => [key, sql.ref(`p.${snake(key)}`)])),
  ...shown,
}

/** Amounts are sorted by minor units: they compare within one currency only. */
export function sortColumn(key: string): Condition {
  return sql.ref(key === 'amount' ? 'p.amount_minor' : `p.${snake(key)}`)
}

/** The payments that the query names and the actor sees; undefined for all. */
export function paymentConditions(query: PaymentQuery, actor: PaymentViewer): Condition | undefined {
  return conditionsBy(matches, query, actor)
}

/** The same conditions, for rows that the caller has already. */
export function conditionsOfEach(query: PaymentQuery, actor: PaymentViewer): Condition | undefined {
  return conditionsBy(matchesEach, query, actor)
}

function conditionsBy(search: typeof matches, query: PaymentQuery, actor: PaymentViewer): Condition | undefined {
  const { q, from, to, waitingForMe } = query
  return allOf([
    inScope(actor.scope, sql`p.survey_id`),
    ...ofSurvey(query, sql`p.survey_id`),
    ...ofKinds(query, 'p'),
    ...filterConditions({ filters: ofPayment, derived: columns, searched: [], aliases }, query),
    withReason(query),
    withinMinor(query),
    ...atSite(query, sql`p.survey_id`),
    ...fromUpload(query),
    ...ofMembers(query, actor),
    when(q?.trim() || undefined, (text) => search(text, actor)),
    ...withinDays(sql`p.created_at`, from, to),
    when(waitingForMe === 'true' ? actor : undefined, waitsFor),
    when(waitingForMe === 'false' ? actor : undefined, (somebody) => sql`${waitsFor(somebody)} is not true`),
  ])
}

/** The part of them that the kept sums know, on `payable_counter`. */
export function keptConditions(query: PaymentQuery, { scope }: PaymentViewer): Condition | undefined {
  return allOf([inScope(scope, sql`survey_id`), ...ofSurvey(query, sql`survey_id`)])
}

/** The part of them that the kept sums of days know, on `payable_day d`. */
export function dayConditions(query: PaymentQuery, viewer: PaymentViewer): Condition | undefined {
  const { from, to, createdAt } = query
  const asked = createdAt === undefined ? undefined : readWord(ofPayment.createdAt, createdAt)
  const span = asked?.for === 'between' ? asked : { from: undefined, to: undefined }
  return allOf([
    keptConditions(query, viewer),
    ...ofKinds(query, 'd'),
    ...atSite(query, sql`d.survey_id`),
    ...withinDays(sql`d.day`, from, to),
    ...withinDays(sql`d.day`, span.from || undefined, span.to || undefined),
    asked?.for === 'blank' ? sql`false` : undefined,
  ])
}

/** There are few currencies and providers: the words are looked for among those. */
function ofKinds(query: PaymentQuery, table: 'p' | 'd'): Condition[] {
  const kinds = [
    { key: 'currency', filter: currency, known: sql`currency`, name: sql`code` },
    { key: 'provider', filter: provider, known: sql`provider`, name: sql`name` },
  ] as const
  return kinds.flatMap(({ key, filter, known, name }) =>
    filterConditions({ filters: { [key]: filter }, derived: { [key]: name }, searched: [], aliases: {} }, query).map(
      (condition) => sql`${sql.ref(`${table}.${key}`)} = any(array(select ${name} from ${known} where ${condition}))`,
    ),
  )
}

function ofSurvey(query: PaymentQuery, column: Condition): Condition[] {
  return filterConditions({ filters: { surveyId }, derived: { surveyId: column }, searched: [], aliases }, query)
}

function atSite(query: PaymentQuery, survey: Condition): Condition[] {
  return filterConditions({ filters: { siteId }, derived: {}, searched: [], aliases }, query).map(
    (condition) => sql`${survey} in (select id from survey where ${condition})`,
  )
}

/** A file has 50,000 payments at most: they are found by their entries. A payment of no file has none, or one without it. */
function fromUpload({ uploadId: asked }: PaymentQuery): Condition[] {
  if (asked === undefined) return []
  const those = { filters: { uploadId }, derived: { uploadId: sql`m.upload_id` }, searched: [], aliases: {} }
  const isBlank = readWord(uploadId, asked).for === 'blank'
  const [of = sql`true`] = filterConditions(those, { uploadId: isBlank ? filled : asked })
  return [sql`p.id ${isBlank ? sql`not in` : sql`in`} (select m.payable_id from manual_payment m where ${of})`]
}

/** What a search asks for: a phone only for those who may see phones. */
function searchOf(text: string, { permissions }: PaymentActor) {
  const digits = searchedDigits(text)
  const isNumber = /^[1-9]\d{0,14}$/.test(digits)
  return {
    text,
    number: isNumber ? Number(digits) : undefined,
    phone: isNumber && permissions.has('payments.viewPhone') ? phonePattern(text, digits) : undefined,
    clientRef: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined,
    name: isManualName(text) ? text : undefined,
  }
}

/** Part of the name or of the phone, an id, our or the provider's reference: those payments, each found by an index of its own. */
function matches(search: string, viewer: PaymentActor): Condition {
  const { text, number, phone, clientRef, name } = searchOf(search, viewer)
  const any = [
    sql`select id from payable where participant_id in (
      select id from person where admin_type = 'PARTICIPANT' and fold(name) like anywhere(${text}))`,
    sql`select payable_id from attempt where provider_ref = ${text}`,
    when(clientRef, (ref) => sql`select payable_id from attempt where client_ref = ${ref}`),
    when(number, (id) => sql`select ${id}::bigint`),
    when(name, (known) => sql`select id from payable where name = ${known}`),
    sql`select m.payable_id from manual_payment m where ${entriesLike(text)}`,
    when(number, (id) => sql`select payable_id from payable_response where response_id = ${id}`),
    when(
      phone,
      (pattern) =>
        sql`select id from payable where msisdn in (select msisdn from payee_phone where msisdn like ${pattern})`,
    ),
  ].filter((condition) => condition !== undefined)
  return sql`p.id in (${sql.join(any, sql` union all `)})`
}

/** The same of one row after the other: where very many match, a page of them is soon met in any order. */
function matchesEach(search: string, viewer: PaymentActor): Condition {
  const { text, number, phone, clientRef, name } = searchOf(search, viewer)
  const any = [
    sql`(select fold(payee.name) from person payee where payee.id = p.participant_id and payee.admin_type = 'PARTICIPANT') like anywhere(${text})`,
    when(phone, (pattern) => sql`p.msisdn like ${pattern}`),
    when(number, (id) => sql`p.id = ${id}`),
    when(name, (known) => sql`p.name = ${known}`),
    sql`(p.kind = 'MANUAL' and (select ${entriesLike(text)} from manual_payment m where m.payable_id = p.id))`,
    when(
      number,
      (id) => sql`(select count(*) from payable_response l where l.payable_id = p.id and l.response_id = ${id}) > 0`,
    ),
    sql`(select count(*) from attempt a where a.payable_id = p.id
      and (a.provider_ref = ${text} or a.client_ref = ${clientRef ?? null}::uuid)) > 0`,
  ].filter((condition) => condition !== undefined)
  return sql`(${sql.join(any, sql` or `)})`
}

/** The person signed this round for another duty than the next step's. */
export function signedBy({ id }: PaymentActor): Condition {
  return sql`exists (select from step s where s.payable_id = p.id and s.round = p.round and s.actor_id + 0 = ${id}
    and (select d.duty from payment_step d where d.step = s.step) <> case p.status
      when 'ELIGIBLE' then 'initiate' when 'INITIATED' then 'approve' when 'APPROVED' then 'authorize' end)`
}

/** The few that have a reason at all. */
function withReason({ reason }: PaymentQuery): Condition | undefined {
  if (reason === undefined || readWord(ofPayment.reason, reason).for === 'blank') return undefined
  return sql`p.id in (select id from payable where reason is not null
    union all select payable_id from attempt where reason is not null and state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    union all select payable_id from doubtful_payable union all select id from payable where msisdn is null)`
}

const minor = (units: string, factor: number) => sql`least(${units}::numeric * ${sql.lit(factor)}, 9e18)::bigint`

/** The amounts in minor units that a number of whole units may mean, whatever the currency: an index finds them. */
function withinMinor({ amount }: PaymentQuery): Condition | undefined {
  const asked = amount === undefined ? undefined : readWord(ofPayment.amount, amount)
  if (asked?.for !== 'between') return undefined
  const { from, to } = asked
  const ranges = [1, 100, 1000].map((factor) =>
    allOf([
      sql`true`,
      when(from || undefined, (units) => sql`p.amount_minor >= ${minor(units, factor)}`),
      when(to || undefined, (units) => sql`p.amount_minor <= ${minor(units, factor)}`),
    ]),
  )
  return sql`(${sql.join(
    ranges.map((range) => sql`(${range})`),
    sql` or `,
  )})`
}

/**
 * Neither the actor's duties nor their own phone forbid what moves it on. A failed payment may be held: it is corrected.
 * The steps are a condition of all rows, which the database can join; other statuses have no duty that differs.
 */
function waitsFor(actor: PaymentActor): RawBuilder<unknown> {
  return sql`(p.status = any(${statusesOpenTo(actor)}::text[])
    and p.msisdn is not null and p.msisdn is distinct from ${actor.phone ?? null}
    and (p.status = 'FAILED' or p.id not in (select payable_id from doubtful_payable) or ${holdOf} is null)
    and not ${signedBy(actor)}
    and (p.status not in ('PROCESSING', 'REVERSING') or ${findingWaitsFor(actor)}))`
}

export function statusesOpenTo({ permissions }: PaymentActor): PaymentStatus[] {
  const { initiate, approve, authorize } = paymentSteps
  const { retry, resolve, confirmReverse } = paymentWays
  const steps = [initiate, approve, authorize].filter(({ needs }) => permissions.has(needs))
  const ways = [retry, resolve, confirmReverse].filter(({ needs }) => needs.some((name) => permissions.has(name)))
  return [...steps, ...ways].flatMap(({ from }) => from)
}

/** An outcome to settle, or money to be got back: the person whose finding is the last waits for another one. */
function findingWaitsFor({ id }: PaymentActor): RawBuilder<unknown> {
  const byAnother = sql`coalesce((${lastFinding} ->> 'actorId')::bigint, 0) <> ${id}`
  return sql`(p.status = 'PROCESSING' and p.id in (select a.payable_id from attempt a
      where (a.state in ('SENDING', 'SENT', 'UNKNOWN') and ${isUnclear} or a.is_outside and a.state = 'QUEUED') and ${byAnother})
    or p.status = 'REVERSING' and exists (select from attempt a
      where a.payable_id = p.id and a.state = 'SUCCESSFUL' and ${byAnother}))`
}
