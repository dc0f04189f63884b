import { type RawBuilder, sql } from 'kysely'
import { snake } from './names.ts'

/** A value for each column that is set: undefined leaves the column as it is. */
export function setValues(values: object): [column: RawBuilder<unknown>, value: unknown][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [sql.ref(snake(name)), value])
}

/**
 * What an update sets, and whether that changes anything: a record that is saved as it is keeps its version. `beside` is
 * written along and is no change by itself.
 */
export function changing(
  values: object,
  beside: object = {},
): { set: RawBuilder<unknown>; differs: RawBuilder<unknown> } {
  const compared = setValues(values)
  const assigned = [...compared, ...setValues(beside)].map(([column, value]) => sql`${column} = ${value}, `)
  const columns = sql.join(compared.map(([column]) => column))
  const wanted = sql.join(compared.map(([, value]) => value))
  return {
    set: sql`${sql.join(assigned, sql``)} version = version + 1, updated_at = now()`,
    differs: compared.length === 0 ? sql`false` : sql`row(${columns}) is distinct from row(${wanted})`,
  }
}
