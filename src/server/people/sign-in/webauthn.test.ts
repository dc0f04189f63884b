/**
 * Our reading of passkeys beside that of strangers (SimpleWebAuthn): what they refuse we refuse, and nothing makes us throw.
 * Each answer is signed again after it was changed, so that the signature hides no other check.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PasskeyProof } from '#contract/auth.ts'
import { NewPasskey } from '#contract/second-factor.ts'
import { bytes, Device, here, type KeyKind, type Oddity } from './test/device.ts'
import { answerRefusal, isSignedBy, keyIn } from './webauthn.ts'

const challenge = 'c'.repeat(43)
const isGood = async (verified: Promise<{ verified: boolean }>) =>
  (await verified.catch(() => undefined))?.verified === true
const hexOf = (base64url: string) => Buffer.from(base64url, 'base64url').toString('hex')
const textOf = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const credential = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} }) as const
const expected = { expectedChallenge: challenge, expectedOrigin: here, expectedRPID: 'localhost' }

/** What a browser makes of it without an attestation (WebAuthn level 3, §8.7). */
function theyKeep({ id, clientDataJSON, authenticatorData }: NewPasskey): Promise<boolean> {
  const attestationObject = textOf(
    `a363666d74646e6f6e656761747453746d74a0686175746844617461${bytes(hexOf(authenticatorData))}`,
  )
  const response = { ...credential(id), response: { clientDataJSON, attestationObject } }
  return isGood(verifyRegistrationResponse({ ...expected, response, supportedAlgorithmIDs: [-7, -257] }))
}

const weKeep = (made: NewPasskey) =>
  answerRefusal('webauthn.create', here, made) === undefined && keyIn(made) !== undefined

function theyAdmit(device: Device, { id, ...response }: PasskeyProof): Promise<boolean> {
  const kept = { id, publicKey: new Uint8Array(Buffer.from(device.cose, 'hex')), counter: 0 }
  return isGood(
    verifyAuthenticationResponse({ ...expected, response: { ...credential(id), response }, credential: kept }),
  )
}

function weAdmit(device: Device, proof: PasskeyProof): boolean {
  const key = keyIn(device.make(challenge))
  return answerRefusal('webauthn.get', here, proof) === undefined && key !== undefined && isSignedBy(key, proof)
}

/** What they refuse and we do not, with the words of WebAuthn level 3 that let us. */
const differing: [string, (answer: { data: Buffer; said: Record<string, unknown> }) => boolean][] = [
  [
    '§9: outputs of extensions that were not asked for are ignored, of whatever shape',
    ({ data }) => data.readUInt8(32) >= 128,
  ],
  ['§5.8.1: the field is reserved, and nothing is read in it', ({ said }) => Boolean(said['tokenBinding'])],
]

async function compare(what: string, ours: boolean, theirs: Promise<boolean>, answer: Omit<PasskeyProof, 'signature'>) {
  const isTheirs = await theirs
  if (!ours || isTheirs) return [ours, isTheirs]
  const said = JSON.parse(Buffer.from(answer.clientDataJSON, 'base64url').toString()) as Record<string, unknown>
  const data = Buffer.from(answer.authenticatorData, 'base64url')
  expect(
    differing.some(([, is]) => is({ data, said })),
    what,
  ).toBe(true)
  return [ours, isTheirs]
}

test('keys of P-256 and RSA are kept and open, those of other kinds are not', async () => {
  for (const kind of ['P-256', 'RSA', 'P-384', 'secp256k1', 'Ed25519', 'short RSA'] as KeyKind[]) {
    const device = new Device(kind)
    const isOffered = kind === 'P-256' || kind === 'RSA'
    const [made, proof] = [device.make(challenge), device.sign(challenge)]
    // They keep keys of any size and curve, and find out later.
    expect([kind, weKeep(made), weAdmit(device, proof)]).toEqual([kind, isOffered, isOffered])
    if (isOffered) expect([await theyKeep(made), await theyAdmit(device, proof)]).toEqual([true, true])
  }
})

const device = new Device()
const [x = '', y = ''] = device.cose.match(/.{64}(?=2258|$)/g) ?? []
/** `isFine`: we take it as well. */
const strange: Record<string, Oddity & { isFine?: true }> = {
  'another origin': { origin: 'https://canvass.example.net' },
  'another port': { origin: `${here}:8080` },
  'an origin in capitals': { origin: 'HTTP://localhost' },
  'an origin with a path': { origin: `${here}/` },
  'no origin': { says: { origin: undefined } },
  'another host': { rpId: 'example.net' },
  'a host below': { rpId: 'a.localhost' },
  'another challenge': { says: { challenge: 'x' } },
  'a challenge that is padded': { says: { challenge: `${challenge}=` } },
  'no challenge': { says: { challenge: null } },
  'another deed': { type: 'payment.get' },
  'no deed': { says: { type: undefined } },
  'a frame': { says: { crossOrigin: true } },
  'a frame in a page': { says: { crossOrigin: true, topOrigin: 'https://example.net' } },
  'a page around no frame': { says: { topOrigin: here } },
  'a word for a frame': { says: { crossOrigin: 'true' } },
  'a binding of no kind': { says: { tokenBinding: { status: 'x' } }, isFine: true },
  'an owner who is not verified': { flags: 0b001 },
  'an owner who is not there': { flags: 0b100 },
  'a copy that can be': { flags: 0b01101, isFine: true },
  'a copy that is': { flags: 0b11101, isFine: true },
  'a copy that is and cannot be': { flags: 0b10101 },
  'bits without a meaning': { flags: 0b100111, isFine: true },
  'bytes behind': { more: '00' },
  'an extension': { flags: 0b10000101, more: 'a16b6372656450726f7465637403', isFine: true },
  'the flag of an extension alone': { flags: 0b10000101 },
  'an extension that is a number': { flags: 0b10000101, more: '03' },
  'an extension that ends early': { flags: 0b10000101, more: 'a16b', isFine: true },
}
const keys: Record<string, string> = {
  none: '',
  'cut short': device.cose.slice(0, -2),
  'a byte longer': `${device.cose}00`,
  'with a part twice': device.cose.replace('a5', 'a6') + `225820${y}`,
  'in another order': `a5${device.cose.slice(6, 12)}0102${device.cose.slice(12)}`,
  'of no said length': `bf${device.cose.slice(2)}ff`,
  'with a part of no said length': device.cose.replace(`5820${x}`, `5f5820${x}ff`),
  'with a longer word for its length': device.cose.replace(`5820${x}`, `590020${x}`),
  'with numbers of two bytes': device.cose.replace('a50102', 'a5180102'),
  'with y as its sign alone': device.cose.replace(`5820${y}`, 'f5'),
  'of another algorithm': device.cose.replace('0326', '033822'),
  'of another curve': device.cose.replace('2001', '2002'),
  'of another type': device.cose.replace('0102', '0101'),
  'beside the curve': device.cose.replace(
    y,
    y.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
  ),
  'at no place': device.cose.replace(x, '00'.repeat(32)).replace(y, '00'.repeat(32)),
  'of nested lists': '81'.repeat(500),
  'of RSA with an exponent of 1': new Device('RSA').cose.replace(/43010001$/, '4101'),
  'of RSA that begins with zeros': new Device('RSA').cose.replace(/(590100)..../, '$10000'),
  'of RSA for ES256': new Device('RSA').cose.replace('390100', '26'),
}

test.for(Object.entries(strange))('a device with %s is refused where strangers refuse it', async ([what, odd]) => {
  const { isFine = false } = odd
  const [made, proof] = [device.make(challenge, odd), device.sign(challenge, odd)]
  const [kept] = await compare(what, weKeep(made), theyKeep(made), made)
  const [admitted] = await compare(what, weAdmit(device, proof), theyAdmit(device, proof), proof)
  expect([kept, admitted]).toEqual([isFine, isFine])
})

test.for(Object.entries(keys))('a key %s is not kept', ([_, key]) => {
  expect(weKeep(device.make(challenge, { key }))).toBe(false)
})

test('a key comes with a new passkey, and never with a signature', () => {
  expect(weAdmit(device, device.sign(challenge, { flags: 0b1000101 }))).toBe(false)
})

test('a key is kept by the one name that its device wrote, in 1,023 bytes', async () => {
  const made = device.make(challenge)
  expect(weKeep({ ...made, id: new Device().id })).toBe(false)
  // The same bytes, written otherwise.
  expect(weKeep({ ...made, id: `${made.id.slice(0, -1)}${String.fromCharCode(made.id.charCodeAt(21) + 1)}` })).toBe(
    false,
  )
  const long = (length: number) => ({ ...made, id: Buffer.alloc(length).toString('base64url') })
  expect([1023, 1024].map((length) => NewPasskey.safeParse(long(length)).success)).toEqual([true, false])
})

/** Bytes that are changed, put in or left out. */
const anyHarm = fc.array(
  fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom('set', 'flip', 'insert', 'remove', 'cut', 'double')),
  { minLength: 1, maxLength: 3 },
)
type Harm = typeof anyHarm extends fc.Arbitrary<infer T> ? T : never

function harmed(text: string, harms: Harm): string {
  let all = Buffer.from(text, 'base64url')
  for (const [place, value, way] of harms) {
    const at = place % (all.length + 1)
    const [before, after] = [all.subarray(0, at), all.subarray(at)]
    if (way === 'set') all = Buffer.concat([before, Buffer.from([value]), after.subarray(1)])
    else if (way === 'flip')
      all = Buffer.concat([before, Buffer.from([(after[0] ?? 0) ^ (1 << (value % 8))]), after.subarray(1)])
    else if (way === 'insert') all = Buffer.concat([before, Buffer.from([value]), after])
    else if (way === 'remove') all = Buffer.concat([before, after.subarray(1)])
    else if (way === 'cut') all = Buffer.from(before)
    else all = Buffer.concat([before, after, after])
  }
  return all.toString('base64url')
}

/** One field of what the browser says. */
const anyWord = fc.tuple(
  fc.constantFrom('type', 'challenge', 'origin', 'crossOrigin', 'topOrigin', '__proto__', 'x'),
  fc.jsonValue(),
)

function said(text: string, [field, value]: [string, unknown]): string {
  const data = JSON.parse(Buffer.from(text, 'base64url').toString()) as object
  return Buffer.from(JSON.stringify({ ...data, [field]: value })).toString('base64url')
}

test('no change of a byte or a word gets by us that strangers notice', async () => {
  const devices = [device, device, device, new Device('RSA')]
  const change = fc.tuple(
    fc.constantFrom(...devices),
    fc.oneof(
      fc.record({
        part: fc.constantFrom('authenticatorData' as const, 'clientDataJSON' as const, 'signature' as const),
        harms: anyHarm,
      }),
      fc.record({ word: anyWord }),
    ),
  )
  let refused = 0
  await fc.assert(
    fc.asyncProperty(change, async ([from, harm]) => {
      const [made, proof] = [from.make(challenge), from.sign(challenge, { counter: 1 })]
      const changed = <T extends NewPasskey | PasskeyProof>(answer: T): T =>
        'word' in harm
          ? { ...answer, clientDataJSON: said(answer.clientDataJSON, harm.word) }
          : { ...answer, [harm.part]: harmed(answer[harm.part as 'challenge'], harm.harms) }
      const what = JSON.stringify(harm)
      if (!('part' in harm && harm.part === 'signature')) {
        const odd = changed(made)
        await compare(what, weKeep(odd), theyKeep(odd), odd)
      }
      const odd = changed(proof)
      const again = 'part' in harm && harm.part === 'signature' ? odd : from.signed(odd)
      const [isOurs] = await compare(what, weAdmit(from, again), theyAdmit(from, again), again)
      if (!isOurs) refused += 1
    }),
    { numRuns: 2000 },
  )
  expect(refused).toBeGreaterThan(1000)
})

const number = (hex: string) => `02${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`
const list = (inside: string) => `30${(inside.length / 2).toString(16).padStart(2, '0')}${inside}`
/** As DER writes it: without zeros in front, but for one where it would be below zero. */
const positive = (value: bigint) => `00${value.toString(16).padStart(64, '0')}`.replace(/^(00)+(?=[0-7].)/, '')

test('a signature counts in the one form of DER, by the key of the device', () => {
  const proof = device.sign(challenge)
  const der = hexOf(proof.signature)
  const middle = 8 + 2 * Number.parseInt(der.slice(6, 8), 16)
  const [r, s] = [der.slice(8, middle), der.slice(middle + 4)]
  expect(list(number(r) + number(s))).toBe(der)
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
  // The other half of each signature: WebAuthn names none of the two.
  const other = list(number(r) + number(positive(order - BigInt(`0x${s}`))))
  expect(weAdmit(device, { ...proof, signature: textOf(other) })).toBe(true)
  const wrong = [
    `${der}00`,
    der.slice(0, -2),
    `3081${der.slice(2)}`,
    `3080${der.slice(4)}0000`,
    list(number(`00${r}`) + number(s)),
    list(number(r)),
    list(number(r) + number(s) + number('01')),
    list(number('00') + number('00')),
    list(number(positive(order)) + number(s)),
    list(number(s) + number(r)),
    r + s,
    '',
  ]
  for (const signature of wrong)
    expect(weAdmit(device, { ...proof, signature: textOf(signature) }), signature).toBe(false)
  for (const another of [new Device(), new Device('RSA')]) expect(weAdmit(another, proof)).toBe(false)
})
