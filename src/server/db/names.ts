import { type RawBuilder, sql } from 'kysely'
import { fixed } from './fixed.ts'

/** `createdAt` → `created_at`. Tables speak snake_case, everything else camelCase. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The search text that is kept beside a column which searches look into. */
export function foldedColumn(name: string): RawBuilder<unknown> {
  return sql.ref(`${snake(name)}_folded`)
}

/** A select list that names columns as the contract does: `created_at as "createdAt"`. */
export function columnList(names: readonly string[], derived: Record<string, RawBuilder<unknown>> = {}) {
  return fixed(sql.join(names.map((name) => sql`${derived[name] ?? sql.ref(snake(name))} as ${sql.ref(name)}`)))
}
