/** Administrative units in the database. Their paths are kept by its triggers; here they are only asked. */
import { type RawBuilder, sql } from 'kysely'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { unitsBelow } from '../db/filter-sql.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { snake } from '../db/names.ts'
import { tableStore } from '../db/table-store.ts'
import { Turnstile } from '../turnstile.ts'

const store = tableStore('administrative_unit', administrativeUnits, {
  search: ['name', 'code'],
  derived: {
    childCount: sql`(select count(*) from administrative_unit child where child.parent_id = administrative_unit.id)`,
    ancestors: sql`coalesce((select json_agg(json_build_object('id', above.id, 'code', above.code, 'name', above.name)
      order by above.level) from administrative_unit above where above.id = any(administrative_unit.parent_path)), '[]')`,
  },
})

/** The calls of this process that change the tree come one after the other. */
export const treeTurn = new Turnstile(1, { patienceMs: 10_000 })

/** Until the transaction ends no other caller changes the tree; to be taken before any of its units is locked. */
export async function takeUnitTree(db: Db): Promise<void> {
  await sql`select take_unit_tree()`.execute(db)
}

export const unitStore = {
  ...store,
  /** Also by a job, which has taken nothing yet. */
  async remove(...[db, ids]: Parameters<typeof store.remove>) {
    await takeUnitTree(db)
    return store.remove(db, ids)
  },
}

/**
 * The condition that the unit in `column` is the unit `id` or is anywhere below it; for the filters of lists. `column`
 * is named as in the contract: `administrativeUnitId`.
 */
export function unitSubtree(column: string, id: number): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(snake(column))} in (${unitsBelow([id])})`
}

interface Counts {
  id: number
  units: number
  sites: number | null
}

/** For each unit right below the parent (0: top): the counts at any depth below it, by the index of paths. */
export async function countsBelow(db: Db, parentId: number, withSites: boolean): Promise<Counts[]> {
  const sites = sql`sum((select count(*) from site where site.administrative_unit_id = below.id))::bigint`
  const rows = await rowsOf<Counts>(db)`
    select child.id, count(*) - 1 as units, ${withSites ? sites : sql`null::bigint`} as sites
    from administrative_unit child join administrative_unit below on below.path @> array[child.id]
    where ${parentId === 0 ? sql`child.parent_id is null` : sql`child.parent_id = ${parentId}`}
    group by child.id order by child.id`
  return rows
}
