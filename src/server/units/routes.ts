import { sql } from 'kysely'
import { administrativeUnits, unitColumns, unitTree } from '#contract/administrative-units.ts'
import { inTurn, on, type Route, type Turn } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import { importRoute } from './import.ts'
import { countsBelow, takeUnitTree, treeTurn, unitStore, unitSubtree } from './store.ts'
import { xlsxMime } from '#contract/response-files.ts'
import type { Db } from '../db/pool.ts'
import { csvChunks } from '../excel/csv.ts'
import { streamWorkbook } from '../excel/stream-workbook.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'

const disposition = 'attachment' as const

const exportRoute = on(unitTree.exportUnits, async ({ db, query, write, audit }) => {
  const { within, format = 'csv' } = query
  await write(() => {
    audit({ action: 'administrative-units.export', subjectType: 'administrative_unit', after: { within, format } })
    return Promise.resolve()
  })
  const rows = exportRows(db, within)
  switch (format) {
    case 'csv':
      return {
        name: 'administrative-units.csv',
        mime: 'text/csv; charset=utf-8',
        disposition,
        bytes: csvChunks(unitColumns, rows),
      }
    case 'xlsx':
      return {
        name: 'administrative-units.xlsx',
        mime: xlsxMime,
        disposition,
        bytes: streamWorkbook('units', unitColumns, rows),
      }
  }
})

const templateRoute = on(unitTree.template, async () => {
  const sheet = {
    name: 'units',
    headings: 1,
    rows: [[...unitColumns]],
    columns: unitColumns.map(() => ({ width: 24 })),
  }
  const bytes = await writeWorkbook({ sheets: [sheet], names: {} })
  return { name: 'administrative-units.xlsx', mime: xlsxMime, disposition, bytes }
})

interface ExportRow {
  id: number
  code: string
  name: string
  parentCode: string | null
  level: number
}

const batch = 5000

/** From the top down, some thousand at a time. */
async function* exportRows(db: Db, within: number | undefined): AsyncGenerator<(string | null)[][]> {
  const wanted = within === undefined ? sql`true` : unitSubtree('id', within)
  for (let [level, id] = [0, 0]; ;) {
    const { rows } = await sql<ExportRow>`
      select id, code, name, level,
        (select above.code from administrative_unit above where above.id = administrative_unit.parent_id) as "parentCode"
      from administrative_unit where ${wanted} and (level, id) > (${level}, ${id}) order by level, id limit ${batch}`.execute(
      db,
    )
    yield rows.map((row) => [row.code, row.name, row.parentCode, String(row.level)])
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    ;[level, id] = [last.level, last.id]
  }
}

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
  crud.list,
  crud.get,
  ...[crud.create, crud.update, crud.remove, crud.removeMany].map(withTree),
  crud.export,
]
