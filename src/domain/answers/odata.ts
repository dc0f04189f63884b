/** The words of OData v4 that our feed takes, read without doing anything. */
import { FeedProblem } from './feed-problem.ts'
import { type FeedFields, readFilter } from './feed-filter.ts'
import { freeNames } from '../text/free-names.ts'

/** Blank values come first, and last when it descends, as OData has it. */
export interface FeedOrder {
  field: string
  descends: boolean
}

const known = ['$top', '$skip', '$skiptoken', '$filter', '$select', '$count', '$format', '$orderby', '$expand']
const mostRows = 1_000_000_000
const mostOrders = 5

/** Options without a dollar are for others; unknown ones with it must be refused (OData v4, part 1, 11.2.1). */
export function readFeedOptions(query: Readonly<Record<string, unknown>>, fields: FeedFields) {
  for (const [name, value] of Object.entries(query)) {
    if (name.startsWith('$') && !known.includes(name)) throw new FeedProblem(`${name} is not supported`)
    if (name.startsWith('$') && typeof value !== 'string') throw new FeedProblem(`${name} comes once`)
  }
  const words = query as Readonly<Record<string, string | undefined>>
  const { $format: format = 'json', $count: count = 'false' } = words
  if (!/^(json|application\/json)/.test(format)) throw new FeedProblem('$format takes json alone')
  if (count !== 'true' && count !== 'false') throw new FeedProblem('$count is true or false')
  const [after, repetition] = words['$skiptoken']?.split('.') ?? []
  return {
    top: wholeNumber('$top', words['$top']),
    skip: wholeNumber('$skip', words['$skip']) ?? 0,
    /** Rows after this id; in a table of a section that repeats, after `<response>.<repetition>`. */
    after: wholeNumber('$skiptoken', after) ?? 0,
    afterRepetition: wholeNumber('$skiptoken', repetition) ?? 0,
    filter: words['$filter'] === undefined ? undefined : readFilter(words['$filter'], fields),
    /** Within it, and where it says nothing, by the id. */
    order: ordersIn(words['$orderby'] ?? '_id', fields),
    select: namesIn(words['$select'] ?? '*'),
    /** Names of sections that repeat, or all. */
    expand: namesIn(words['$expand'] ?? '') ?? ('*' as const),
    count: count === 'true',
  }
}

/** `village, members desc`. After the id nothing is left to order. */
function ordersIn(words: string, fields: FeedFields): FeedOrder[] {
  const orders = words.split(',').map((word) => {
    const [, field = '', direction] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/.exec(word) ?? []
    if (field !== '_id' && !fields.has(field))
      throw new FeedProblem(
        `$orderby takes properties that $filter compares, such as “_receivedAt desc”; not “${word.trim().slice(0, 80)}”`,
      )
    return { field, descends: direction === 'desc' }
  })
  if (orders.length > mostOrders) throw new FeedProblem(`$orderby has at most ${mostOrders} properties`)
  const byId = orders.findIndex(({ field }) => field === '_id')
  if (byId < 0) return orders
  return orders.slice(0, orders[byId]?.descends ? byId + 1 : byId)
}

function wholeNumber(name: string, word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const value = /^\d{1,15}$/.test(word) ? Number(word) : Number.NaN
  if (Number.isNaN(value) || (name !== '$skiptoken' && value > mostRows))
    throw new FeedProblem(`${name} is a whole number`)
  return value
}

/** Undefined: all. */
function namesIn(words: string): string[] | undefined {
  if (words.trim() === '*') return undefined
  return words
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** A name that OData takes for each column, none twice: letters, digits and `_`. */
export function feedNames(codes: readonly string[]): string[] {
  const free = freeNames([], { byCase: true })
  return codes.map((code) => free(code.replaceAll(/\W/g, '_')))
}
