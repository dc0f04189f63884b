/** The order of siblings: sections of a survey, questions of a section, options of a question. */
import { type RawBuilder, sql } from 'kysely'
import { orderFaults, orderProblems } from '#domain/order.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'

type Ordered = 'section' | 'question' | 'answer'

/** The ids of the siblings as they are shown. */
export async function orderOf(db: Db, table: Ordered, siblings: RawBuilder<unknown>): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(db)`
    select id from ${sql.table(table)} where ${siblings} order by position, id`
  return rows.map((row) => row.id)
}

/** Gives rows their places 1, 2, ...; those that are in their place already stay untouched. */
export async function placeInOrder(db: Db, table: Ordered, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(table)} as t set position = o.at, version = t.version + 1, updated_at = now()
    from unnest(${ids}::bigint[]) with ordinality as o (id, at)
    where t.id = o.id and t.position <> o.at`.execute(db)
}

type NewOrder = Partial<Record<string, number[] | undefined>>

/** Puts all siblings in the order of the body; ORDER_INCOMPLETE when it is not the full list of them. */
export async function reorder(
  db: Db,
  table: Ordered,
  { siblings, body }: { siblings: RawBuilder<unknown>; body: NewOrder },
): Promise<{ before: number[]; after: number[] }> {
  const [path, after = []] = Object.entries(body)[0] ?? ['ids']
  const before = await orderOf(db, table, siblings)
  const errors = orderProblems(path, after, before)
  if (errors.length > 0) throw new AppError('ORDER_INCOMPLETE', { errors, data: orderFaults(after, before) })
  await placeInOrder(db, table, after)
  return { before, after }
}
