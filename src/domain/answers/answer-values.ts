/** The values of answers, and the keys that they are under. */
import type { Question, Section } from '../surveys/survey.ts'

export interface GeoPoint {
  latitude: number
  longitude: number
  /** Metres. */
  accuracy?: number | undefined
}

/** A file that was stored before: its id, and its name as the sender called it. */
export interface FileAnswer {
  file: number
  name: string
}

export type AnswerValue = string | number | string[] | GeoPoint | FileAnswer

/**
 * By `answerKey`; the key of the free text beside an "other" option is `otherKey`. A section that repeats as often as
 * people add to it keeps the number of its repetitions under `countKey`.
 */
export type Answers = Record<string, AnswerValue>

/** The repetition of a section, from 1; absent in a section that does not repeat. */
export type Repetition = number | undefined

export function answerKey(question: Pick<Question, 'id'>, repetition?: Repetition): string {
  return repetition === undefined ? String(question.id) : `${question.id}.${repetition}`
}

export function otherKey(question: Pick<Question, 'id'>, repetition?: Repetition): string {
  return `${answerKey(question, repetition)}.other`
}

export function countKey(section: Pick<Section, 'id'>): string {
  return `s${section.id}`
}

/** The points among answers, in the order in which they are kept. */
export function placesAmong(answers: Answers): { key: string; at: GeoPoint }[] {
  return Object.entries(answers).flatMap(([key, at]) =>
    typeof at === 'object' && 'latitude' in at ? [{ key, at }] : [],
  )
}
