/** The values of answers, and the keys that they are under. */
import type { Question } from './survey.ts'

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

/** By question id; the key of the free text beside an "other" option is `otherKey`. */
export type Answers = Record<string, AnswerValue>

export function otherKey(question: Pick<Question, 'id'>): string {
  return `${question.id}.other`
}
