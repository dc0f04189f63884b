/** Payments to a participant who is erased. The database cancels those without a signature by itself. */
import { sql } from 'kysely'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'

/** How many payments people signed that are not over; locked. */
export async function signedPayments(db: Db, participantId: number): Promise<number> {
  const { rows } = await sql`
    select from payable where participant_id = ${participantId} and status in ('INITIATED', 'APPROVED', 'PROCESSING')
    order by id for no key update`.execute(db)
  return rows.length
}

/** After the erasure. A payment at the provider goes on, as its money may have moved. */
export async function cancelSigned(db: Db, participantId: number, source: AuditSource): Promise<void> {
  await sql`
    with signed as (
      select id, status from payable where participant_id = ${participantId} and status in ('INITIATED', 'APPROVED')
    ), cancelled as (
      update payable p set status = 'CANCELLED', reason = 'ERASED', reason_text = null, version = version + 1, updated_at = now()
      from signed where p.id = signed.id
    )
    insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select ${source.actorId}, 'payments.cancel', 'payable', id::text, jsonb_build_object('status', status),
      '{"status": "CANCELLED", "reason": "ERASED"}'::jsonb, ${source.requestId}, ${source.address}
    from signed`.execute(db)
}
