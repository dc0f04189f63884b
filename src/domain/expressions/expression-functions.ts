/** The functions of expressions. Their arguments have been checked when they run. */
import { areaOf, lengthOf, pointsOf } from '../answers/lines.ts'
import type { GeoPoint } from '../answers/answer-values.ts'
import { own } from '../own.ts'
import { longestText } from '../text/text.ts'
import { dayOrTime, finite, textOf, type Value, type ValueType, writtenMoment } from './expression-values.ts'

interface ExpressionFunction {
  /** For each argument the types that it may have; the last one holds for all further ones. */
  takes: readonly (readonly ValueType[])[]
  least: number
  most: number
  /** `same`: the type of the second argument, which all after it share. */
  gives: ValueType | 'same' | 'first'
  /** How forms call it. */
  xpath: string
  run: (values: readonly Value[]) => Value
}

const number: readonly ValueType[] = ['number']
const text: readonly ValueType[] = ['text']
const condition: readonly ValueType[] = ['boolean']
const any: readonly ValueType[] = ['number', 'text', 'boolean', 'date', 'time', 'datetime', 'choices', 'point', 'file']
/** What a day or a moment is made of: a number counts days since 1970. */
const moment: readonly ValueType[] = ['date', 'datetime', 'text', 'number']
const written: readonly ValueType[] = ['number', 'text', 'date', 'time', 'datetime']
const many = 100
const one = { least: 1, most: 1 }
const two = { least: 2, most: 2 }
const none = { least: 0, most: 0 }
const places: readonly ValueType[] = ['point', 'text']

/** Of those that are there; blank when none is. */
function overNumbers(values: readonly Value[], of: (numbers: number[]) => number): Value {
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length === 0 ? undefined : finite(of(numbers))
}

const least = (numbers: number[]) => Math.min(...numbers)
const most = (numbers: number[]) => Math.max(...numbers)
const total = (numbers: number[]) => numbers.reduce((sum, value) => sum + value, 0)

/** Blank stays blank. */
export function onNumber(value: Value, of: (value: number) => number): Value {
  return typeof value === 'number' ? finite(of(value)) : undefined
}

/** Halves go up, as in XPath; to digits away from 0, as apps do. */
function rounded(value: Value, digits: Value): Value {
  if (typeof digits === 'number' && typeof value === 'number' && value < 0)
    return onNumber(rounded(-value, digits), (up) => 0 - up)
  return roundedUp(value, digits)
}

function roundedUp(value: Value, digits: Value = 0): Value {
  if (typeof value !== 'number' || typeof digits !== 'number') return undefined
  if (!Number.isInteger(digits) || digits < 0 || digits > 9) return undefined
  return finite(Number(`${Math.round(Number(`${value.toFixed(12)}e${digits}`))}e-${digits}`))
}

/** Of numbers alone, under their names in forms. */
const ofNumbers: Readonly<Record<string, (...values: number[]) => number>> = {
  /** The whole number below. */
  floor: (value) => Math.floor(value),
  /** Without what is behind the point. */
  int: (value) => Math.trunc(value),
  abs: (value) => Math.abs(value),
  pow: (value, power) => value ** power,
  sqrt: (value) => Math.sqrt(value),
  exp: (value) => Math.exp(value),
  log: (value) => Math.log(value),
  log10: (value) => Math.log10(value),
  sin: (value) => Math.sin(value),
  cos: (value) => Math.cos(value),
  tan: (value) => Math.tan(value),
  asin: (value) => Math.asin(value),
  acos: (value) => Math.acos(value),
  atan: (value) => Math.atan(value),
  atan2: (value, other) => Math.atan2(value, other),
  pi: () => Math.PI,
}

/** Makes a number of numbers. */
function numeric(xpath: string, args: { least: number; most: number }, run: ExpressionFunction['run']) {
  return { [xpath]: { takes: [number], ...args, gives: 'number', xpath, run } satisfies ExpressionFunction }
}

function onAll(of: (...values: number[]) => number): ExpressionFunction['run'] {
  return (values) => (values.every((value) => typeof value === 'number') ? finite(of(...values)) : undefined)
}

/** Of lines and places; blank where one of them is. */
function measured(values: readonly Value[], of: (points: readonly GeoPoint[]) => number): Value {
  const points = values.map((value) => (typeof value === 'string' ? pointsOf(value) : [value as GeoPoint]))
  const isWhole = values.every((value, at) => value !== undefined && points[at]?.length !== 0)
  const all = points.flat()
  return isWhole && all.length > 1 ? of(all) : undefined
}

function byChance(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}

/** Random but for its marks. Not `randomUUID`, which a page over plain http does not have. */
function anyUuid(): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(byChance() * 16).toString(16))
}

function chosenOf(value: Value): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return textOf(value)
    .split(/\s+/)
    .filter((word) => word !== '')
}

const functions: Record<string, ExpressionFunction> = {
  /** Whether the option is chosen. */
  selected: {
    takes: [['choices', 'text'], text],
    ...two,
    gives: 'boolean',
    xpath: 'selected',
    run: ([chosen, code]) =>
      code !== undefined && (Array.isArray(chosen) ? chosen.includes(textOf(code)) : chosen === code),
  },
  /** How many options are chosen, 0 for a blank; of a text how many words it has. */
  countSelected: {
    takes: [['choices', 'text']],
    ...one,
    gives: 'number',
    xpath: 'count-selected',
    run: ([chosen]) => chosenOf(chosen).length,
  },
  /** The option chosen at this place, counted from 0. */
  selectedAt: {
    takes: [['choices', 'text'], number],
    ...two,
    gives: 'text',
    xpath: 'selected-at',
    run: ([chosen, place]) => (typeof place === 'number' ? chosenOf(chosen)[place] : undefined),
  },
  answered: { ...one, takes: [any], gives: 'boolean', xpath: '', run: ([value]) => value !== undefined },
  not: { ...one, takes: [condition], gives: 'boolean', xpath: 'not', run: ([value]) => value !== true },
  if: {
    takes: [condition, any],
    least: 3,
    most: 3,
    gives: 'same',
    xpath: 'if',
    run: ([holds, one, other]) => (holds === true ? one : other),
  },
  /** The first that is there. */
  coalesce: {
    takes: [any],
    least: 2,
    most: many,
    gives: 'first',
    xpath: 'coalesce',
    run: (values) => values.find((value) => value !== undefined),
  },
  /** How many characters, 0 for a blank. */
  length: {
    ...one,
    takes: [text],
    gives: 'number',
    xpath: 'string-length',
    run: ([value]) => Array.from(textOf(value)).length,
  },
  /** Whether a text has another in it. */
  contains: {
    takes: [text],
    ...two,
    gives: 'boolean',
    xpath: 'contains',
    run: ([whole, part]) => part !== undefined && textOf(whole).includes(textOf(part)),
  },
  /** Rounds to 0 to 9 digits after the point. */
  ...numeric('round', { least: 1, most: 2 }, ([value, digits]) => rounded(value, digits)),
  ...Object.assign(
    {},
    ...Object.entries(ofNumbers).map(([xpath, of]) => numeric(xpath, { least: of.length, most: of.length }, onAll(of))),
  ),
  /** Along a line, or from place to place, in metres. */
  distance: {
    takes: [places],
    ...one,
    most: many,
    gives: 'number',
    xpath: 'distance',
    run: (values) => measured(values, lengthOf),
  },
  /** What a line goes around, in square metres. */
  area: { ...one, takes: [places], gives: 'number', xpath: 'area', run: (values) => measured(values, areaOf) },
  /** From 0 up to 1. What is drawn by chance is drawn once (`keepsFirst`). */
  random: { ...none, takes: [], gives: 'number', xpath: 'random', run: byChance },
  uuid: { ...none, takes: [], gives: 'text', xpath: 'uuid', run: anyUuid },
  date: { ...one, takes: [moment], gives: 'date', xpath: 'date', run: ([value]) => dayOrTime('date', value) },
  /** A moment as its `%Y-%m-%d %H:%M`. */
  formatDate: {
    takes: [moment, text],
    ...two,
    gives: 'text',
    xpath: 'format-date-time',
    run: ([value, pattern]) => writtenMoment(dayOrTime('datetime', value), textOf(pattern)),
  },
  /** The characters from one place up to another, counted from 0; from the end where they are negative. */
  substr: {
    takes: [text, number],
    least: 2,
    most: 3,
    gives: 'text',
    xpath: 'substr',
    run: ([whole, from, to]) =>
      typeof from === 'number'
        ? textOf(whole).slice(from, typeof to === 'number' ? to : undefined) || undefined
        : undefined,
  },
  ...numeric('min', { least: 1, most: many }, (values) => overNumbers(values, least)),
  ...numeric('max', { least: 1, most: many }, (values) => overNumbers(values, most)),
  ...numeric('sum', { least: 1, most: many }, (values) => overNumbers(values, total)),
  /** One after the other; a blank adds nothing. */
  concat: {
    takes: [written],
    ...one,
    most: many,
    gives: 'text',
    xpath: 'concat',
    // No longer than what an answer is refused for: texts made of texts would grow without end.
    run: (values) =>
      values
        .map(textOf)
        .join('')
        .slice(0, longestText + 1) || undefined,
  },
}

/** Sums up the answers to one question in all repetitions of its section, without blanks. */
export interface Summary {
  takes: readonly ValueType[]
  run: (values: readonly Value[]) => Value
}

const summaries: Record<string, Summary> = {
  /** In how many repetitions it is answered. */
  count: { takes: any, run: (values) => values.length },
  /** Of none it is 0. */
  sum: { takes: number, run: (values) => overNumbers(values, total) ?? 0 },
  min: { takes: number, run: (values) => overNumbers(values, least) },
  max: { takes: number, run: (values) => overNumbers(values, most) },
}

export function summaryNamed(name: string): Summary | undefined {
  return own(summaries, name)
}

/** What a person may write; those below are of the language itself. */
export const functionNames: readonly string[] = [
  ...new Set([...Object.keys(functions), ...Object.keys(summaries)]),
  'today',
  'now',
  'once',
  'lookup',
  'matches',
  'position',
  'join',
  'repetitions',
  'indexedRepeat',
  'choiceName',
  'lastSaved',
]

/** By what forms call them. */
export const functionsByXPath: ReadonlyMap<string, string> = new Map([
  ...Object.entries(functions).map(([name, { xpath }]) => [xpath, name] as const),
  ...['today', 'now', 'once'].map((name) => [name, name] as const),
  ['regex', 'matches'],
  ['format-date', 'formatDate'],
])

export function functionNamed(name: string): ExpressionFunction | undefined {
  return own(functions, name)
}

/** Functions that are about a question, and at which place they name it. */
export const placesOfQuestions: ReadonlyMap<string, number> = new Map([
  ['lastSaved', 0],
  ['repetitions', 0],
  ['indexedRepeat', 0],
  ['choiceName', 1],
  ['join', 1],
])
