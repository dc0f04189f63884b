/** Before a payment is sent for the first time, a provider that can is asked whether the phone is the payee's. */
import { isSameName } from '#domain/people/same-name.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { Evidence } from './provider-events.ts'
import type { Job, Verdict } from './verdict.ts'

/** The payee's name, where it is not settled that the phone is theirs (`name_check`). */
async function nameToCheck(db: Db, paymentId: number): Promise<string | undefined> {
  const rows = await rowsOf<{ name: string | null }>(db)`
    select coalesce(m.recipient_name, w.name) as name from payable p left join person w on w.id = p.participant_id
      left join manual_payment m on m.payable_id = p.id
    where p.id = ${paymentId} and coalesce(name_check(p), 'DIFFERS') = 'DIFFERS'`
  return rows[0]?.name?.trim() || undefined
}

/** Undefined: the payment goes out, as the name agrees or cannot be known. */
export async function verdictOfName(
  db: Db,
  { namesOf }: PaymentProvider,
  { paymentId, attemptNo, msisdn }: Job,
  { deadline, evidence }: { deadline: number; evidence: Evidence },
): Promise<Verdict | undefined> {
  const name = namesOf && (await nameToCheck(db, paymentId))
  if (!namesOf || name === undefined) return undefined
  let other: string | undefined
  await evidence.by(attemptNo, async (heard) => {
    const told = await namesOf({ msisdn, deadline, heard })
    if (told.kind !== 'NAMED') return told
    if (told.names.some((one) => isSameName(one, name))) return { kind: 'NAME_AGREES' }
    other = told.names[0]
    return { kind: 'NAME_DIFFERS' }
  })
  // The hold of the same code keeps it from the next try until a person lifts it.
  return other === undefined
    ? undefined
    : { state: 'FAILED', reason: 'NAME_DIFFERS', reasonText: other, waitMs: 'NEVER' }
}
