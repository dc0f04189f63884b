/**
 * Passkeys: keys that devices keep and open by a finger, a face or a PIN. A device signs a challenge of ours (WebAuthn
 * level 3, §7). No maker of devices has to vouch for them, so nothing here reads attestations.
 */
import { createPublicKey, hash, randomBytes, verify } from 'node:crypto'
import { sql } from 'kysely'
import type { PasskeyProof } from '#contract/auth.ts'
import type { NewPasskey } from '#contract/second-factor.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { hashToken } from '../../http/session.ts'
import { countUse } from './second-factor.ts'

/** A challenge of 256 random bits, good for five minutes and once, at every process. Only its hash is kept. */
export async function newChallenge(db: Db): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await sql`delete from passkey_challenge where expires_at < now()`.execute(db)
  await sql`insert into passkey_challenge (challenge_hash) values (${hashToken(challenge)})`.execute(db)
  return challenge
}

/** Passkeys are for one host and all below it; '' where a caller without `PUBLIC_URL` said none. */
export function rpIdOf(origin: string): string {
  return URL.parse(origin)?.hostname ?? ''
}

type Answered = Pick<PasskeyProof, 'challenge' | 'clientDataJSON' | 'authenticatorData'>

/** Uses the challenge up, and says why what was answered to it counts for nothing, if so. `origin` is where we are. */
async function answerRefusal(
  db: Db,
  type: 'webauthn.create' | 'webauthn.get',
  origin: string,
  { challenge, clientDataJSON, authenticatorData }: Answered,
): Promise<ErrorCode | undefined> {
  const { numAffectedRows } = await sql`delete from passkey_challenge
    where challenge_hash = ${hashToken(challenge)} and expires_at > now()`.execute(db)
  if (numAffectedRows !== 1n) return 'STEP_EXPIRED'
  const said = clientData(clientDataJSON)
  const data = bytesOf(authenticatorData)
  if (said['origin'] !== URL.parse(origin)?.origin || said['crossOrigin'] === true) return 'PASSKEY_ELSEWHERE'
  if (!data.subarray(0, 32).equals(hash('sha256', rpIdOf(origin), 'buffer'))) return 'PASSKEY_ELSEWHERE'
  // The person was there, and proved it to the device.
  const isVerified = ((data[32] ?? 0) & 0b101) === 0b101
  return said['type'] === type && said['challenge'] === challenge && isVerified ? undefined : 'PASSKEY_WRONG'
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** What the browser says of the moment; nothing where that is no object of JSON. */
function clientData(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(bytesOf(text).toString()) as object | null) }
  } catch {
    return {}
  }
}

/** How often the device says that it was used; always 0 where a passkey is on several devices. */
const counterOf = (data: Buffer) => (data.length < 37 ? 0 : data.readUInt32BE(33))

/** Undefined for what is no key of P-256 or RSA. */
function readKey(key: Buffer) {
  try {
    const read = createPublicKey({ key, format: 'der', type: 'spki' })
    const { namedCurve, modulusLength = 0 } = read.asymmetricKeyDetails ?? {}
    const isRsa = read.asymmetricKeyType === 'rsa' && [2048, 3072, 4096].includes(modulusLength)
    return namedCurve === 'prime256v1' || isRsa ? read : undefined
  } catch {
    return undefined
  }
}

/** Keeps a new passkey of the person. STEP_EXPIRED, PASSKEY_ELSEWHERE, PASSKEY_WRONG; DUPLICATE for one that is kept. */
export async function keepPasskey(db: Db, origin: string, personId: number, made: NewPasskey): Promise<void> {
  const key = bytesOf(made.publicKey)
  const refusal = await answerRefusal(db, 'webauthn.create', origin, made)
  if (refusal ?? !readKey(key)) throw new AppError(refusal ?? 'PASSKEY_WRONG')
  const { numAffectedRows } = await sql`
    insert into second_factor (person_id, kind, name, credential_id, secret, counter)
    values (${personId}, 'PASSKEY', ${made.name}, ${made.id}, ${key}, ${counterOf(bytesOf(made.authenticatorData))})
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
  const refusal = await answerRefusal(db, 'webauthn.get', origin, proof)
  if (refusal) return refusal
  const { rows } = await sql<{ id: number; secret: Buffer }>`select id, secret from second_factor
    where credential_id = ${proof.id} and person_id = ${personId}`.execute(db)
  const [passkey] = rows
  if (!passkey) return 'PASSKEY_UNKNOWN'
  const data = bytesOf(proof.authenticatorData)
  const signed = Buffer.concat([data, hash('sha256', bytesOf(proof.clientDataJSON), 'buffer')])
  const key = readKey(passkey.secret)
  if (!key || !verify('sha256', signed, key, bytesOf(proof.signature))) return 'PASSKEY_WRONG'
  return (await countUse(db, passkey.id, counterOf(data))) ? undefined : 'PASSKEY_COPIED'
}
