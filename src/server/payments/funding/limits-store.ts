/** The limits that count now, and the past that they count. */
import { sql } from 'kysely'
import {
  type LetGo,
  type Limit,
  type LimitedPayment,
  limitRefusals,
  phoneKey,
  surveyKey,
} from '#domain/money/payment-limits.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { PaymentStep } from '#domain/money/payment.ts'

/** The limits of the newest version of the policy. */
export async function currentLimits(db: Db): Promise<Limit[]> {
  const rows = await rowsOf<Limit>(db)`
    select kind, currency, role, amount_minor as "amountMinor" from payment_limit
    where version = (select max(version) from payment_policy)`
  return rows
}

interface Taker {
  id: number
  role: string
}

/** Which of these locked payments are above a limit, and by which code. Budgets stay locked until the transaction ends. */
export async function limitsAgainst(
  db: Db,
  step: PaymentStep,
  payments: readonly LimitedPayment[],
  taker: Taker,
): Promise<Map<number, ErrorCode>> {
  if (step === 'reject' || payments.length === 0) return new Map()
  const limits = await currentLimits(db)
  const has = (kind: Limit['kind']) => limits.some((limit) => limit.kind === kind)
  const byActorToday = has('ACTOR_DAY') ? await letThroughToday(db, step, taker.id) : new Map<string, bigint>()
  const budgetLeft = step === 'authorize' ? await lockBudgets(db, payments) : new Map<string, bigint>()
  if (limits.length === 0 && budgetLeft.size === 0) return new Map()
  const past: LetGo = {
    limits,
    role: taker.role,
    budgetLeft,
    byActorToday,
    toPhoneToday: has('PHONE_DAY') && step === 'authorize' ? await sentToday(db, payments) : new Map(),
  }
  return limitRefusals(step, payments, past)
}

/** Two calls that authorize for one survey queue here, so that the second sees what the first took. */
async function lockBudgets(db: Db, payments: readonly LimitedPayment[]): Promise<Map<string, bigint>> {
  const ids = [...new Set(payments.map(({ surveyId }) => surveyId))]
  const locked =
    await sql`select from survey_budget where survey_id = any(${ids}) and amount_minor is not null order by survey_id for no key update`.execute(
      db,
    )
  if (locked.rows.length === 0) return new Map()
  const rows = await rowsOf<{ surveyId: number; currency: string; left: string }>(db)`
    select b.survey_id as "surveyId", b.currency, b.amount_minor - ${used} - ${held} as left
    from survey_budget b where b.survey_id = any(${ids}) and b.amount_minor is not null`
  return new Map(rows.map(({ surveyId, currency, left }) => [surveyKey(surveyId, currency), BigInt(left)]))
}

/** Of `survey_budget b`: what was paid, and what is on its way. */
export const used = sql`coalesce((select sum(a.debits - a.credits) from account a
  where a.kind = 'SPENT' and a.survey_id = b.survey_id and a.currency = b.currency), 0)`

export const held = sql`coalesce((select sum(c.amount_minor) from payable_counter c
  where c.survey_id = b.survey_id and c.currency = b.currency and c.status = 'PROCESSING'), 0)`

/** A day begins at midnight UTC, as in the lists. */
const today = sql`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`

export async function letThroughToday(db: Db, step: PaymentStep, actorId: number): Promise<Map<string, bigint>> {
  // Calls of one person at once count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${actorId}`}, 0))`.execute(db)
  const rows = await rowsOf<{ currency: string; sum: string }>(db)`
    select currency, sum(amount_minor) as sum from let_through
    where actor_id = ${actorId} and step = ${step} and day = (now() at time zone 'UTC')::date group by currency`
  return new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)]))
}

async function sentToday(db: Db, payments: readonly LimitedPayment[]): Promise<Map<string, bigint>> {
  const phones = [...new Set(payments.flatMap(({ phone }) => phone ?? []))].sort()
  // In order, and before the sums are read: two calls for one phone count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('paid to ' || phone, 0))
    from unnest(${phones}::text[]) with ordinality as p(phone, n) order by n`.execute(db)
  const rows = await rowsOf<{ phone: string; currency: string; sum: string }>(db)`
    select msisdn as phone, currency, sum(amount_minor) as sum from attempt
    where requested_at >= ${today} and state not in ('FAILED', 'RECALLED') and msisdn = any(${phones})
    group by msisdn, currency`
  return new Map(rows.map(({ phone, currency, sum }) => [phoneKey(phone, currency), BigInt(sum)]))
}
