/** The words of OData v4 that our feed takes, read without doing anything. */
import { freeNames } from '../text/free-names.ts'

/** Fields that a filter may compare, and how their values are written. */
export const feedFields = {
  _id: 'number',
  _version: 'number',
  _status: 'text',
  _source: 'text',
  submittedAt: 'moment',
  _receivedAt: 'moment',
} as const
export type FeedField = keyof typeof feedFields

export const comparisons = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

export interface FeedCondition {
  field: FeedField
  operator: keyof typeof comparisons
  value: string | number
}

export interface FeedOptions {
  top: number | undefined
  skip: number
  /** Rows after this id. */
  after: number
  conditions: FeedCondition[]
  select: string[] | undefined
  count: boolean
}

/** The reason why the feed refuses a query, for the developer at the other end. */
export class FeedProblem extends Error {
  readonly status: 400 | 404

  constructor(message: string, status: 400 | 404 = 400) {
    super(message)
    this.status = status
  }
}

const known = ['$top', '$skip', '$skiptoken', '$filter', '$select', '$count', '$format', '$orderby']
const mostRows = 1_000_000_000
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59)

/** Options without a dollar are for others; unknown ones with it must be refused (OData v4, part 1, 11.2.1). */
export function readFeedOptions(query: Readonly<Record<string, unknown>>): FeedOptions {
  for (const [name, value] of Object.entries(query)) {
    if (name.startsWith('$') && !known.includes(name)) throw new FeedProblem(`${name} is not supported`)
    if (name.startsWith('$') && typeof value !== 'string') throw new FeedProblem(`${name} comes once`)
  }
  const words = query as Readonly<Record<string, string | undefined>>
  const { $orderby: order = '_id', $format: format = 'json', $count: count = 'false' } = words
  if (!/^_id(\s+asc)?$/.test(order.trim())) throw new FeedProblem('$orderby takes _id alone')
  if (!/^(json|application\/json)/.test(format)) throw new FeedProblem('$format takes json alone')
  if (count !== 'true' && count !== 'false') throw new FeedProblem('$count is true or false')
  return {
    top: wholeNumber('$top', words['$top']),
    skip: wholeNumber('$skip', words['$skip']) ?? 0,
    after: wholeNumber('$skiptoken', words['$skiptoken']) ?? 0,
    conditions: words['$filter'] === undefined ? [] : readFilter(words['$filter']),
    select:
      words['$select'] === undefined || words['$select'].trim() === '*'
        ? undefined
        : words['$select'].split(',').map((name) => name.trim()),
    count: count === 'true',
  }
}

function wholeNumber(name: string, word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const value = /^\d{1,15}$/.test(word) ? Number(word) : Number.NaN
  if (Number.isNaN(value) || (name !== '$skiptoken' && value > mostRows))
    throw new FeedProblem(`${name} is a whole number`)
  return value
}

/** `_id gt 5 and submittedAt ge 2024-01-31T00:00:00Z and _status eq 'APPROVED'`. */
export function readFilter(filter: string): FeedCondition[] {
  const condition = /^\s*(\w+)\s+(\w+)\s+('(?:[^']|'')*'|[^\s')]+)\s*(?:and\b|$)/
  const conditions: FeedCondition[] = []
  let rest = filter
  while (rest.trim() !== '' || conditions.length === 0) {
    const [whole, field = '', operator = '', value = ''] = condition.exec(rest) ?? []
    if (whole === undefined) throw new FeedProblem(`$filter cannot be read from “${rest.trim().slice(0, 40)}” on`)
    conditions.push(conditionOf(field, operator, value))
    rest = rest.slice(whole.length)
    if (rest.trim() === '' && /\band$/.test(whole.trimEnd())) throw new FeedProblem('$filter ends with “and”')
  }
  return conditions
}

function conditionOf(field: string, operator: string, value: string): FeedCondition {
  if (!Object.hasOwn(feedFields, field))
    throw new FeedProblem(`$filter compares ${Object.keys(feedFields).join(', ')}; not ${field}`)
  if (!Object.hasOwn(comparisons, operator))
    throw new FeedProblem(`$filter knows ${Object.keys(comparisons).join(', ')}; not ${operator}`)
  const name = field as FeedField
  const read = valueOf(feedFields[name], value)
  if (read === undefined) throw new FeedProblem(`${value} is no value of ${field}`)
  return { field: name, operator: operator as FeedCondition['operator'], value: read }
}

function valueOf(kind: (typeof feedFields)[FeedField], word: string): string | number | undefined {
  if (kind === 'text') return /^'.*'$/.test(word) ? word.slice(1, -1).replaceAll("''", "'") : undefined
  if (kind === 'number') return /^-?\d{1,15}$/.test(word) ? Number(word) : undefined
  const isMoment = /^[1-9]\d{3}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(word)
  const time = isMoment ? Date.parse(word) : Number.NaN
  // A zone may take the last day into a year that the database does not read.
  return Number.isNaN(time) || time > lastMoment ? undefined : new Date(time).toISOString()
}

/** The codes behind the words that a field shows. */
export type FeedWords = Partial<Record<FeedField, readonly { word: string; code: string }[]>>

/** The same conditions on codes: a caller compares with the words that the feed shows, or with the codes themselves. */
export function onCodes(conditions: readonly FeedCondition[], words: FeedWords): FeedCondition[] {
  return conditions.map((condition) => {
    const { field, operator, value } = condition
    const known = words[field]
    if (!known) return condition
    if (operator !== 'eq' && operator !== 'ne') throw new FeedProblem(`${field} is compared by eq and ne`)
    const named = known.find(({ word, code }) => word === value || code === value)
    if (named) return { ...condition, value: named.code }
    throw new FeedProblem(
      `'${value}' is no value of ${field}; it takes ${known.map(({ word }) => `'${word}'`).join(', ')}`,
    )
  })
}

/** A name that OData takes for each column, none twice: letters, digits and `_`. */
export function feedNames(codes: readonly string[]): string[] {
  const free = freeNames([], { byCase: true })
  return codes.map((code) => free(code.replaceAll(/\W/g, '_')))
}
