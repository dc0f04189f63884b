/** From a cell to a plain value and back. What Excel may have changed on the way in is refused, never guessed. */
import { type Problem, type ProblemCode, unknownWord } from '#domain/problems.ts'
import { checkText } from '#domain/answers/answers.ts'
import { isCalendarDate, isTimeOfDay } from '#domain/text/calendar.ts'
import type { Lines } from '#domain/text/text.ts'
import { isScientific, type PhoneParser } from '#domain/people/phone.ts'
import type { Cell } from './cell.ts'
import { foldText } from './words.ts'

/** A value, or what is wrong with the cell. */
export type Read<T> = { value: T; problem?: undefined } | { problem: Problem; value?: undefined }

export function bad(code: ProblemCode, limit?: number): { problem: Problem } {
  return { problem: limit === undefined ? { code } : { code, limit } }
}

const exactDigits = 15

/** The text of a cell that is not blank, without blanks around it and with plain line ends. */
export function readText(cell: Cell): Read<string> {
  if (typeof cell === 'string') return { value: (cell.includes('\r') ? cell.replace(/\r\n?/g, '\n') : cell).trim() }
  if (typeof cell === 'boolean') return { value: cell ? 'TRUE' : 'FALSE' }
  if (typeof cell === 'number') {
    const text = plainNumber(cell)
    return text === undefined ? bad('NUMBER_FORMAT') : { value: text }
  }
  return bad(specialProblem(cell))
}

/** The same, if it can be stored, is not too long and, where one line is required, has one line. */
export function readShortText(cell: Cell, longest: number, lines: Lines = 'one'): Read<string> {
  const read = readText(cell)
  const unfit = read.problem ?? checkText(read.value, longest, lines)
  return unfit ? { problem: unfit } : read
}

/** What reads such a text. */
export function shortText(longest: number, lines?: Lines) {
  return (cell: Cell): Read<string> => readShortText(cell, longest, lines)
}

/** What reads a text of this form. */
export function textLike(form: RegExp, otherwise: ProblemCode, read: (cell: Cell) => Read<string> = readText) {
  return (cell: Cell): Read<string> => {
    const text = read(cell)
    return text.problem || form.test(text.value) ? text : bad(otherwise)
  }
}

/** What reads a whole number within these bounds. */
export function whole(least = -Infinity, most = Infinity) {
  return (cell: Cell): Read<number> => {
    const read = readNumber(cell)
    if (read.problem) return read
    if (!Number.isInteger(read.value)) return bad('NOT_WHOLE')
    if (read.value < least) return bad('TOO_SMALL', least)
    return read.value > most ? bad('TOO_BIG', most) : read
  }
}

/** One of the choices, by any word for it (`choicesByWord`). */
export function readChoice<Value extends string>(cell: Cell, byWord: ReadonlyMap<string, Value>): Read<Value> {
  const read = readText(cell)
  if (read.problem) return read
  const value = byWord.get(foldText(read.value))
  return value === undefined ? { problem: unknownWord('UNKNOWN_CHOICE', read.value) } : { value }
}

/** As E.164. A number cell keeps all digits of a phone number; a text like `8.41E+08` has lost them. */
export function readPhone(cell: Cell, parse: PhoneParser): Read<string> {
  const text = readText(cell)
  if (text.problem) return text.problem.code === 'NUMBER_FORMAT' ? bad('PHONE_IS_NUMBER_FORMAT') : text
  if (isScientific(text.value)) return bad('PHONE_IS_NUMBER_FORMAT')
  // So many digits have the country code among them: Excel takes the + off where it makes a number of a phone.
  const isWhole = typeof cell === 'number' && text.value.length >= 12
  const phone = parse(isWhole ? `+${text.value}` : text.value)
  if (!phone.problem) return phone
  // A number lost its first 0, which some countries count.
  const lostZero = typeof cell === 'number' && !parse(`0${text.value}`).problem
  return bad(lostZero ? 'PHONE_IS_NUMBER_FORMAT' : phone.problem)
}

function specialProblem(
  cell: Date | { kind: 'formula' | 'error' } | null,
): 'CELL_IS_DATE' | 'FORMULA_CELL' | 'ERROR_CELL' {
  if (cell === null || cell instanceof Date) return 'CELL_IS_DATE'
  return cell.kind === 'formula' ? 'FORMULA_CELL' : 'ERROR_CELL'
}

/** A number as it was typed: Excel keeps 15 digits, further ones are lost. */
function plainNumber(value: number): string | undefined {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) && significantDigits(text) <= exactDigits ? text : undefined
}

function significantDigits(text: string): number {
  return text.replace(/^-/, '').replace('.', '').replace(/^0+/, '').length
}

/** A number, or a text that says exactly one. No thousands, no decimal commas, no exponents in texts but our own. */
export function readNumber(cell: Cell): Read<number> {
  if (typeof cell === 'number') return { value: cell + 0 }
  if (typeof cell !== 'string')
    return cell === null || typeof cell === 'boolean' ? bad('NOT_A_NUMBER') : notANumber(cell)
  const text = cell.trim()
  const value = Number(text)
  return (/^[+-]?\d+(\.\d+)?$/.test(text) && isExact(text, value)) || isOwnExponent(text)
    ? { value: value + 0 }
    : bad('NOT_A_NUMBER')
}

/** `1e+21`, as files of our own have it; other programs have other exponents. */
function isOwnExponent(text: string): boolean {
  return /^-?\d(\.\d+)?e[+-]\d+$/.test(text) && String(Number(text)) === text
}

function notANumber(cell: Date | { kind: 'formula' | 'error' }): { problem: Problem } {
  return bad(cell instanceof Date ? 'CELL_IS_DATE' : specialProblem(cell))
}

function isExact(text: string, value: number): boolean {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimals = fraction.replace(/0+$/, '')
  const plain = decimals === '' ? digits : `${digits}.${decimals}`
  return significantDigits(plain) <= exactDigits || plain === String(Math.abs(value))
}

const dayMs = 86_400_000
/** Serial 60 is a day that Excel made up, 29 February 1900; before it its days are off by one. */
const firstSerial = 61
const lastSerial = 2_958_465
const serialEpoch = Date.UTC(1899, 11, 30)

/** A day: a date cell, a bare serial number, or text in ISO form. A time of day that is not midnight is refused. */
export function readDate(cell: Cell): Read<string> {
  if (typeof cell === 'number') {
    const isDay = Number.isInteger(cell) && cell >= firstSerial && cell <= lastSerial
    return isDay ? { value: isoDay(new Date(serialEpoch + cell * dayMs)) } : bad('NOT_A_DATE')
  }
  if (cell instanceof Date) return readDay(cell)
  if (typeof cell !== 'string') return badMoment(cell, 'NOT_A_DATE')
  const text = cell.trim().replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '')
  return isCalendarDate(text) ? { value: text } : bad('NOT_A_DATE')
}

function readDay(date: Date): Read<string> {
  const ms = date.getTime()
  return Number.isFinite(ms) && ms % dayMs === 0 && isCalendarDate(isoDay(date))
    ? { value: isoDay(date) }
    : bad('NOT_A_DATE')
}

function badMoment(
  cell: boolean | null | { kind: 'formula' | 'error' },
  code: 'NOT_A_DATE' | 'NOT_A_TIME' | 'NOT_A_TIME_OF_DAY',
): { problem: Problem } {
  return bad(cell === null || typeof cell === 'boolean' ? code : specialProblem(cell))
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** A moment as ISO text in UTC. A time without a zone is taken as UTC. */
export function readMoment(cell: Cell): Read<string> {
  if (cell instanceof Date) return Number.isFinite(cell.getTime()) ? { value: cell.toISOString() } : bad('NOT_A_TIME')
  if (typeof cell === 'number') {
    const isMoment = cell >= firstSerial && cell < lastSerial + 1
    return isMoment ? { value: new Date(serialEpoch + Math.round(cell * dayMs)).toISOString() } : bad('NOT_A_TIME')
  }
  if (typeof cell !== 'string') return badMoment(cell, 'NOT_A_TIME')
  const parts = /^(\S{10})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(cell.trim())
  const [, day = '', time = '00:00', zone = 'Z'] = parts ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  return isCalendarDate(day) && !Number.isNaN(moment.getTime()) ? { value: moment.toISOString() } : bad('NOT_A_TIME')
}

const minutesOfDay = 1440

function isTimeAlone(date: Date): boolean {
  return Math.floor((date.getTime() - serialEpoch) / dayMs) === 1
}

/** `HH:MM`: a time cell, which is a part of a day, or text. Seconds are dropped only where they are zero. */
export function readTimeOfDay(cell: Cell): Read<string> {
  // The reader of workbooks puts a time without a day on the last day before 1900.
  if (cell instanceof Date) return readTimeOfDay((cell.getTime() - serialEpoch) / dayMs - (isTimeAlone(cell) ? 1 : 0))
  if (typeof cell === 'number') {
    const minutes = Math.round(cell * minutesOfDay)
    const isTime = cell >= 0 && minutes < minutesOfDay && Math.abs(cell * minutesOfDay - minutes) < 1e-6
    return isTime ? { value: new Date(minutes * 60_000).toISOString().slice(11, 16) } : bad('NOT_A_TIME_OF_DAY')
  }
  if (typeof cell !== 'string') return badMoment(cell, 'NOT_A_TIME_OF_DAY')
  const text = cell
    .trim()
    .replace(/^(\d:)/, '0$1')
    .replace(/^(\d\d:\d\d):00$/, '$1')
  return isTimeOfDay(text) ? { value: text } : bad('NOT_A_TIME_OF_DAY')
}
