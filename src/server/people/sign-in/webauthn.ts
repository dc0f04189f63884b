/**
 * What a device answers to a challenge (WebAuthn level 3, §7), judged by itself: nothing here is kept or looked up. No maker
 * of devices has to vouch for them, so attestations are not even sent.
 */
import { createPublicKey, hash, type JsonWebKey, verify } from 'node:crypto'
import type { PasskeyProof } from '#contract/auth.ts'
import type { NewPasskey } from '#contract/second-factor.ts'
import type { ErrorCode } from '#domain/errors.ts'

/** Passkeys are for one host and all below it; '' where a caller without `PUBLIC_URL` said none. */
export function rpIdOf(origin: string): string {
  return URL.parse(origin)?.hostname ?? ''
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** Bits of a device's data (§6.1). What is synchronized can be, so `MOVED` never comes without `MOVABLE`. */
const [PRESENT, VERIFIED, MOVABLE, MOVED, WITH_KEY, WITH_MORE] = [1, 4, 8, 16, 64, 128]

/** The data of a device: whose they are, flags, how often it was used (0 where it does not count), and what follows. */
function readData(text: string) {
  const data = bytesOf(text)
  if (data.length < 37) return undefined
  return {
    host: data.subarray(0, 32),
    flags: data.readUInt8(32),
    counter: data.readUInt32BE(33),
    rest: data.subarray(37),
  }
}

export type Answer = Pick<PasskeyProof, 'challenge' | 'clientDataJSON' | 'authenticatorData'>

/** Why the answer counts for nothing, if so. `origin` is where we are. */
export function answerRefusal(
  type: 'webauthn.create' | 'webauthn.get',
  origin: string,
  { challenge, clientDataJSON, authenticatorData }: Answer,
): ErrorCode | undefined {
  const said = clientData(clientDataJSON)
  const data = readData(authenticatorData)
  const isFramed = (said['crossOrigin'] ?? false) !== false || said['topOrigin'] !== undefined
  if (said['origin'] !== URL.parse(origin)?.origin || isFramed) return 'PASSKEY_ELSEWHERE'
  if (!data?.host.equals(hash('sha256', rpIdOf(origin), 'buffer'))) return 'PASSKEY_ELSEWHERE'
  // The person was there, and proved it to the device.
  const must = PRESENT | VERIFIED | (data.flags & MOVED && MOVABLE) | (type === 'webauthn.create' ? WITH_KEY : 0)
  const isAllowed = (data.flags & (must | WITH_KEY)) === must
  const isWhole = type === 'webauthn.create' || isTail(data.flags, data.rest)
  return said['type'] === type && said['challenge'] === challenge && isAllowed && isWhole ? undefined : 'PASSKEY_WRONG'
}

/** What the browser says of the moment; nothing where that is no object of JSON. */
function clientData(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(bytesOf(text).toString()) as object | null) }
  } catch {
    return {}
  }
}

/** Extensions are a map of CBOR, which is not read. Without their flag there are none. */
function isTail(flags: number, rest: Buffer): boolean {
  return flags & WITH_MORE ? (rest[0] ?? 0) >> 5 === 5 : rest.length === 0
}

export function counterOf({ authenticatorData }: Answer): number {
  return readData(authenticatorData)?.counter ?? 0
}

/** The two kinds of keys that are offered, as devices have to write them: of P-256, and of RSA (CTAP 2.1, §8). */
const p256 = /^a5010203262001215820(.{64})225820(.{64})/
const rsa = /^a401030339010020590(?:100(.{512})|180(.{768})|200(.{1024}))2143010001/

/** The new key, to be kept; undefined where the data have none of those kinds, or one of another name. */
export function keyIn({ id, authenticatorData }: Pick<NewPasskey, 'id' | 'authenticatorData'>): Buffer | undefined {
  const { flags = 0, rest = Buffer.alloc(0) } = readData(authenticatorData) ?? {}
  // Behind the make of the device and the length of the name.
  const name = rest.subarray(18).subarray(0, rest.length < 18 ? 0 : rest.readUInt16BE(16))
  const key = rest.subarray(18 + name.length)
  const found = p256.exec(key.toString('hex')) ?? rsa.exec(key.toString('hex'))
  if (!found || name.toString('base64url') !== id || !isTail(flags, key.subarray(found[0].length / 2))) return undefined
  const [one = '', other] = found.slice(1).flatMap((hex) => (hex ? Buffer.from(hex, 'hex').toString('base64url') : []))
  return keyOf(other ? { kty: 'EC', crv: 'P-256', x: one, y: other } : { kty: 'RSA', n: one, e: 'AQAB' })
}

/** Undefined for a point beside the curve, or a modulus that is shorter than it looks. */
function keyOf(key: JsonWebKey): Buffer | undefined {
  try {
    const read = createPublicKey({ key, format: 'jwk' })
    const { modulusLength = 2048 } = read.asymmetricKeyDetails ?? {}
    return modulusLength % 1024 === 0 ? read.export({ format: 'der', type: 'spki' }) : undefined
  } catch {
    return undefined
  }
}

export function isSignedBy(key: Buffer, { authenticatorData, clientDataJSON, signature }: PasskeyProof): boolean {
  const signed = Buffer.concat([bytesOf(authenticatorData), hash('sha256', bytesOf(clientDataJSON), 'buffer')])
  return verify('sha256', signed, { key, format: 'der', type: 'spki' }, bytesOf(signature))
}
