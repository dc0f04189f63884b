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
 * people add to it keeps the number of its repetitions under `countKey`, in each repetition around it.
 */
export type Answers = Record<string, AnswerValue>

/**
 * The repetition of a section, from 1; inside of those of another section `2.3`, the third in its second. Absent in a
 * section that does not repeat.
 */
export type Repetition = number | string | undefined

export function answerKey(question: Pick<Question, 'id'>, repetition?: Repetition): string {
  return repetition === undefined ? String(question.id) : `${question.id}.${repetition}`
}

export function otherKey(question: Pick<Question, 'id'>, repetition?: Repetition): string {
  return `${answerKey(question, repetition)}.other`
}

/** `outer`: the repetition that it repeats in. */
export function countKey(section: Pick<Section, 'id'>, outer?: Repetition): string {
  return outer === undefined ? `s${section.id}` : `s${section.id}.${outer}`
}

/** The points among answers, in the order in which they are kept. */
export function placesAmong(answers: Answers): { key: string; at: GeoPoint }[] {
  return Object.entries(answers).flatMap(([key, at]) =>
    typeof at === 'object' && 'latitude' in at ? [{ key, at }] : [],
  )
}
