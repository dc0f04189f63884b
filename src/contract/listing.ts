/**
 * The input that every list takes in the same words: page, search, typed filters and order. All matches can be had as a
 * file. Resources have it by their declaration; lists of their own kind declare it here.
 */
import * as z from 'zod/mini'
import { type Access, endpoint, one, type ObjectSchema } from './endpoint.ts'
import { pageFields } from './fields.ts'
import { type Filters, filterWords } from './filters.ts'
import { exportChoice, Started } from './views.ts'

/** The free text of a list that is searched: its word `q`. */
export const Search = z.optional(z.string().check(z.maxLength(200)))

/** `further`: orders that are known by their form alone. */
function sortWord(sort: readonly string[], further?: RegExp) {
  const known = z.enum(sort.flatMap((key) => [key, `-${key}`]) as [string, ...string[]])
  return z.optional(further ? z.union([known, z.string().check(z.regex(further))]) : known)
}

/** Words of the standard list query: paging, `q` free text search, `sort=field` or `sort=-field`. */
export function listQuery<F extends Filters>(sort: readonly string[], filters: F) {
  return z.strictObject({ ...pageFields, q: Search, sort: sortWord(sort), ...filterWords(filters) })
}

/** What a list shows, whatever its page: its search and its filters, in the words of its query. */
export function listFilter<F extends Filters>(filters: F) {
  return z.strictObject({ q: Search, ...filterWords(filters) })
}

interface ExportSpec<Filter extends ObjectSchema> {
  path: string
  access: Access
  sort: readonly string[]
  filter: Filter
  /** Keys of the row that a file may hold. */
  columns: readonly string[]
  furtherSort?: RegExp | undefined
}

/** All that match, as a file: a job of the asker. */
export function exportCall<Filter extends ObjectSchema>(spec: ExportSpec<Filter>) {
  const { path, access, sort, furtherSort, filter, columns } = spec
  return endpoint({
    route: `POST /${path}/export`,
    access,
    summary: `Export ${path}`,
    body: z.strictObject({ filter: z.optional(filter), sort: sortWord(sort, furtherSort), ...exportChoice(columns) }),
    reply: one(Started),
    status: 202,
  })
}

interface ListingSpec<Row extends ObjectSchema, F extends Filters, More extends z.core.$ZodLooseShape> {
  /** The path of its export, and its name in locale keys: `payments`. */
  path: string
  row: Row
  access: Access
  /** Columns that may be sorted by. */
  sort: readonly string[]
  /** Further orders, by their form. */
  furtherSort?: RegExp
  filters: F
  /** Further words that narrow it; `q` is one of them where the list is searched. */
  more: More
  /** Keys of the row that a file may hold. */
  columns: readonly (keyof Row['shape'] & string)[]
}

/** The keys of a row in its order, without some that no file holds. */
export function keysBut<Row extends ObjectSchema>(row: Row, ...leftOut: (keyof Row['shape'] & string)[]) {
  const keys = Object.keys(row.shape) as (keyof Row['shape'] & string)[]
  return keys.filter((key) => !leftOut.includes(key))
}

/** Declares a special list: `query` is the query of its call, `export` the call that makes its file. */
export function listing<Row extends ObjectSchema, const F extends Filters, More extends z.core.$ZodLooseShape>(
  spec: ListingSpec<Row, F, More>,
) {
  const { path, row, access, sort, furtherSort, filters, more, columns } = spec
  const words = { ...filterWords(filters), ...more }
  const filter = z.strictObject(words)
  return {
    ...spec,
    filter,
    query: z.strictObject({ ...pageFields, sort: sortWord(sort, furtherSort), ...words }),
    /** A row of the file. */
    file: z.object(Object.fromEntries(columns.map((key) => [key, row.shape[key]]))) as ObjectSchema,
    export: exportCall({ path, access, sort, furtherSort, filter, columns }),
  }
}
