/** Sites of a filter on a map. One grid bounds the answer and the memory, for any number of sites. */
import { sql } from 'kysely'
import { mapCells, type SiteMap } from '#contract/sites.ts'
import type { Db } from '../db/pool.ts'
import { allOf, type ListQuery } from '../db/table-store.ts'
import { siteStore } from './store.ts'

/** The most spots of a grid. Without this limit the planner expects more, and reads all sites for a few titles. */
const mostSpots = (mapCells.most + 2) ** 2

type Bounds = NonNullable<SiteMap['bounds']>
type Matching = ReturnType<typeof siteStore.matching>

/**
 * The sites in the `window`, in degrees; without a window all of them, which only then are looked at for their bounds. About
 * so many `cells` are side by side in it.
 */
export async function siteMap(
  db: Db,
  filter: ListQuery,
  window: Bounds | undefined,
  cells = mapCells.most,
): Promise<SiteMap> {
  const matching = siteStore.matching(filter)
  if (window) return spotsIn(db, window, cells, matching)
  const bounds = await boundsOf(db, matching)
  return bounds ? { bounds, ...(await spotsIn(db, bounds, cells, matching)) } : { bounds: null, count: 0, spots: [] }
}

async function spotsIn(db: Db, window: Bounds, cells: number, matching: Matching): Promise<SiteMap> {
  const { south, west, north, east } = window
  const cell = cellOf(Math.max(north - south, east - west), cells)
  const inside = sql`latitude between ${south} and ${north} and longitude between ${west} and ${east}`
  const { rows } = await sql<SiteMap['spots'][number]>`
    with spot as materialized (
      select count(*)::int as count, avg(latitude) as latitude, avg(longitude) as longitude, min(id) as first
      from site where ${allOf([inside, matching])} group by floor(latitude / ${cell}), floor(longitude / ${cell})
    )
    select spot.latitude, spot.longitude, spot.count, site.id, site.title
    from (select * from spot limit ${mostSpots}) spot left join site on spot.count = 1 and site.id = spot.first`.execute(
    db,
  )
  return { count: rows.reduce((sum, spot) => sum + spot.count, 0), spots: rows }
}

/** Powers of two, so that spots stay where they are while one pans. */
function cellOf(span: number, cells: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(span, 1e-4) / cells))
}

async function boundsOf(db: Db, matching: Matching): Promise<Bounds | undefined> {
  const { rows } = await sql<Bounds | Record<keyof Bounds, null>>`
    select min(latitude) as south, min(longitude) as west, max(latitude) as north, max(longitude) as east
    from site where ${allOf([sql`latitude is not null`, matching])}`.execute(db)
  const [bounds] = rows
  return bounds?.south === null ? undefined : bounds
}
