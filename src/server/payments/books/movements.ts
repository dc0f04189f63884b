/** What our books have that a statement may be about: movements of a float within its period, or under its references. */
import { sql } from 'kysely'
import { type Movement, plainRef, type StatementLine } from '#domain/money/reconcile.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { inScope, type SurveyScope } from '../../scope.ts'

export interface OwnMovement extends Movement {
  paymentId: number | null
  attemptNo: number | null
  fundingId: number | null
  /** The reader sees its survey. */
  isSeen: boolean
}

interface MovementRecord extends Pick<OwnMovement, 'goesOut' | 'isFee' | 'isTaken' | 'isMissed' | 'isSeen'> {
  paymentId: number | null
  attemptNo: number | null
  fundingId: number | null
  ref: string
  providerRef: string | null
  /** `numeric`, which comes as text. */
  change: string
  from: string
  at: string
}

export interface FloatOf {
  provider: string
  currency: string
}

interface Wanted {
  float: FloatOf
  lines: readonly StatementLine[]
  first: number
  last: number
  scope: SurveyScope
}

/** A reference in the shape of ours, whatever is between its parts. */
function uuidOf(ref: string): string[] {
  const plain = plainRef(ref)
  return /^[0-9a-f]{32}$/.test(plain) ? [plain] : []
}

/** Adjustments by people are no movements at the provider: they answer lines. */
export async function findMovements(db: Db, { float, lines, first, last, scope }: Wanted): Promise<OwnMovement[]> {
  const { provider, currency } = float
  const refs = [...new Set(lines.flatMap(({ ourRef, providerRef }) => [ourRef ?? [], providerRef ?? []].flat()))]
  const names = refs.map((ref) => ref.toLowerCase())
  const seen = inScope(scope, sql`p.survey_id`) ?? sql`true`
  const rows = await rowsOf<MovementRecord>(db)`
    with book as (
      select id from account where provider = ${provider} and currency = ${currency} and batch_id is null and kind <> 'FLOAT'
    ), named as (
      select a.payable_id, a.no from unnest(${refs.flatMap(uuidOf)}::uuid[]) r (ref) join attempt a on a.client_ref = r.ref
        where a.provider = ${provider} and a.currency = ${currency} and a.sends > 0
      union select a.payable_id, a.no from unnest(${refs}::text[]) r (ref)
        join attempt a on a.provider_ref = r.ref and a.provider = ${provider} where a.currency = ${currency}
    ), posted as (
      select t.id from book join transfer t on t.debit_account = book.id
        and t.at between ${new Date(first)} and ${new Date(last)} where t.payable_id is not null
      union select t.id from book join transfer t on t.credit_account = book.id
        and t.at between ${new Date(first)} and ${new Date(last)} where t.payable_id is not null
      union select t.id from named n join transfer t on t.payable_id = n.payable_id and t.attempt_no = n.no
      union select t.id from funding f join transfer t on t.funding_id = f.id
        where f.counter not in ('OPENING', 'SUSPENSE') and (lower(f.reference) = any(${names}) or f.day between ${new Date(first)}::date and ${new Date(last)}::date)
    ), moved as (
      select t.payable_id, t.attempt_no, t.funding_id, t.at, t.kind,
        t.amount_minor * ((c.id is not null)::int - (d.id is not null)::int) as change
      from posted join transfer t using (id) left join book c on c.id = t.credit_account left join book d on d.id = t.debit_account
      where c.id is not null or d.id is not null
    ), movement as (
      select m.*, change < 0 or kind = 'lateOnCredit' as goes_out from moved m
      union all select n.payable_id, n.no, null, a.requested_at, 'sent', 0, true
        from named n join attempt a on a.payable_id = n.payable_id and a.no = n.no
        where not exists (select from transfer t where t.payable_id = n.payable_id and t.attempt_no = n.no
          and t.kind in ('settle', 'late', 'lateOnCredit'))
    )
    select m.payable_id as "paymentId", m.attempt_no as "attemptNo", m.funding_id as "fundingId", m.goes_out as "goesOut",
      m.kind = 'fee' as "isFee", m.change, coalesce(f.reference, a.client_ref::text) as ref, a.provider_ref as "providerRef",
      coalesce(f.day::timestamptz, case when a.sends = 1 then a.sent_at else a.requested_at end) as "from",
      coalesce(f.day + interval '1 day', m.at) as at, m.funding_id is not null or ${seen} as "isSeen",
      l.word is not null as "isTaken", coalesce(l.missed, false) as "isMissed"
    from movement m left join attempt a on a.payable_id = m.payable_id and a.no = m.attempt_no
      left join funding f on f.id = m.funding_id left join payable p on p.id = m.payable_id
      cross join lateral (select min(l.word) filter (where l.word <> 'MISSING_THERE') as word, bool_or(l.word = 'MISSING_THERE') as missed
        from statement_line l where l.word in ('MATCHED', 'AMOUNT_DIFFERS', 'MISSING_THERE')
          and (l.payable_id = m.payable_id and l.attempt_no = m.attempt_no or l.funding_id = m.funding_id) and (l.change_minor + l.ours_minor > 0) = not m.goes_out) l
    order by m.at, m.payable_id, m.attempt_no, m.funding_id`
  return rows.map(({ ref, providerRef, change, from, at, ...row }) => ({
    ...row,
    refs: [ref],
    providerRef: providerRef ?? undefined,
    change: Number(change),
    from: Date.parse(from),
    at: Date.parse(at),
  }))
}
