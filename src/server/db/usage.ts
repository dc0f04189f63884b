/** The rows that point at a row: asked from the database's own foreign keys, so no list of relations has to be kept. */
import { sql } from 'kysely'
import { type Db, rowsOf } from './pool.ts'

interface Reference {
  table: string
  column: string
}

const known = new Map<string, Promise<Reference[]>>()

/**
 * Foreign keys that would refuse a delete (those that cascade or clear themselves do not count). One of several columns
 * names the record by its first.
 */
async function referencesTo(db: Db, table: string): Promise<Reference[]> {
  const rows = await rowsOf<Reference>(db)`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r')
      and c.confkey[1] = (select attnum from pg_attribute where attrelid = c.confrelid and attname = 'id')`
  return rows
}

/** For each id that is in use: how many rows of which table use it. */
export async function usesOf(
  db: Db,
  table: string,
  ids: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const references = await (known.get(table) ?? referencesTo(db, table))
  known.set(table, Promise.resolve(references))
  const uses = new Map<number, Record<string, number>>()
  if (references.length === 0) return uses
  const counts = references.map(
    (reference) => sql`
      select ${sql.ref(reference.column)} as id, ${reference.table}::text as "by", count(*)::int as n
      from ${sql.table(reference.table)} where ${sql.ref(reference.column)} = any(${ids}) group by 1`,
  )
  const rows = await rowsOf<{ id: number; by: string; n: number }>(db)`${sql.join(counts, sql` union all `)}`
  for (const { id, by, n } of rows) uses.set(id, { ...uses.get(id), [by]: n })
  return uses
}
