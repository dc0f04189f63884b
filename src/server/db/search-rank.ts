/** The order of what a search found, of all lists: the whole name or code first, then those that begin with the text. */
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

interface Named {
  /** The search texts of what a record is known by: name, code. */
  names: readonly Sql[]
  /** A search text with a line for each language. */
  lines?: Sql | undefined
  /** What else is as good as the whole name. */
  equal?: Sql | undefined
}

/** 0: a name is the text; 1: one begins with it; 2: the text is somewhere else. Undefined without a text or a name. */
export function searchRank({ names, lines, equal }: Named, text: string | undefined): Sql | undefined {
  const word = text?.trim()
  if (!word || (names.length === 0 && !lines)) return undefined
  const folded = sql`fold(${word})`
  const whole = names.map((name) => sql`${name} = ${folded}`)
  const begun = names.map((name) => sql`starts_with(${name}, ${folded})`)
  if (lines) {
    whole.push(sql`${folded} = any(string_to_array(${lines}, E'\\n'))`)
    begun.push(sql`strpos(E'\\n' || ${lines}, E'\\n' || ${folded}) > 0`)
  }
  if (equal) whole.push(equal)
  return sql`(case when ${anyOf(whole)} then 0 when ${anyOf(begun)} then 1 else 2 end)`
}

function anyOf(conditions: readonly Sql[]): Sql {
  return sql.join(conditions, sql` or `)
}
