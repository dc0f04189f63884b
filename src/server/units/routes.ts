import { sql } from 'kysely'
import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import { inTurn, on, type Route, type Turn } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import { exportRoute, templateRoute } from './export.ts'
import { importRoute } from './import.ts'
import { countsBelow, takeUnitTree, treeTurn, unitStore } from './store.ts'
import { problem } from '#domain/problems.ts'
import { matchBorders, type readBorders, type Shape } from '#domain/people/unit-borders.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { runApart } from '../excel/apart.ts'

/** Borders of units for maps: a GeoJSON file is read apart, as a large one takes seconds and hundreds of megabytes. */
const jobUrl = new URL('./read-borders-job.ts', import.meta.url)
const bounds = { heapMegabytes: 1200, milliseconds: 60_000 }
/** In the report: a person corrects no more at once. */
const mostNamed = 50
/** On one map. */
const mostBorders = 1000

const importBorders = on(unitTree.importBorders, async ({ file, write, audit }) => {
  if (!file) throw new AppError('FILE_MISSING')
  const read = await runApart<ReturnType<typeof readBorders>>(jobUrl, file.path, bounds)
  if (typeof read === 'string') throw new AppError('VALIDATION_FAILED', { errors: [problem('file', read)] })
  const take = async (db: Db) => {
    await takeUnitTree(db)
    const rows = await rowsOf<{ id: number; code: string; name: string }>(db)`
      select id, code, name from administrative_unit`
    const { shapes, by, unmatched, ambiguous } = matchBorders(read, rows)
    if (!by) throw new AppError('VALIDATION_FAILED', { errors: [problem('file', 'NO_UNIT_FITS')] })
    await keepBorders(db, shapes)
    const counts = { areas: read.length, units: shapes.size, ...by, unmatchedCount: unmatched.length }
    audit({
      action: 'administrative-units.borders',
      subjectType: 'file',
      after: { name: file.name, sha256: file.sha256.toString('hex'), ...counts },
    })
    return { ...counts, unmatched: unmatched.slice(0, mostNamed), ambiguous: ambiguous.slice(0, mostNamed) }
  }
  return treeTurn.pass(() => write(take))
})

async function keepBorders(db: Db, shapes: ReadonlyMap<number, Shape>): Promise<void> {
  const given = JSON.stringify([...shapes].map(([id, border]) => ({ id, border })))
  await sql`
    update administrative_unit u set border = given.border
    from jsonb_to_recordset(${given}::jsonb) as given(id bigint, border jsonb) where u.id = given.id`.execute(db)
}

const borders = on(unitTree.borders, async ({ db }) => {
  const rows = await rowsOf<{ id: number; code: string; name: string; level: number; shape: Shape }>(db)`
    select id, code, name, level, border as shape from administrative_unit
    where border is not null and level = (
      select level from administrative_unit where border is not null group by level
      having count(*) <= ${mostBorders} order by level desc limit 1)
    order by id`
  return { level: rows[0]?.level ?? null, borders: rows.map(({ shape, level: _, ...unit }) => ({ unit, shape })) }
})

const borderRoutes = [importBorders, borders]

const crud = crudRoutes(administrativeUnits, unitStore)

const byLevel = on(unitTree.byLevel, ({ db, params, query }) =>
  unitStore.list(db, query, sql<boolean>`level = ${params.level}`),
)

const byParent = on(unitTree.byParent, async ({ db, params: { parentId }, query }) => {
  if (parentId === 0) return unitStore.list(db, query, sql<boolean>`parent_id is null`)
  await unitStore.get(db, parentId)
  return unitStore.list(db, query, sql<boolean>`parent_id = ${parentId}`)
})

const find = on(unitTree.find, ({ db, query: { id, ...query } }) =>
  unitStore.list(db, query, id === undefined ? undefined : sql<boolean>`id = ${id}`),
)

const counts = on(unitTree.counts, async ({ db, actor, params: { parentId } }) => {
  if (parentId !== 0) await unitStore.get(db, parentId)
  const rows = await countsBelow(db, parentId, actor.permissions.has('sites.read'))
  return { rows, total: rows.length }
})

const withTreeTurn: Turn = (_, work) => treeTurn.pass(work)

/** The same call, once no other caller changes the tree. */
function withTree(route: Route): Route {
  return inTurn(withTreeTurn, {
    ...route,
    async handle(context) {
      await takeUnitTree(context.db)
      return route.handle(context)
    },
  })
}

export const unitRoutes = [
  byLevel,
  byParent,
  find,
  counts,
  importRoute,
  templateRoute,
  exportRoute,
  ...borderRoutes,
  crud.list,
  crud.get,
  ...[crud.create, crud.update, crud.remove, crud.removeMany].map(withTree),
  crud.export,
]
