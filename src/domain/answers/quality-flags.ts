/** What makes a reviewer look twice at a response (product.md §5). The server gathers the facts, these rules judge them. */
import { leastIdentical } from './answer-prints.ts'

/** Raised by the verdict of the geofence. */
export const placeFlags = ['OUTSIDE_FENCE', 'FENCE_UNCERTAIN', 'FENCE_NO_FIX'] as const

/** Raised by comparison with the other responses of the survey, in the order in which screens show them. */
const comparedFlags = [
  'DUPLICATE_PARTICIPANT',
  'DUPLICATE_PHONE',
  'IDENTICAL_ANSWERS',
  'NEAR_DUPLICATE',
  'TOO_FAST',
  'OUTLIER',
  'SHARED_DEVICE',
  'SHARED_PLACE',
] as const

export const qualityFlags = [...comparedFlags, ...placeFlags] as const
export type QualityFlag = (typeof qualityFlags)[number]

export interface QualityRules {
  /** Two responses are nearly the same if at least this percentage of their answers is equal. */
  alikePercent: number
  /** A response that took less for each of its answers is too fast; 0: none is. */
  secondsPerAnswer: number
  /** The most participants who may share a device or a place. */
  mostPeople: number
}

export const usualRules: QualityRules = { alikePercent: 90, secondsPerAnswer: 2, mostPeople: 10 }

/** The bounds of each rule, as the database has them too. */
export const ruleBounds = {
  alikePercent: [50, 100],
  secondsPerAnswer: [0, 600],
  mostPeople: [1, 1000],
} as const satisfies Record<keyof QualityRules, readonly [number, number]>

/** A response against the others of its survey. */
export interface Gathered {
  /** The latest response of the same participant, with the same phone, with the same answers. */
  sameParticipant: number | null
  samePhone: number | null
  sameAnswers: number | null
  /** The response with the largest share of equal answers, among those that share a part. */
  alike: { other: number; share: number } | null
  /** From the beginning to the end of the interview. */
  seconds: number | null
  answered: number
  /** Participants of the device and of the place, its own included. */
  devicePeople: number
  placePeople: number
  outliers: readonly Outlier[]
}

interface Outlier {
  question: number
  low: number
  high: number
}

/** What a flag was raised for. */
export interface FlagFacts {
  /** The other response. */
  other?: number
  percent?: number
  seconds?: number
  answers?: number
  people?: number
  outliers?: readonly Outlier[]
}

/** Staff enter papers of many participants at one desk. */
const deskSources: readonly string[] = ['STAFF', 'EXCEL']

export function raisedFlags(
  gathered: Gathered,
  rules: QualityRules,
  source: string,
): Partial<Record<QualityFlag, FlagFacts>> {
  const { sameParticipant, samePhone, sameAnswers, alike, seconds, answered, outliers } = gathered
  const percent = alike ? Math.floor(alike.share * 100) : 0
  const isFast = seconds !== null && answered >= leastIdentical && seconds < answered * rules.secondsPerAnswer
  const crowd = (people: number) => people > rules.mostPeople && !deskSources.includes(source)
  return {
    ...(sameParticipant === null ? {} : { DUPLICATE_PARTICIPANT: { other: sameParticipant } }),
    ...(samePhone === null ? {} : { DUPLICATE_PHONE: { other: samePhone } }),
    ...(sameAnswers === null ? {} : { IDENTICAL_ANSWERS: { other: sameAnswers } }),
    ...(alike && sameAnswers === null && percent >= rules.alikePercent
      ? { NEAR_DUPLICATE: { other: alike.other, percent } }
      : {}),
    ...(isFast ? { TOO_FAST: { seconds, answers: answered } } : {}),
    ...(outliers.length > 0 ? { OUTLIER: { outliers } } : {}),
    ...(crowd(gathered.devicePeople) ? { SHARED_DEVICE: { people: gathered.devicePeople } } : {}),
    ...(crowd(gathered.placePeople) ? { SHARED_PLACE: { people: gathered.placePeople } } : {}),
  }
}

/** Fewer answers show no usual time. */
const leastMeasured = 30

/** The far fences of Tukey: quartiles stay where they are whatever a few wild values do. Undefined: all are usual. */
export function usualRange(n: number, q1: number, q3: number): readonly [low: number, high: number] | undefined {
  const spread = q3 - q1
  return n >= leastMeasured && spread > 0 ? [q1 - 3 * spread, q3 + 3 * spread] : undefined
}

/** Measured again when a quarter more have come, so that a survey of a million responses is measured some fifty times. */
export function isMeasureDue(seen: number, measuredAt: number): boolean {
  return seen >= leastMeasured && seen >= measuredAt * 1.25
}
