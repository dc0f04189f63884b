/** Whether a value can be the answer to one question, whatever the other answers are. */
import type { FileAnswer } from './answer-values.ts'
import type { Budget } from '../budget.ts'
import { misreadCodes, readsAs } from '../expressions/expression-values.ts'
import { pointsOf } from './lines.ts'
import { matchesPattern } from '../expressions/pattern.ts'
import type { Problem } from '../problems.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { type AnswerOption, type Question, rangeOf } from '../surveys/survey.ts'
import { type Lines, longestText, textProblem } from '../text/text.ts'

/** A question with its options by code. */
export interface Answerable {
  question: Question
  options: ReadonlyMap<unknown, AnswerOption>
}

/** Why the value cannot be an answer to the question; undefined when it can. */
export function checkAnswer({ question, options }: Answerable, value: unknown, budget: Budget): Problem | undefined {
  const { answer } = traitsOf(question.type)
  switch (answer) {
    case 'text':
      return checkWords({ question, options }, value, budget)
    case 'number':
      return checkNumber(question, value)
    case 'date':
    case 'time':
    case 'datetime':
      return typeof value === 'string' && readsAs(answer, value) ? undefined : { code: misreadCodes[answer] }
    case 'choices':
      if (question.type === 'RANK') return checkRank(options, value)
      return checkChoices(options, value) ?? checkRange(question, (value as string[]).length)
    case 'point':
      return checkPoint(value)
    case 'file':
      return isFileAnswer(value) ? undefined : { code: 'NOT_A_FILE' }
    case undefined:
      return { code: 'NOT_ASKED' }
  }
}

function checkWords({ question, options }: Answerable, value: unknown, budget: Budget): Problem | undefined {
  const { text } = traitsOf(question.type)
  switch (text) {
    case 'FREE':
      return checkText(value, question.validation.maxLength) ?? checkPattern(question, String(value), budget)
    case 'PHONE':
      return typeof value === 'string' && /^\+[1-9]\d{6,14}$/.test(value) ? undefined : { code: 'BAD_PHONE' }
    case 'PLACE':
      return checkText(value, 100, 'one')
    case 'LINE':
      return checkText(value, undefined, 'one') ?? checkLine(String(value))
    case undefined: {
      const isOption = question.type === 'YES_NO' ? value === 'yes' || value === 'no' : options.has(value)
      return isOption ? undefined : { code: 'UNKNOWN_CHOICE' }
    }
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

/** Beyond whole numbers that are safe a number no longer keeps the digits that were typed. */
function checkNumber(question: Question, value: unknown): Problem | undefined {
  if (traitsOf(question.type).isWhole)
    return Number.isSafeInteger(value) ? checkRange(question, Number(value)) : { code: 'NOT_WHOLE' }
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'NOT_A_NUMBER' }
  if (value > Number.MAX_SAFE_INTEGER) return { code: 'TOO_BIG', limit: Number.MAX_SAFE_INTEGER }
  if (value < Number.MIN_SAFE_INTEGER) return { code: 'TOO_SMALL', limit: Number.MIN_SAFE_INTEGER }
  return checkRange(question, value)
}

function checkRange(question: Question, value: number): Problem | undefined {
  const { min, max } = rangeOf(question)
  if (min !== undefined && value < min) return { code: 'TOO_SMALL', limit: min }
  if (max !== undefined && value > max) return { code: 'TOO_BIG', limit: max }
  return undefined
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

/** Two points at least. */
function checkLine(line: string): Problem | undefined {
  const points = pointsOf(line)
  if (points.length < 2) return { code: 'NOT_A_LINE' }
  return points.map(checkPoint).find((problem) => problem)
}

/** Devices without a position say 0, 0: a point of the open sea. */
export function isNoFix(latitude: unknown, longitude: unknown): boolean {
  return latitude === 0 && longitude === 0
}

export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
