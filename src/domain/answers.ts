/**
 * The one validator of answers, for Excel, API and screens alike (product.md §5). An answer's canonical value: TEXT and
 * LONG_TEXT a string, INTEGER and DECIMAL a number, DATE 'YYYY-MM-DD', SINGLE the code of an option, MULTIPLE the codes,
 * GEOPOINT a point. An unanswered question is absent.
 */
import { type Fault, fault } from './faults.ts'
import { type AnswerOption, type Question, questionsOf, type SurveyContent } from './survey.ts'
import { type Lines, textFault } from './text.ts'

export interface GeoPoint {
  latitude: number
  longitude: number
  /** Metres. */
  accuracy?: number | undefined
}

export type AnswerValue = string | number | string[] | GeoPoint

/** By question id; the key of the free text beside an "other" option is `otherKey`. */
export type Answers = Record<string, AnswerValue>

export interface AnswerProblem extends Fault {
  /** The key in the answers. */
  key: string
  /** The question's code; empty for a key that belongs to no question. */
  question: string
}

/** The most that a cell of Excel holds. */
const longestText = 32_767

export function otherKey(question: Question): string {
  return `${question.id}.other`
}

/** Whether the question takes a free text beside its options. */
export function takesOther(question: Question): boolean {
  return question.answers.some((option) => option.isOther)
}

/** Everything that is wrong with the answers, in the order of the questions. */
export function answerProblems(content: SurveyContent, answers: Readonly<Record<string, unknown>>): AnswerProblem[] {
  const questions = questionsOf(content)
  const known = new Set(questions.flatMap((question) => [String(question.id), otherKey(question)]))
  const strangers = Object.keys(answers).filter((key) => !known.has(key))
  return [
    ...questions.flatMap((question) => questionProblems(question, answers)),
    ...strangers.map((key) => ({ key, question: '', ...fault('UNKNOWN_QUESTION') })),
  ]
}

function questionProblems(question: Question, answers: Readonly<Record<string, unknown>>): AnswerProblem[] {
  const key = String(question.id)
  const value = answers[key]
  const other = answers[otherKey(question)]
  const missing = question.required ? fault('REQUIRED') : undefined
  const found = value === undefined ? missing : checkAnswer(question, value)
  const foundOther = other === undefined ? undefined : checkOther(question, value, other)
  return [
    ...(found ? [{ key, question: question.code, ...found }] : []),
    ...(foundOther ? [{ key: otherKey(question), question: question.code, ...foundOther }] : []),
  ]
}

/** Why the value cannot be an answer to the question; undefined when it can. */
export function checkAnswer(question: Question, value: unknown): Fault | undefined {
  switch (question.type) {
    case 'TEXT':
    case 'LONG_TEXT':
      return checkText(value, question.validation.maxLength)
    case 'INTEGER':
      return Number.isSafeInteger(value) ? checkRange(question, Number(value)) : fault('NOT_WHOLE')
    case 'DECIMAL':
      return Number.isFinite(value) ? checkRange(question, Number(value)) : fault('NOT_A_NUMBER')
    case 'DATE':
      return typeof value === 'string' && isCalendarDate(value) ? undefined : fault('NOT_A_DATE')
    case 'SINGLE':
      return optionOf(question, value) ? undefined : fault('UNKNOWN_CHOICE')
    case 'MULTIPLE':
      return checkChoices(question, value)
    case 'GEOPOINT':
      return checkPoint(value)
  }
}

/** The free text belongs to an "other" option that is chosen. */
export function checkOther(question: Question, value: unknown, other: unknown): Fault | undefined {
  const chosen = Array.isArray(value) ? value : [value]
  if (!chosen.some((code) => optionOf(question, code)?.isOther)) return fault('OTHER_NOT_CHOSEN')
  return checkText(other, undefined)
}

export function optionOf(question: Question, code: unknown): AnswerOption | undefined {
  return question.answers.find((option) => option.code === code)
}

/** Something, of characters that a text may hold, and not too long. */
export function checkText(value: unknown, maxLength: number | undefined, lines: Lines = 'many'): Fault | undefined {
  if (typeof value !== 'string' || value.trim() === '') return fault('NOT_A_TEXT')
  const unfit = textFault(value, lines)
  if (unfit) return fault(unfit)
  const limit = Math.min(maxLength ?? longestText, longestText)
  return value.length > limit ? fault('TOO_LONG', limit) : undefined
}

function checkRange({ validation: { min, max } }: Question, value: number): Fault | undefined {
  if (min !== undefined && value < min) return fault('TOO_SMALL', min)
  if (max !== undefined && value > max) return fault('TOO_BIG', max)
  return undefined
}

/** A day that exists, years 1000 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

function checkChoices(question: Question, value: unknown): Fault | undefined {
  if (!Array.isArray(value) || value.length === 0) return fault('UNKNOWN_CHOICE')
  const options = value.map((code) => optionOf(question, code))
  if (options.includes(undefined)) return fault('UNKNOWN_CHOICE')
  if (new Set(value).size < value.length) return fault('CHOICE_REPEATED')
  if (value.length > 1 && options.some((option) => option?.exclusive)) return fault('EXCLUSIVE')
  return undefined
}

function checkPoint(value: unknown): Fault | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault('NOT_A_POINT')
  const { latitude, longitude, accuracy = 0, ...rest } = value as Partial<Record<string, unknown>>
  if (Object.keys(rest).length > 0) return fault('NOT_A_POINT')
  const numbers = [latitude, longitude, accuracy]
  if (!numbers.every((number) => typeof number === 'number' && Number.isFinite(number))) return fault('NOT_A_POINT')
  return isOnEarth(Number(latitude), Number(longitude)) && Number(accuracy) >= 0 ? undefined : fault('POINT_RANGE')
}

export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
