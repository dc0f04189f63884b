/** Payments on the dashboard: kept sums, and the latest rows by their index. */
import { type RawBuilder, sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import { fundingRight } from '#domain/money/funding.ts'
import { type PaymentStatus, takesSteps } from '#domain/money/payment.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { countWaiting } from '../payments/list/count-waiting.ts'
import { countFundingFor } from '../payments/funding/funding-store.ts'
import { countByStatus } from '../payments/list/payment-list.ts'
import { daysLeft, money, sum } from '#domain/money/money.ts'
import type { PaymentViewer } from '../payments/row-parts.ts'
import { inScope, type SurveyScope } from '../scope.ts'
import type { Span } from './span.ts'

type PaymentsPart = NonNullable<Dashboard['payments']>

const latestShown = 6

/** `viewer` sees the surveys of the filter alone. */
export async function paymentsPart(db: Db, viewer: PaymentViewer, span: Span): Promise<PaymentsPart> {
  return {
    ...(await countByStatus(db, {}, viewer)),
    waitingForMe: takesSteps(viewer.permissions) ? await countWaiting(db, viewer) : null,
    fundingForMe: viewer.permissions.has(fundingRight) ? (await countFundingFor(db, viewer)).n : null,
    ...(await paidSums(db, viewer.scope, span)),
    paidDays: await paidDays(db, viewer.scope, span),
    float: await floats(db, span),
    latest: await latestPayments(db, viewer.scope),
  }
}

function seen(scope: SurveyScope): RawBuilder<unknown> {
  return inScope(scope, sql`survey_id`) ?? sql`true`
}

/** What surveys spent on each day by the books: money that comes back is taken off the day on which it did. */
const spentDays = sql`account_day d join account a on a.id = d.account_id and a.kind = 'SPENT'`

async function paidSums(db: Db, scope: SurveyScope, { today }: Span) {
  const rows = await rowsOf<{ currency: string; today: string; month: string }>(db)`
    select currency, sum(d.debits - d.credits) as month,
      coalesce(sum(d.debits - d.credits) filter (where day = ${today}::date), 0) as today
    from ${spentDays} where day >= date_trunc('month', ${today}::date) and ${seen(scope)}
    group by currency having sum(d.debits - d.credits) <> 0 order by currency`
  return {
    paidToday: rows.filter((row) => row.today !== '0').map((row) => sum(BigInt(row.today), row.currency)),
    paidThisMonth: rows.map((row) => sum(BigInt(row.month), row.currency)),
  }
}

async function paidDays(db: Db, scope: SurveyScope, { from, to }: Span) {
  const rows = await rowsOf<{ day: string; n: number }>(db)`
    select to_char(shown.day, 'YYYY-MM-DD') as day, greatest(0, coalesce(paid.n, 0))::bigint as n
    from generate_series(${from}::date, ${to}::date, interval '1 day') shown(day) left join (
      select day, sum(debit_lines - credit_lines) as n from ${spentDays}
      where day between ${from}::date and ${to}::date and ${seen(scope)} group by 1
    ) paid on paid.day = shown.day::date
    order by 1`
  return rows
}

async function floats(db: Db, { today }: Span): Promise<PaymentsPart['float']> {
  const rows = await rowsOf<{ provider: string; currency: string; n: string; spent: string | null }>(db)`
    select provider, currency, sum(debits - credits) as n, (
      select sum(d.debits - d.credits) from ${spentDays}
      where a.currency = account.currency and day > ${today}::date - 30) as spent
    from account where kind = 'FLOAT' group by 1, 2 order by 1, 2`
  return rows.map(({ provider, currency, n, spent }) => ({
    provider,
    ...sum(BigInt(n), currency),
    lasts: daysLeft(BigInt(n), BigInt(spent ?? 0)),
  }))
}

interface Latest {
  paymentId: number
  surveyTitle: string
  participantId: number | null
  name: string | null
  amountMinor: number
  currency: string
  status: PaymentStatus
  updatedAt: string
}

async function latestPayments(db: Db, scope: SurveyScope): Promise<PaymentsPart['latest']> {
  const latest = sql`order by updated_at desc, id desc limit ${latestShown}`
  const keys =
    scope === 'ALL'
      ? sql`select id from payable ${latest}`
      : sql`select of_survey.id from unnest(${scope}::bigint[]) seen(survey_id)
          cross join lateral (select id, updated_at from payable where survey_id = seen.survey_id ${latest}) of_survey ${latest}`
  const rows = await rowsOf<Latest>(db)`
    select p.id as "paymentId", survey.title as "surveyTitle", person.id as "participantId", person.name,
      p.amount_minor as "amountMinor", p.currency, p.status, p.updated_at as "updatedAt"
    from payable p join survey on survey.id = p.survey_id left join person on person.id = p.participant_id
    where p.id in (${keys}) order by p.updated_at desc, p.id desc`
  return rows.map(({ participantId, name, amountMinor, currency, ...row }) => ({
    ...row,
    ...money(amountMinor, currency),
    participant: participantId === null ? null : { id: participantId, name: name ?? '' },
  }))
}
