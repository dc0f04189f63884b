/** What the provider's answers and the checks of the books found about one payment, the latest first. */
import { sql } from 'kysely'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { unclearAfterHours } from '#domain/money/payment-ways.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { money } from '#domain/money/money.ts'
import { shownPhone } from '../row-parts.ts'
import { isSettled } from '../books/statement-lines.ts'
import { mismatch, notSeen } from './verdict.ts'

type Incident = PaymentDetail['incidents'][number]

interface IncidentRow extends Pick<Incident, 'kind' | 'at' | 'attemptNo' | 'providerRef' | 'isOpen' | 'rule'> {
  paidMinor: number | null
  paidCurrency: string
  paidMsisdn: string | null
}

const live = sql`a.state in ('SENDING', 'SENT', 'UNKNOWN')`

export async function incidentsOf(
  db: Db,
  id: number,
  viewer: Parameters<typeof shownPhone>[1],
): Promise<PaymentDetail['incidents']> {
  const rows = await rowsOf<IncidentRow>(db)`
    with of_attempt as (select * from attempt where payable_id = ${id}), nothing as (
      select null::bigint as "paidMinor", null::text as "paidCurrency", null::text as "paidMsisdn"
    )
    select i.kind, i.at, i.attempt_no as "attemptNo", i.provider_ref as "providerRef", n.*,
      not is_settled(i) as "isOpen", null as rule
    from incident i, nothing n where i.payable_id = ${id}
    union all
    select 'MISMATCH', coalesce(a.final_at, a.sent_at), a.no, a.provider_ref, a.paid_minor, a.paid_currency, a.paid_msisdn,
      ${live}, null
    from of_attempt a where (a.paid_minor, a.paid_currency, coalesce(a.paid_msisdn, a.msisdn))
      is distinct from (a.amount_minor, a.currency, a.msisdn) and a.paid_minor is not null
    union all
    select 'UNCLEAR', a.sent_at, a.no, a.provider_ref, n.*, true, null from of_attempt a, nothing n
    where ${live} and a.reason is distinct from ${mismatch}
      and (a.reason = ${notSeen} or a.sent_at < now() - make_interval(hours => ${unclearAfterHours}))
    union all
    select 'REVERSED', f.at, f.attempt_no, a.provider_ref, n.*, false, null
    from finding f join of_attempt a on a.no = f.attempt_no, nothing n
    where f.payable_id = ${id} and f.outcome = 'RECOVERED'
    union all
    select 'STATEMENT_' || l.word, s.imported_at, l.attempt_no, l.provider_ref, abs(l.change_minor), s.currency, null, not ${isSettled},
      f.name || coalesce(' · ' || l.row, '')
    from statement_line l join statement s on s.id = l.statement_id join file f on f.id = s.file_id
    where l.payable_id = ${id} and l.word in ('AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE')
    union all
    select distinct 'BOOKS', c.at, null::int, null, n.*, true, b ->> 'rule'
    from (select at, broken from books_check order by at desc limit 1) c, nothing n,
      jsonb_array_elements(c.broken) b, jsonb_array_elements(b -> 'rows') r
    where r ->> 'payable_id' = ${String(id)} or r ->> 'id' = ${String(id)} and b ->> 'rule' ~ '^I[4579] '
    order by 2 desc`
  return rows.map(({ paidMinor, paidCurrency, paidMsisdn, ...row }) => ({
    ...row,
    stated: paidMinor === null ? null : { ...money(paidMinor, paidCurrency), phone: shownPhone(paidMsisdn, viewer) },
  }))
}
