/** The tree as a file, streamed as it is read, in columns that can be imported again. */
import { sql } from 'kysely'
import { unitColumns, unitTree } from '#contract/administrative-units.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { csvChunks } from '../excel/csv.ts'
import { streamWorkbook } from '../excel/stream-workbook.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { on } from '../http/context.ts'
import { unitSubtree } from './store.ts'

const disposition = 'attachment' as const

export const exportRoute = on(unitTree.exportUnits, async ({ db, query, write, audit }) => {
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

export const templateRoute = on(unitTree.template, async () => {
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
    const rows = await rowsOf<ExportRow>(db)`
      select id, code, name, level,
        (select above.code from administrative_unit above where above.id = administrative_unit.parent_id) as "parentCode"
      from administrative_unit where ${wanted} and (level, id) > (${level}, ${id}) order by level, id limit ${batch}`
    yield rows.map((row) => [row.code, row.name, row.parentCode, String(row.level)])
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    ;[level, id] = [last.level, last.id]
  }
}
