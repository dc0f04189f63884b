/**
 * The filters of a list. A filter is declared by its kind (`status: oneOf(statuses)`) and is one word in the URL. It means
 * the same to the list, its export and its bulk calls. Every kind also takes `~` (blank) and `!~` (not blank). Commas
 * separate the values of a list; ranges are `from..to`, either end may be missing, both ends are included.
 */
import * as z from 'zod/mini'
import type { Hint } from '#domain/problems.ts'
import { saying, teaching } from './problems.ts'

export const blank = '~'
export const filled = '!~'

/** The pieces that the page draws and that the server turns into SQL. */
export type Filter =
  /** Contains the text, case and accents aside; `=text` equals it. */
  | { kind: 'text' }
  | { kind: 'oneOf'; values: readonly string[] }
  /** Whole numbers, unless digits after the point are declared. */
  | { kind: 'number'; min?: number; max?: number; decimals?: number }
  /** Days in UTC, `2026-01-31`. */
  | { kind: 'day' }
  | { kind: 'yesNo' }
  /** Ids of records of another list, by the path of its resource; `alias` is the form of the other word they answer to. */
  | { kind: 'record'; of: string; alias?: string }
  /** Ids of administrative units; each includes all units below it. */
  | { kind: 'unit' }

export type Filters = Readonly<Record<string, Filter>>

/** The filters of any record's list. */
export const recordFilters = { createdAt: { kind: 'day' }, updatedAt: { kind: 'day' } } as const satisfies Filters

/** At most this many values in one filter. */
export const maxFilterValues = 100

const day = String.raw`[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const id = String.raw`[1-9]\d{0,14}`

type Word = z.ZodMiniOptional<z.ZodMiniString>
export type FilterWords<F extends Filters> = { [K in keyof F]: Word }

/** The words of all filters, for the shape of a query or a body. */
export function filterWords<F extends Filters>(filters: F): FilterWords<F> {
  const words = Object.entries(filters).map(([key, filter]) => [key, filterWord(filter)])
  return Object.fromEntries(words) as FilterWords<F>
}

/**
 * The word of one filter as the query takes it. A problem says that its form is wrong, or that its range is turned
 * round.
 */
function filterWord(filter: Filter): Word {
  const word = z.string().check(z.minLength(1), z.maxLength(2000))
  const shape = shapeOf(filter)
  if (!shape) return z.optional(word)
  const checked = word.check(
    z.regex(shape, { abort: true }),
    z.refine((value) => isReal(filter, value), { params: saying('FORMAT'), abort: true }),
    z.refine((value) => isUpright(filter, value), { params: saying('RANGE_REVERSED') }),
  )
  return z.optional(teaching(checked, hintOf(filter)))
}

function hintOf(filter: Filter): Hint {
  switch (filter.kind) {
    case 'oneOf':
      return { allowed: filter.values }
    case 'yesNo':
      return { allowed: ['true', 'false'] }
    case 'number':
      return { example: '5..10' }
    case 'day':
      return { example: '2024-01-01..2024-12-31' }
    case 'text':
    case 'record':
    case 'unit':
      return { example: '12,13' }
  }
}

function shapeOf(filter: Filter): RegExp | undefined {
  switch (filter.kind) {
    case 'text':
      return undefined
    case 'oneOf':
      return listOf(filter.values.join('|'))
    case 'number':
      return rangeOf(numberOf(filter.decimals ?? 0))
    case 'day':
      return rangeOf(day)
    case 'yesNo':
      return /^(true|false|!?~)$/
    case 'record':
      return listOf(filter.alias === undefined ? id : `${id}|${filter.alias}`)
    case 'unit':
      return listOf(id)
  }
}

function numberOf(decimals: number): string {
  return decimals === 0 ? String.raw`-?\d{1,15}` : String.raw`-?\d{1,15}(?:\.\d{1,${decimals}})?`
}

function listOf(value: string): RegExp {
  return new RegExp(`^(!?~|(${value})(,(${value})){0,${maxFilterValues - 1}})$`)
}

function rangeOf(value: string): RegExp {
  return new RegExp(String.raw`^(!?~|${value}|(${value})?\.\.(${value})|(${value})\.\.)$`)
}

/** The meaning of a word. */
export type WordMeaning =
  | { for: 'blank' | 'filled' }
  | { for: 'containing' | 'equal'; text: string }
  | { for: 'among'; values: readonly string[] }
  | { for: 'between'; from: string | undefined; to: string | undefined }

/** A word that has the filter's form. */
export function readWord(filter: Filter, word: string): WordMeaning {
  if (word === blank) return { for: 'blank' }
  if (word === filled) return { for: 'filled' }
  switch (filter.kind) {
    case 'text':
      return word.startsWith('=') ? { for: 'equal', text: word.slice(1) } : { for: 'containing', text: word }
    case 'number':
    case 'day': {
      const [from, to] = word.includes('..') ? word.split('..') : [word, word]
      return { for: 'between', from: from || undefined, to: to || undefined }
    }
    case 'oneOf':
    case 'yesNo':
    case 'record':
    case 'unit':
      return { for: 'among', values: [...new Set(word.split(','))] }
  }
}

/** Those of a few values that a word of their filter names: all of them when there is none. */
export function chosenAmong<Value>(values: readonly Value[], filter: Filter, word: string | undefined) {
  const asked = word === undefined ? undefined : readWord(filter, word)
  if (asked?.for === 'among') return values.filter((value) => asked.values.includes(String(value)))
  return asked === undefined || asked.for === 'filled' ? values : []
}

/** Whether the days of a range exist in the calendar, unlike February 30, and its numbers are within their bounds. */
function isReal(filter: Filter, word: string): boolean {
  const asked = readWord(filter, word)
  if (asked.for !== 'between') return true
  return [asked.from, asked.to].every((end) => end === undefined || isEnd(filter, end))
}

function isEnd(filter: Filter, end: string): boolean {
  if (filter.kind !== 'number') return isDay(end)
  const { min = -Infinity, max = Infinity } = filter
  return Number(end) >= min && Number(end) <= max
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function isUpright(filter: Filter, word: string): boolean {
  const asked = readWord(filter, word)
  if (asked.for !== 'between' || asked.from === undefined || asked.to === undefined) return true
  return filter.kind === 'number' ? Number(asked.from) <= Number(asked.to) : asked.from <= asked.to
}
