import { type RawBuilder, sql } from 'kysely'

/** A moment inside JSON that the database makes, as `toISOString` writes it. */
export function jsonMoment(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
