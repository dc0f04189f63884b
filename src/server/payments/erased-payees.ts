/** Payments to a participant who is erased. The database cancels those without a signature by itself. */
import { sql } from 'kysely'
import { type PaymentStatus } from '#domain/payment.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { movePayables } from './status-changes.ts'

export interface SignedPayment {
  id: number
  status: PaymentStatus
}

/** Those that people signed and that are not over, locked. */
export async function signedPayments(db: Db, participantId: number): Promise<SignedPayment[]> {
  const { rows } = await sql<SignedPayment>`
    select id, status from payable
    where participant_id = ${participantId} and status in ('INITIATED', 'APPROVED', 'PROCESSING')
    order by id for no key update`.execute(db)
  return rows
}

/** What is at the provider goes on: its money may have moved. */
export async function cancelErased(db: Db, signed: readonly SignedPayment[], source: AuditSource): Promise<void> {
  const moves = signed
    .filter(({ status }) => status !== 'PROCESSING')
    .map(({ id, status }) => ({ id, from: status, to: 'CANCELLED' as const, reason: 'ERASED' }))
  await movePayables(db, moves, { action: 'payments.cancel', source })
}
