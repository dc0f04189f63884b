/** Passkeys: keys that devices keep and open by a finger, a face or a PIN. A device signs a challenge of ours. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PasskeyProof } from '#contract/auth.ts'
import type { NewPasskey } from '#contract/second-factor.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { hashToken } from '../../http/session.ts'
import { countUse } from './second-factor.ts'
import { type Answer, answerRefusal, counterOf, isSignedBy, keyIn } from './webauthn.ts'

/** A challenge of 256 random bits, good for five minutes and once, at every process. Only its hash is kept. */
export async function newChallenge(db: Db): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await sql`delete from passkey_challenge where expires_at < now()`.execute(db)
  await sql`insert into passkey_challenge (challenge_hash) values (${hashToken(challenge)})`.execute(db)
  return challenge
}

/** Uses the challenge up, and says why the answer to it counts for nothing, if so. */
async function takeAnswer(
  db: Db,
  type: 'webauthn.create' | 'webauthn.get',
  origin: string,
  answer: Answer,
): Promise<ErrorCode | undefined> {
  const { numAffectedRows } = await sql`delete from passkey_challenge
    where challenge_hash = ${hashToken(answer.challenge)} and expires_at > now()`.execute(db)
  return numAffectedRows === 1n ? answerRefusal(type, origin, answer) : 'STEP_EXPIRED'
}

/** Keeps a new passkey of the person. STEP_EXPIRED, PASSKEY_ELSEWHERE, PASSKEY_WRONG; DUPLICATE for one that is kept. */
export async function keepPasskey(db: Db, origin: string, personId: number, made: NewPasskey): Promise<void> {
  const key = keyIn(made)
  const refusal = (await takeAnswer(db, 'webauthn.create', origin, made)) ?? (key ? undefined : 'PASSKEY_WRONG')
  if (refusal) throw new AppError(refusal)
  const { numAffectedRows } = await sql`
    insert into second_factor (person_id, kind, name, credential_id, secret, counter)
    values (${personId}, 'PASSKEY', ${made.name}, ${made.id}, ${key}, ${counterOf(made)})
    on conflict (credential_id) do nothing`.execute(db)
  if (numAffectedRows !== 1n) throw new AppError('DUPLICATE')
}

/** Whose passkey it is, as far as they may sign in. PASSKEY_UNKNOWN. */
export async function ownerOf(db: Db, credentialId: string): Promise<{ id: number; username: string }> {
  const { rows } = await sql<{ id: number; username: string }>`
    select p.id, p.username from second_factor f join person p on p.id = f.person_id
    where f.credential_id = ${credentialId} and p.status = 'ACTIVE' and p.admin_type = 'ADMIN'`.execute(db)
  if (!rows[0]) throw new AppError('PASSKEY_UNKNOWN')
  return rows[0]
}

export async function anyPasskey(db: Db): Promise<boolean> {
  const { rows } = await sql`select from second_factor where kind = 'PASSKEY' limit 1`.execute(db)
  return rows.length > 0
}

/** Uses a passkey of the person and its challenge up; why it is no good, if it is not. */
export async function takePasskey(
  db: Db,
  origin: string,
  personId: number,
  proof: PasskeyProof,
): Promise<ErrorCode | undefined> {
  const refusal = await takeAnswer(db, 'webauthn.get', origin, proof)
  if (refusal) return refusal
  const { rows } = await sql<{ id: number; secret: Buffer }>`select id, secret from second_factor
    where credential_id = ${proof.id} and person_id = ${personId}`.execute(db)
  const [passkey] = rows
  if (!passkey) return 'PASSKEY_UNKNOWN'
  if (!isSignedBy(passkey.secret, proof)) return 'PASSKEY_WRONG'
  return (await countUse(db, passkey.id, counterOf(proof))) ? undefined : 'PASSKEY_COPIED'
}
