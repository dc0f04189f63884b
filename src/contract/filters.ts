/**
 * What a list can be narrowed by. A filter is declared by its kind (`status: oneOf(statuses)`), stands as one word in the
 * URL, and means the same to the list, its export and its bulk calls. Every kind also takes `~` (blank) and `!~`
 * (not blank). Lists of values are separated by commas; ranges are `from..to` with either end left out, both ends
 * included.
 */
import * as z from 'zod/mini'

export const blank = '~'
export const filled = '!~'

/** What the page draws and what the server makes SQL of. */
export type Filter =
  /** Contains the text, case and accents aside; `=text` equals it. */
  | { kind: 'text' }
  | { kind: 'oneOf'; values: readonly string[] }
  | { kind: 'number'; min?: number; max?: number }
  /** Days in UTC, `2026-01-31`. */
  | { kind: 'day' }
  | { kind: 'yesNo' }
  /** Ids of records of another list, by the path of its resource. */
  | { kind: 'record'; of: string }
  /** Ids of administrative units; each stands for all that lies below it. */
  | { kind: 'unit' }

export type Filters = Readonly<Record<string, Filter>>

/** At most this many values in one filter. */
export const maxFilterValues = 100

const number = String.raw`-?\d{1,15}(\.\d{1,9})?`
const day = String.raw`[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`
const id = String.raw`[1-9]\d{0,14}`

/** The word of one filter as the query takes it. */
export function filterWord(filter: Filter): z.ZodMiniOptional<z.ZodMiniString> {
  const word = z.string().check(z.maxLength(2000))
  const shape = shapeOf(filter)
  return z.optional(shape ? word.check(z.regex(shape, 'BAD_FILTER')) : word.check(z.minLength(1)))
}

function shapeOf(filter: Filter): RegExp | undefined {
  switch (filter.kind) {
    case 'text':
      return undefined
    case 'oneOf':
      return listOf(filter.values.join('|'))
    case 'number':
      return rangeOf(number)
    case 'day':
      return rangeOf(day)
    case 'yesNo':
      return /^(true|false|!?~)$/
    case 'record':
    case 'unit':
      return listOf(id)
  }
}

function listOf(value: string): RegExp {
  return new RegExp(`^(!?~|(${value})(,(${value})){0,${maxFilterValues - 1}})$`)
}

function rangeOf(value: string): RegExp {
  return new RegExp(String.raw`^(!?~|${value}|(${value})?\.\.(${value})|(${value})\.\.)$`)
}
