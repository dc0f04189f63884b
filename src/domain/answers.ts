/**
 * The one validator of answers, for Excel, API and screens alike (product.md §5). An answer's canonical value: TEXT and
 * LONG_TEXT a string, INTEGER, DECIMAL and RATING a number, DATE 'YYYY-MM-DD', TIME 'HH:MM', DATETIME an ISO moment with its
 * offset, SINGLE the code of an option, MULTIPLE the codes, RANK all codes, the best first, YES_NO 'yes' or 'no', PHONE
 * E.164, GEOPOINT a point, ADMIN_UNIT and SITE the code of one, IMAGE, AUDIO, FILE and SIGNATURE a stored file. A NOTE has
 * none, and an unanswered question is absent.
 */
import type { Problem } from './problems.ts'
import { type AnswerOption, defaultRating, type Question, questionsOf, type SurveyContent } from './survey.ts'
import { type Lines, textProblem } from './text.ts'

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

export interface AnswerProblem extends Problem {
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

/** What a survey asks of its answers, made once for all of them. */
interface Asked {
  /** Of all answers, those to "other" included. */
  keys: ReadonlySet<string>
  questions: readonly AskedQuestion[]
}

interface AskedQuestion {
  question: Question
  key: string
  otherKey: string
  options: ReadonlyMap<unknown, AnswerOption>
}

/** A content is never changed in place: another content is another object. */
const askedBy = new WeakMap<SurveyContent, Asked>()

function askedOf(content: SurveyContent): Asked {
  const known = askedBy.get(content)
  if (known) return known
  const questions = questionsOf(content).map((question) => ({
    question,
    key: String(question.id),
    otherKey: otherKey(question),
    options: new Map<unknown, AnswerOption>(question.answers.map((option) => [option.code, option])),
  }))
  const asked = { questions, keys: new Set(questions.flatMap((each) => [each.key, each.otherKey])) }
  askedBy.set(content, asked)
  return asked
}

const noKeys: ReadonlySet<string> = new Set()

/**
 * Everything that is wrong with the answers, in the order of the questions. `unread`: the keys of answers that the caller
 * was given but cannot read; they have their problem already, so they are not missing.
 */
export function answerProblems(
  content: SurveyContent,
  answers: Readonly<Record<string, unknown>>,
  unread = noKeys,
): AnswerProblem[] {
  const { questions, keys } = askedOf(content)
  const problems: AnswerProblem[] = []
  for (const asked of questions) {
    const { question, key } = asked
    const value = answers[key]
    const isUnread = unread.has(key)
    const found = value === undefined ? missing(question, isUnread) : checkAnswer(asked, value)
    if (found) problems.push({ key, question: question.code, ...found })
    const other = answers[asked.otherKey]
    if (other === undefined) continue
    // An answer that is wrong or unread does not say whether its "other" is chosen.
    const isLoose = !found && !isUnread && !takesText(asked, value)
    const foundOther: Problem | undefined = isLoose ? { code: 'OTHER_NOT_CHOSEN' } : checkText(other, undefined)
    if (foundOther) problems.push({ key: asked.otherKey, question: question.code, ...foundOther })
  }
  for (const key of Object.keys(answers)) {
    if (!keys.has(key)) problems.push({ key, question: '', code: 'UNKNOWN_QUESTION' })
  }
  return problems
}

function missing({ required }: Question, isUnread: boolean): Problem | undefined {
  return required && !isUnread ? { code: 'REQUIRED' } : undefined
}

/** Why the value cannot be an answer to the question; undefined when it can. */
function checkAnswer({ question, options }: AskedQuestion, value: unknown): Problem | undefined {
  switch (question.type) {
    case 'TEXT':
    case 'LONG_TEXT':
      return checkText(value, question.validation.maxLength)
    case 'INTEGER':
      return Number.isSafeInteger(value) ? checkRange(question, Number(value)) : { code: 'NOT_WHOLE' }
    case 'DECIMAL':
      return Number.isFinite(value) ? checkRange(question, Number(value)) : { code: 'NOT_A_NUMBER' }
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

function isFileAnswer(value: unknown): value is FileAnswer {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { file, name, ...rest } = value as Partial<Record<string, unknown>>
  const isNamed = typeof name === 'string' && name.length <= 255 && checkText(name, 255, 'one') === undefined
  return Number.isSafeInteger(file) && Number(file) > 0 && isNamed && Object.keys(rest).length === 0
}

/** Whether an option is chosen that takes a text of its own. */
function takesText({ options }: AskedQuestion, value: unknown): boolean {
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

function checkRange({ validation: { min, max } }: Question, value: number): Problem | undefined {
  if (min !== undefined && value < min) return { code: 'TOO_SMALL', limit: min }
  if (max !== undefined && value > max) return { code: 'TOO_BIG', limit: max }
  return undefined
}

function checkRating({ validation: { max = defaultRating } }: Question, value: number): Problem | undefined {
  if (value < 1) return { code: 'TOO_SMALL', limit: 1 }
  return value > max ? { code: 'TOO_BIG', limit: max } : undefined
}

export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** A day that exists and a time, with the offset that makes a moment of them. */
export function isMoment(text: string): boolean {
  const [, day = '', time = ''] =
    /^([\d-]{10})T(\d{2}:\d{2})(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text) ?? []
  return isCalendarDate(day) && isTimeOfDay(time) && !Number.isNaN(Date.parse(text))
}

/** A day that exists, years 1000 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

function checkChoices(known: AskedQuestion['options'], value: unknown): Problem | undefined {
  if (!Array.isArray(value) || value.length === 0) return { code: 'UNKNOWN_CHOICE' }
  const options = value.map((code) => known.get(code))
  if (options.includes(undefined)) return { code: 'UNKNOWN_CHOICE' }
  if (new Set(value).size < value.length) return { code: 'CHOICE_REPEATED' }
  if (value.length > 1 && options.some((option) => option?.exclusive)) return { code: 'EXCLUSIVE' }
  return undefined
}

/** Every option in its place. */
function checkRank(known: AskedQuestion['options'], value: unknown): Problem | undefined {
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
  return isOnEarth(Number(latitude), Number(longitude)) && Number(accuracy) >= 0 ? undefined : { code: 'POINT_RANGE' }
}

export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
