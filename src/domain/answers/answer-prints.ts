/**
 * Prints of a response: hashes by which another one with the same answers, phone, device or place is found without reading
 * any answers. Parts of answers find responses that are nearly the same (minhash in bands).
 */
import type { Answers, AnswerValue } from './answers.ts'
import { fileTypes, type Question, questionsOf, type SurveyContent } from '../surveys/survey.ts'

/** As the database numbers them. Bands follow `BAND`. */
export const printKinds = { ANSWERS: 0, PHONE: 1, DEVICE: 2, PLACE: 3, BAND: 10 } as const

export type Print = readonly [kind: number, hash: number]

export interface Printed {
  answers: Answers
  phone: string | null
  latitude: number | null
  longitude: number | null
  deviceId?: string | undefined
}

/** Fewer answers than these are often the same by chance. */
export const leastIdentical = 5
const leastAlike = 10

/**
 * Two responses that share a part s of their answers have j = s / (2 - s) of all answers in common, and meet in one band by j
 * to the power of `rows`. Of pairs with s = 0.9 nine in ten meet, with s = 0.95 all but one in a hundred.
 */
const bands = 5
const rows = 5

export function printsOf(content: SurveyContent, printed: Printed): Print[] {
  const questions = new Map(questionsOf(content).map((question) => [String(question.id), question]))
  const pairs: string[] = []
  const phones = new Set(printed.phone === null ? [] : [printed.phone])
  for (const [key, value] of Object.entries(printed.answers)) {
    const question = questions.get(key.split('.', 1)[0] ?? key)
    if (!question || !isCompared(question)) continue
    pairs.push(`${key}=${canonical(question, value)}`)
    if (question.type === 'PHONE' && typeof value === 'string') phones.add(value)
  }
  const { latitude, longitude, deviceId } = printed
  return [
    ...(pairs.length >= leastIdentical ? [[printKinds.ANSWERS, hashOf(pairs.toSorted().join('\n'))] as const] : []),
    ...[...phones].map((phone) => [printKinds.PHONE, hashOf(phone)] as const),
    ...(deviceId ? [[printKinds.DEVICE, hashOf(deviceId)] as const] : []),
    ...(latitude === null || longitude === null
      ? []
      : [[printKinds.PLACE, hashOf(`${latitude.toFixed(4)} ${longitude.toFixed(4)}`)] as const]),
    ...(pairs.length >= leastAlike ? bandsOf(pairs) : []),
  ]
}

/** No person gives calculated answers, and no two files are the same. */
function isCompared({ type, calculation }: Question): boolean {
  return !calculation && !fileTypes.includes(type)
}

/** The same for equal answers: the order of choices says nothing, and the database orders the parts of a point itself. */
function canonical({ type }: Question, value: AnswerValue): string {
  if (Array.isArray(value)) return JSON.stringify(type === 'RANK' ? value : value.toSorted())
  if (typeof value === 'object') return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return JSON.stringify(value)
}

function bandsOf(pairs: readonly string[]): Print[] {
  const least = new Uint32Array(bands * rows).fill(0xff_ff_ff_ff)
  for (const pair of pairs) {
    const hash = hashOf(pair) >>> 0
    for (let place = 0; place < least.length; place++) {
      const mixed = mix(hash ^ Math.imul(place + 1, 0x9e_37_79_b1))
      if (mixed < (least[place] ?? 0)) least[place] = mixed
    }
  }
  return Array.from({ length: bands }, (_, band) => [
    printKinds.BAND + band,
    hashOf(least.subarray(band * rows, (band + 1) * rows).join(' ')),
  ])
}

/** The last steps of murmur3, which spread every bit over the whole word. */
function mix(word: number): number {
  let hash = word
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** 53 bits, which a number holds exactly: cyrb53. */
function hashOf(text: string): number {
  let high = 0xde_ad_be_ef
  let low = 0x41_c6_ce_57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
