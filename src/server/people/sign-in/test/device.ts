/** A device of the tests' own making: it keeps a key, writes as authenticators do, and does otherwise when told to. */
import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyProof } from '#contract/auth.ts'
import type { NewPasskey } from '#contract/second-factor.ts'

export const here = 'http://localhost'

/** What a device, or the browser around it, does otherwise than it should. */
export interface Oddity {
  origin?: string
  rpId?: string
  type?: string
  /** Present and verified. */
  flags?: number
  counter?: number
  /** Behind all other data. */
  more?: string
  /** The key as COSE writes it, as hex. */
  key?: string
  says?: object
}

const kinds = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  secp256k1: () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  Ed25519: () => generateKeyPairSync('ed25519'),
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'short RSA': () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
}
export type KeyKind = keyof typeof kinds

/** How each kind begins, in the order of CTAP: its type, its algorithm, its curve. */
const heads = {
  'P-256': 'a501020326200121',
  'P-384': 'a501020338222002 21',
  secp256k1: 'a5010203382e200821',
  Ed25519: 'a4010103272006 21',
  RSA: 'a4010303390100 20',
  'short RSA': 'a4010303390100 20',
}

export class Device {
  readonly id = randomBytes(16).toString('base64url')
  readonly kind: KeyKind
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject }
  counter = 0

  constructor(kind: KeyKind = 'P-256') {
    this.kind = kind
    this.#key = kinds[kind]()
  }

  /** The public key as COSE writes it, as hex. */
  get cose(): string {
    const { x = '', y = '', n = '', e = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const parts = [x || n, y, e].filter(Boolean).map((part) => bytes(Buffer.from(part, 'base64url').toString('hex')))
    return heads[this.kind].replace(' ', '') + parts.join(x ? '22' : '21')
  }

  #answer(challenge: string, type: string, odd: Oddity) {
    const { origin = here, rpId = 'localhost', flags = 0b101, counter = (this.counter += 1), says } = odd
    const data = { type: odd.type ?? type, challenge, origin, crossOrigin: false, ...says }
    const isNew = type === 'webauthn.create'
    const head = Buffer.alloc(5)
    head.writeUInt8(isNew ? flags | 64 : flags)
    head.writeUInt32BE(counter, 1)
    const key = isNew
      ? `${'00'.repeat(16)}0010${Buffer.from(this.id, 'base64url').toString('hex')}${odd.key ?? this.cose}`
      : ''
    return {
      clientData: Buffer.from(JSON.stringify(data)),
      authenticatorData: Buffer.concat([
        hash('sha256', rpId, 'buffer'),
        head,
        Buffer.from(key + (odd.more ?? ''), 'hex'),
      ]),
    }
  }

  make(challenge: string, odd: Oddity = {}): NewPasskey {
    const { clientData, authenticatorData } = this.#answer(challenge, 'webauthn.create', odd)
    return {
      challenge,
      id: this.id,
      name: 'Phone',
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
    }
  }

  sign(challenge: string, odd: Oddity = {}): PasskeyProof {
    const { clientData, authenticatorData } = this.#answer(challenge, 'webauthn.get', odd)
    return this.signed({
      challenge,
      id: this.id,
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
    })
  }

  signed(answer: Omit<PasskeyProof, 'signature'>): PasskeyProof {
    const [data, clientData] = [answer.authenticatorData, answer.clientDataJSON].map((text) =>
      Buffer.from(text, 'base64url'),
    )
    const signed = Buffer.concat([data ?? '', hash('sha256', clientData ?? '', 'buffer')] as Buffer[])
    const signature = sign(this.kind === 'Ed25519' ? null : 'sha256', signed, this.#key.privateKey)
    return { ...answer, signature: signature.toString('base64url') }
  }
}

/** A string of bytes in CBOR. */
export function bytes(hex: string): string {
  const length = hex.length / 2
  const size = length.toString(16)
  if (length < 24) return (0x40 + length).toString(16) + hex
  return `${length < 256 ? '58' : '59'}${size.padStart(length < 256 ? 2 : 4, '0')}${hex}`
}
