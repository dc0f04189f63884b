/** The filters of OData v4 that our feed takes: read into comparisons, or refused with what it takes instead. */
import { FeedProblem } from './feed-problem.ts'

/** How the values of a field are written. */
export interface FeedField {
  kind: 'number' | 'text' | 'moment'
  /** The codes behind the words that it shows; it takes both. */
  words?: readonly { word: string; code: string }[]
}
export type FeedFields = ReadonlyMap<string, FeedField>

export const comparisons = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const
type Comparison = keyof typeof comparisons
export const textTests = ['contains', 'startswith', 'endswith'] as const
type TextTest = (typeof textTests)[number]

type FeedValue = string | number | null

export type FeedFilter =
  | { is: 'and' | 'or'; parts: FeedFilter[] }
  | { is: 'not'; part: FeedFilter }
  | { is: 'compared'; field: string; operator: Comparison; value: FeedValue }
  | { is: 'among'; field: string; values: FeedValue[] }
  | { is: 'tested'; field: string; test: TextTest; text: string }

/** Enough for what programs write; each costs the database a look. */
const most = { characters: 8000, terms: 200, depth: 20, values: 500 }
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59)

/** `village eq 'god' and (members gt 3 or contains(name, 'Ana')) and not (_status in ('REJECTED', 'DRAFT'))`. */
export function readFilter(filter: string, fields: FeedFields): FeedFilter {
  if (filter.length > most.characters) throw new FeedProblem(`$filter has at most ${most.characters} characters`)
  const reader = new FilterReader(filter, fields)
  const read = reader.any(0)
  reader.end()
  return read
}

/** The fields that a filter names. */
export function fieldsOf(filter: FeedFilter): string[] {
  if (filter.is === 'not') return fieldsOf(filter.part)
  return 'parts' in filter ? filter.parts.flatMap(fieldsOf) : [filter.field]
}

class FilterReader {
  #at = 0
  #terms = 0
  readonly #filter: string
  readonly #fields: FeedFields

  constructor(filter: string, fields: FeedFields) {
    this.#filter = filter
    this.#fields = fields
  }

  any(depth: number): FeedFilter {
    return this.#joined('or', () => this.#joined('and', () => this.#one(depth)))
  }

  end(): void {
    if (this.#filter.slice(this.#at).trim() !== '') throw this.#unread()
  }

  #joined(is: 'and' | 'or', next: () => FeedFilter): FeedFilter {
    const parts = [next()]
    while (this.#takes(is)) parts.push(next())
    const [only] = parts
    return parts.length === 1 && only ? only : { is, parts }
  }

  #one(depth: number): FeedFilter {
    this.#terms += 1
    if (depth > most.depth || this.#terms > most.terms)
      throw new FeedProblem(`$filter has at most ${most.terms} parts, ${most.depth} deep`)
    if (this.#takes('not')) return { is: 'not', part: this.#one(depth + 1) }
    if (this.#takes('(')) {
      const inner = this.any(depth + 1)
      this.#must(')')
      return inner
    }
    const name = this.#next()
    const test = textTests.find((known) => known === name)
    return test && this.#takes('(') ? this.#tested(test) : this.#compared(name)
  }

  #tested(test: TextTest): FeedFilter {
    const field = this.#next()
    if (this.#field(field).kind !== 'text') throw new FeedProblem(`${test} looks into texts; ${field} is none`)
    this.#must(',')
    const word = this.#next()
    const text = textOf(word)
    if (text === undefined) throw new FeedProblem(`${test} looks for a text such as 'Ana'; not ${word.slice(0, 40)}`)
    this.#must(')')
    return { is: 'tested', field, test, text }
  }

  #compared(field: string): FeedFilter {
    const known = this.#field(field)
    const operator = this.#next()
    if (operator === 'in') {
      const values: FeedValue[] = []
      this.#must('(')
      do values.push(valueOf(field, known, this.#next()))
      while (this.#takes(','))
      this.#must(')')
      if (values.length > most.values) throw new FeedProblem(`“in” takes at most ${most.values} values`)
      return { is: 'among', field, values }
    }
    if (!Object.hasOwn(comparisons, operator))
      throw new FeedProblem(
        `$filter knows ${Object.keys(comparisons).join(', ')} and in; not “${operator.slice(0, 40)}”`,
      )
    const ordered = operator !== 'eq' && operator !== 'ne'
    if (known.words && ordered) throw new FeedProblem(`${field} is compared by eq, ne and in`)
    const value = valueOf(field, known, this.#next())
    if (value === null && ordered) throw new FeedProblem('null is compared by eq and ne')
    return { is: 'compared', field, operator: operator as Comparison, value }
  }

  #field(name: string): FeedField {
    const known = this.#fields.get(name)
    if (known) return known
    if (!/^\w+$/.test(name)) throw new FeedProblem(`$filter names a property where “${name.slice(0, 40)}” is`)
    throw new FeedProblem(`$filter compares ${[...this.#fields.keys()].join(', ')}; not ${name.slice(0, 80)}`)
  }

  #peek(): string {
    const word = /\s*(?:[(),]|'(?:[^']|'')*'|[^\s(),']+)?/y
    word.lastIndex = this.#at
    return word.exec(this.#filter)?.[0] ?? ''
  }

  #next(): string {
    const word = this.#peek()
    if (word.trim() === '') throw this.#unread()
    this.#at += word.length
    return word.trim()
  }

  #takes(word: string): boolean {
    const found = this.#peek()
    if (found.trim() !== word) return false
    this.#at += found.length
    return true
  }

  #must(word: string): void {
    if (!this.#takes(word)) throw this.#unread()
  }

  #unread(): FeedProblem {
    const rest = this.#filter.slice(this.#at).trim()
    return new FeedProblem(
      rest === '' ? '$filter ends too early' : `$filter cannot be read from “${rest.slice(0, 40)}” on`,
    )
  }
}

function textOf(word: string): string | undefined {
  return word.length > 1 && word.startsWith("'") ? word.slice(1, -1).replaceAll("''", "'") : undefined
}

function valueOf(name: string, field: FeedField, word: string): FeedValue {
  if (word === 'null') return null
  const read = { text: textValue, number: numberValue, moment: momentValue }[field.kind](word)
  if (read === undefined) throw new FeedProblem(`${word.slice(0, 40)} is no value of ${name}`)
  if (!field.words) return read
  const named = field.words.find(({ word: shown, code }) => shown === read || code === read)
  if (named) return named.code
  throw new FeedProblem(`${word.slice(0, 40)} is no value of ${name}; it takes ${namedWords(field.words)}`)
}

function namedWords(words: NonNullable<FeedField['words']>): string {
  const shown = words.slice(0, 20).map(({ code }) => `'${code}'`)
  return shown.length < words.length ? `${shown.join(', ')} and ${words.length - shown.length} more` : shown.join(', ')
}

/** Days may come without quotes, as OData writes them. */
function textValue(word: string): string | undefined {
  return textOf(word) ?? (/^\d{4}-\d\d-\d\d$/.test(word) ? word : undefined)
}

function numberValue(word: string): number | undefined {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(word) ? Number(word) : undefined
}

function momentValue(word: string): string | undefined {
  const isMoment = /^[1-9]\d{3}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(word)
  const time = isMoment ? Date.parse(word) : Number.NaN
  // A zone may take the last day into a year that the database does not read.
  return Number.isNaN(time) || time > lastMoment ? undefined : new Date(time).toISOString()
}
