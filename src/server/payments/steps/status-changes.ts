/** Changes the status of payables, with the trail of it, in one statement. Whether a move is lawful the database decides. */
import { sql } from 'kysely'
import type { PaymentStatus } from '#domain/money/payment.ts'
import type { AuditSource } from '../../audit.ts'
import type { Db } from '../../db/pool.ts'

export interface Move {
  id: number
  from: PaymentStatus
  to: PaymentStatus
  /** A code. */
  reason?: string | undefined
  reasonText?: string | undefined
}

/** Where the trail says it came from; the house acts without a source. */
export interface Trail {
  /** `payments.approve`. */
  action: string
  source?: AuditSource | undefined
  /** TOGETHER: payments that change alike share a row. Only for steps: from a payment its step leads to that row. */
  rows?: 'EACH' | 'TOGETHER'
}

/** The payables must be locked by the transaction (ordered by id), so that `from` is what they are. */
export async function movePayables(
  db: Db,
  moves: readonly Move[],
  { action, source, rows = 'EACH' }: Trail,
): Promise<void> {
  if (moves.length === 0) return
  const column = <T>(pick: (move: Move) => T) => moves.map(pick)
  await sql`
    with move as (
      select * from unnest(
        ${column(({ id }) => id)}::bigint[], ${column(({ from }) => from)}::text[], ${column(({ to }) => to)}::text[],
        ${column(({ reason }) => reason ?? null)}::text[], ${column(({ reasonText }) => reasonText ?? null)}::text[]
      ) as m (id, before, after, reason, reason_text)
    ), moved as (
      update payable p set status = m.after, reason = m.reason, reason_text = m.reason_text, version = version + 1,
        updated_at = now()
      from move m where p.id = m.id
    )
    insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select ${source?.actorId ?? null}::bigint, ${action}, 'payable', case when count(*) = 1 then min(id)::text end,
      jsonb_build_object('status', before)
        || case when count(*) > 1 then jsonb_build_object('ids', jsonb_agg(id order by id)) else '{}' end,
      jsonb_strip_nulls(jsonb_build_object('status', after, 'reason', reason, 'reasonText', reason_text,
        'count', nullif(count(*), 1))),
      ${source?.requestId ?? null}::text, ${source?.address ?? null}::text
    from move group by before, after, reason, reason_text, case when ${rows === 'EACH'} then id end order by min(id)`.execute(
    db,
  )
}
