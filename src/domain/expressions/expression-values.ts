/** The values of expressions: their types, how they compare and what is computed of them. */
import type { AnswerValue } from '../answers/answer-values.ts'
import { dayMs, daysAfter, daysFrom, isCalendarDate, isMoment, isTimeOfDay } from '../text/calendar.ts'
import type { Arithmetic, Comparison } from './expression.ts'
import type { AnswerKind } from '../surveys/question-types.ts'

export type ValueType = AnswerKind | 'boolean'

/** Undefined is blank; so is the empty text. */
export type Value = AnswerValue | boolean | undefined

/** Whether a text is also a value of the type: texts that are written out serve as days and times. */
export function readsAs(type: ValueType, text: string): boolean {
  if (type === 'date') return isCalendarDate(text)
  if (type === 'time') return isTimeOfDay(text)
  return type === 'datetime' && isMoment(text)
}

/** What a text is that does not read as the type. */
export const misreadCodes = { date: 'NOT_A_DATE', time: 'NOT_A_TIME_OF_DAY', datetime: 'NOT_A_TIME' } as const

/** The answer as a value of the type; blank when it is none, which the validator says. */
export function valueOf(type: ValueType | undefined, answer: unknown): AnswerValue | undefined {
  switch (type) {
    case 'number':
      return typeof answer === 'number' && Number.isFinite(answer) ? answer : undefined
    case 'text':
      return typeof answer === 'string' && answer !== '' ? answer : undefined
    case 'date':
    case 'time':
    case 'datetime':
      return typeof answer === 'string' && readsAs(type, answer) ? answer : undefined
    case 'choices':
      return Array.isArray(answer) && answer.length > 0 ? (answer as string[]) : undefined
    case 'point':
    case 'file':
      return typeof answer === 'object' && answer !== null ? (answer as AnswerValue) : undefined
    case 'boolean':
    case undefined:
      return undefined
  }
}

/** Of a moment its day or its time, and of a day its beginning; a number counts days since 1970. Else blank. */
export function dayOrTime(type: ValueType, value: Value): AnswerValue | undefined {
  const ms = typeof value === 'number' ? value * dayMs : Number.NaN
  const written = Math.abs(ms) < latestMs ? new Date(ms).toISOString() : textOf(value)
  if (type === 'date' && isMoment(written)) return written.slice(0, 10)
  if (type === 'time' && isMoment(written)) return written.slice(11, 16)
  return valueOf(type, type === 'datetime' && isCalendarDate(written) ? `${written}T00:00:00Z` : value)
}

/** As it is written; of a blank nothing. */
export function textOf(value: Value): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** With a blank on either side it does not hold. */
export function compared(type: ValueType, operator: Comparison, [left, right]: [Value, Value]): boolean {
  if (left === undefined || right === undefined) return false
  // Moments may be written with different offsets; all others compare as they are.
  const [one, other] =
    type === 'datetime' ? [Date.parse(textOf(left)), Date.parse(textOf(right))] : [left as string, right as string]
  switch (operator) {
    case '=':
      return one === other
    case '!=':
      return one !== other
    case '<':
      return one < other
    case '<=':
      return one <= other
    case '>':
      return one > other
    case '>=':
      return one >= other
  }
}

export function computed(operator: Arithmetic, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return finite(left + right)
    case '-':
      return finite(left - right)
    case '*':
      return finite(left * right)
    case '/':
      return finite(left / right)
    // The remainder has the sign of what is divided, as in XPath.
    case 'mod':
      return finite(left % right)
  }
}

/** Minus nothing is nothing, so that equal values are written alike. */
export function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value + 0 : undefined
}

/** The end of the year 9999. */
const latestMs = 253_402_300_800_000

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The signs that a pattern for moments may have, as forms have them. */
export const momentSigns = 'YymnbdehHMS3a'

/** `%d %b %Y`: its day and time as it was written down. */
export function writtenMoment(value: Value, pattern: string): string | undefined {
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', thousandths = '000'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?)?/.exec(textOf(value)) ?? []
  if (year === '') return undefined
  const weekday = dayNames[new Date(`${year}-${month}-${day}`).getUTCDay()] ?? ''
  const [n, e, h] = [month, day, hour].map((part) => String(Number(part)))
  const parts: Record<string, string | undefined> = { Y: year, y: year.slice(2), m: month, n, d: day, e, H: hour, h }
  Object.assign(parts, { b: monthNames[Number(month) - 1], M: minute, S: second, 3: thousandths, a: weekday })
  return pattern.replaceAll(/%(.)/g, (written, sign: string) => parts[sign] ?? written)
}

/** Days between dates, and between moments with parts of days. */
export function elapsed(type: ValueType, end: string, start: string): number {
  return type === 'date' ? daysFrom(start, end) : (Date.parse(end) - Date.parse(start)) / dayMs
}

export function moved(operator: '+' | '-', date: string, days: number): string | undefined {
  return daysAfter(date, operator === '+' ? days : -days)
}

/** A value of one type as it serves for another: XPath, which forms are written in, has no types. */
export function converted(value: Value, to: 'number' | 'text' | 'boolean'): Value {
  if (to === 'boolean') return typeof value === 'boolean' ? value : value !== undefined && value !== 0
  if (to === 'text') return wordsOf(value) || undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return value
  const words = wordsOf(value)
  if (plainNumber.test(words)) return Number(words)
  if (isCalendarDate(words)) return daysFrom('1970-01-01', words)
  return isMoment(words) ? Date.parse(words) / dayMs : undefined
}

const plainNumber = /^-?(\d+(\.\d*)?|\.\d+)$/

/** A place is its latitude, longitude, height, which is not kept, and accuracy. */
function wordsOf(value: Value): string {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'object' && 'latitude' in value)
    return [value.latitude, value.longitude, 0, value.accuracy ?? 0].join(' ')
  return Array.isArray(value) ? value.join(' ') : textOf(value).trim()
}

/** Types whose values serve for others. */
export function isPlainType(type: ValueType): boolean {
  return type !== 'point' && type !== 'file'
}

/** A place serves as a text alone. */
export function serves(type: ValueType, as: ValueType): boolean {
  return isPlainType(type) || (type === 'point' && as === 'text')
}

const days: readonly ValueType[] = ['date', 'datetime']
const ordered: readonly ValueType[] = ['number', 'date', 'time', 'datetime']

/** The type by which values of two types compare; undefined where they do not. */
export function meetingType(operator: Comparison, left: ValueType, right: ValueType): ValueType | undefined {
  const isEquality = operator === '=' || operator === '!='
  if (left === right && (ordered.includes(left) || (isEquality && (left === 'text' || left === 'boolean')))) return left
  if (!isPlainType(left) || !isPlainType(right)) return undefined
  if (!isEquality) return 'number'
  if (left === 'boolean' || right === 'boolean') return 'boolean'
  if (left === 'number' || right === 'number') return 'number'
  return days.includes(left) && days.includes(right) ? 'number' : 'text'
}
