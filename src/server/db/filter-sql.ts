/** The SQL of a list's typed filters (contract/filters.ts). The words have been parsed: each has the form of its filter. */
import { type RawBuilder, sql } from 'kysely'
import { type WordMeaning, type Filter, type Filters, readWord } from '#contract/filters.ts'
import { foldedColumn, snake } from './names.ts'

type Condition = RawBuilder<unknown>

/** By filter: the table and the column that know a record by another word than its id. */
export type Aliases = Record<string, { table: string; column: string }>

interface Filtered {
  filters: Filters
  /** Filters that ask something else than the column of their name. */
  derived: Record<string, Condition>
  /** Filters whose column has its search text beside it. */
  searched: readonly string[]
  aliases: Aliases
}

/** A condition for each filter that the query has a word for. */
export function filterConditions({ filters, derived, searched, aliases }: Filtered, query: object): Condition[] {
  const words = new Map<string, unknown>(Object.entries(query))
  return Object.entries(filters).flatMap(([key, filter]) => {
    const word = words.get(key)
    if (typeof word !== 'string') return []
    const column = derived[key] ?? sql.ref(snake(key))
    const folded = searched.includes(key) ? foldedColumn(key) : sql`fold(${column})`
    const condition = conditionOf(filter, column, { asked: readWord(filter, word), folded, alias: aliases[key] })
    return condition ? [condition] : []
  })
}

interface Question {
  asked: WordMeaning
  /** The search text of the column. */
  folded: Condition
  alias: Aliases[string] | undefined
}

function conditionOf(filter: Filter, column: Condition, { asked, folded, alias }: Question): Condition | undefined {
  switch (asked.for) {
    case 'blank':
      return filter.kind === 'text' ? sql`(${column} is null or ${column}::text = '')` : sql`${column} is null`
    case 'filled':
      return filter.kind === 'text' ? sql`${column}::text <> ''` : sql`${column} is not null`
    case 'containing':
      return containing(folded, asked.text.trim())
    case 'equal':
      return sql`${folded} = fold(${asked.text.trim()})`
    case 'between':
      return filter.kind === 'number' ? numbersBetween(column, asked, filter.decimals) : daysBetween(column, asked)
    case 'among':
      return amongValues(filter, column, { values: asked.values, alias })
  }
}

function containing(folded: Condition, text: string): Condition | undefined {
  return text === '' ? undefined : sql`${folded} like anywhere(${text})`
}

type Ends = Extract<WordMeaning, { for: 'between' }>

/** The cast takes a number that is beyond the column's reach, and leaves the index in use. */
function numbersBetween(column: Condition, { from, to }: Ends, decimals = 0): Condition {
  const type = decimals === 0 ? sql`bigint` : sql`numeric`
  return both(from && sql`${column} >= ${from}::${type}`, to && sql`${column} <= ${to}::${type}`)
}

/** Whole days in UTC. */
function daysBetween(column: Condition, { from, to }: Ends): Condition {
  return both(
    from && sql`${column} >= ${from}::date::timestamp at time zone 'UTC'`,
    to && sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`,
  )
}

function both(low: Condition | string | undefined, high: Condition | string | undefined): Condition {
  return sql.join(
    [low, high].filter((end) => typeof end === 'object'),
    sql` and `,
  )
}

interface Among {
  values: readonly string[]
  alias: Aliases[string] | undefined
}

function amongValues({ kind }: Filter, column: Condition, { values, alias }: Among): Condition {
  if (kind === 'oneOf') return isAny(column, values, sql`text`)
  if (kind === 'yesNo') return isAny(column, values, sql`boolean`)
  if (kind === 'unit') return sql`${column} = any(array(${unitsBelow(values)}))`
  const names = values.filter((value) => !/^\d/.test(value))
  if (!alias || names.length === 0) return isAny(column, values, sql`bigint`)
  const ids = values.filter((value) => /^\d/.test(value))
  return sql`${column} = any(array(
    select id from ${sql.table(alias.table)} where ${sql.ref(alias.column)} = any(${names})
    union all select unnest(${ids}::bigint[])))`
}

/** A single value is compared alone, so that an index on it serves the order too. */
function isAny(column: Condition, values: readonly string[], type: Condition): Condition {
  const [first, ...rest] = values
  return rest.length === 0 ? sql`${column} = ${first}::${type}` : sql`${column} = any(${values}::${type}[])`
}

/** The units and all units below them: each unit keeps the path down to itself, which has an index. */
export function unitsBelow(ids: readonly (number | string)[]): Condition {
  return sql`select unit.id from administrative_unit unit where unit.path && ${ids}::bigint[]`
}
