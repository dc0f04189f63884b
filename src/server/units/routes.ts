import { sql } from 'kysely'
import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import { inTurn, on, type Route, type Turn } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import { borderRoutes } from './borders.ts'
import { exportRoute, templateRoute } from './export.ts'
import { importRoute } from './import.ts'
import { countsBelow, takeUnitTree, treeTurn, unitStore } from './store.ts'

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
