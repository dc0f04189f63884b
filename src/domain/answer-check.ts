/** Whether a value can be the answer to one question, whatever the other answers are. */
import type { FileAnswer } from './answer-values.ts'
import type { Budget } from './budget.ts'
import { isCalendarDate, isMoment, isTimeOfDay } from './calendar.ts'
import { matchesPattern } from './pattern.ts'
import type { Problem } from './problems.ts'
import { type AnswerOption, defaultRating, type Question } from './survey.ts'
import { type Lines, longestText, textProblem } from './text.ts'

/** A question with its options by code. */
export interface Answerable {
  question: Question
  options: ReadonlyMap<unknown, AnswerOption>
}

/** Why the value cannot be an answer to the question; undefined when it can. */
export function checkAnswer({ question, options }: Answerable, value: unknown, budget: Budget): Problem | undefined {
  switch (question.type) {
    case 'TEXT':
    case 'LONG_TEXT':
      return checkText(value, question.validation.maxLength) ?? checkPattern(question, String(value), budget)
    case 'INTEGER':
      return Number.isSafeInteger(value) ? checkRange(question, Number(value)) : { code: 'NOT_WHOLE' }
    case 'DECIMAL':
      return Number.isFinite(value) ? checkDecimal(question, Number(value)) : { code: 'NOT_A_NUMBER' }
    case 'RATING':
      return Number.isSafeInteger(value) ? checkRating(question, Number(value)) : { code: 'NOT_WHOLE' }
    case 'DATE':
      return typeof value === 'string' && isCalendarDate(value) ? undefined : { code: 'NOT_A_DATE' }
    case 'TIME':
      return typeof value === 'string' && isTimeOfDay(value) ? undefined : { code: 'NOT_A_TIME_OF_DAY' }
    case 'DATETIME':
      return typeof value === 'string' && isMoment(value) ? undefined : { code: 'NOT_A_TIME' }
    case 'SINGLE':
      return options.has(value) ? undefined : { code: 'UNKNOWN_CHOICE' }
    case 'YES_NO':
      return value === 'yes' || value === 'no' ? undefined : { code: 'UNKNOWN_CHOICE' }
    case 'MULTIPLE':
      return checkChoices(options, value) ?? checkRange(question, (value as string[]).length)
    case 'RANK':
      return checkRank(options, value)
    case 'PHONE':
      return typeof value === 'string' && /^\+[1-9]\d{6,14}$/.test(value) ? undefined : { code: 'BAD_PHONE' }
    case 'GEOPOINT':
      return checkPoint(value)
    case 'ADMIN_UNIT':
    case 'SITE':
      return checkText(value, 100, 'one')
    case 'IMAGE':
    case 'AUDIO':
    case 'FILE':
    case 'SIGNATURE':
      return isFileAnswer(value) ? undefined : { code: 'NOT_A_FILE' }
    case 'NOTE':
      return { code: 'NOT_ASKED' }
  }
}

/** Of a file that answers a question. */
export const longestFileName = 255

/** Whether it is `{ file, name }`, as answers name a stored file. */
export function isFileAnswer(value: unknown): value is FileAnswer {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { file, name, ...rest } = value as Partial<Record<string, unknown>>
  const isNamed = checkText(name, longestFileName, 'one') === undefined
  return Number.isSafeInteger(file) && Number(file) > 0 && isNamed && Object.keys(rest).length === 0
}

/** Whether an option is chosen that takes a text of its own. */
export function takesText({ options }: Answerable, value: unknown): boolean {
  const chosen = Array.isArray(value) ? value : [value]
  return chosen.some((code) => options.get(code)?.isOther)
}

export function optionOf(question: Question, code: unknown): AnswerOption | undefined {
  return question.answers.find((option) => option.code === code)
}

/** Something, of characters that a text may hold, and not too long. */
export function checkText(value: unknown, maxLength: number | undefined, lines: Lines = 'many'): Problem | undefined {
  if (typeof value !== 'string' || value.trim() === '') return { code: 'NOT_A_TEXT' }
  const unfit = textProblem(value, lines)
  if (unfit) return { code: unfit }
  const limit = Math.min(maxLength ?? longestText, longestText)
  return value.length > limit ? { code: 'TOO_LONG', limit } : undefined
}

function checkPattern({ validation: { regex } }: Question, text: string, budget: Budget): Problem | undefined {
  return regex === undefined || matchesPattern(regex, text, budget) ? undefined : { code: 'PATTERN' }
}

function checkRange({ validation: { min, max } }: Question, value: number): Problem | undefined {
  if (min !== undefined && value < min) return { code: 'TOO_SMALL', limit: min }
  if (max !== undefined && value > max) return { code: 'TOO_BIG', limit: max }
  return undefined
}

/** Beyond these bounds a number no longer keeps the digits that were typed. */
function checkDecimal(question: Question, value: number): Problem | undefined {
  if (value > Number.MAX_SAFE_INTEGER) return { code: 'TOO_BIG', limit: Number.MAX_SAFE_INTEGER }
  if (value < Number.MIN_SAFE_INTEGER) return { code: 'TOO_SMALL', limit: Number.MIN_SAFE_INTEGER }
  return checkRange(question, value)
}

function checkRating({ validation: { max = defaultRating } }: Question, value: number): Problem | undefined {
  if (value < 1) return { code: 'TOO_SMALL', limit: 1 }
  return value > max ? { code: 'TOO_BIG', limit: max } : undefined
}

function checkChoices(known: Answerable['options'], value: unknown): Problem | undefined {
  if (!Array.isArray(value) || value.length === 0) return { code: 'UNKNOWN_CHOICE' }
  const options = value.map((code) => known.get(code))
  if (options.includes(undefined)) return { code: 'UNKNOWN_CHOICE' }
  if (new Set(value).size < value.length) return { code: 'CHOICE_REPEATED' }
  if (value.length > 1 && options.some((option) => option?.exclusive)) return { code: 'EXCLUSIVE' }
  return undefined
}

/** Every option in its place. */
function checkRank(known: Answerable['options'], value: unknown): Problem | undefined {
  if (!Array.isArray(value) || !value.every((code) => known.has(code))) return { code: 'UNKNOWN_CHOICE' }
  if (new Set(value).size < value.length) return { code: 'CHOICE_REPEATED' }
  return value.length < known.size ? { code: 'RANK_INCOMPLETE' } : undefined
}

function checkPoint(value: unknown): Problem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { code: 'NOT_A_POINT' }
  const { latitude, longitude, accuracy = 0, ...rest } = value as Partial<Record<string, unknown>>
  if (Object.keys(rest).length > 0) return { code: 'NOT_A_POINT' }
  const numbers = [latitude, longitude, accuracy]
  if (!numbers.every((number) => typeof number === 'number' && Number.isFinite(number))) return { code: 'NOT_A_POINT' }
  if (!isOnEarth(Number(latitude), Number(longitude)) || Number(accuracy) < 0) return { code: 'POINT_RANGE' }
  return isNoFix(latitude, longitude) ? { code: 'POINT_ZERO' } : undefined
}

/** Devices without a position say 0, 0: a point of the open sea. */
export function isNoFix(latitude: unknown, longitude: unknown): boolean {
  return latitude === 0 && longitude === 0
}

export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
