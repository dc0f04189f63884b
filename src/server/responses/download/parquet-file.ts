/** Parquet, which programs for data read by columns with their types. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { CellFormat } from '../../excel/stream-workbook.ts'
import { folderOf, withEngine } from '../insight/engine.ts'
import type { FileColumn } from './download-columns.ts'

const types: Partial<Record<CellFormat, string>> = { number: 'double', date: 'date', moment: 'timestamptz' }

/** Columns are called by their codes. An answer that is not of its column's type, as of another version, is left out. */
export async function* parquetFile(
  dataDir: string,
  columns: readonly FileColumn[],
  batches: AsyncIterable<(string | number | null)[][]>,
): AsyncGenerator<Uint8Array> {
  const path = join(folderOf(dataDir), `${randomUUID()}.download`)
  const cells = columns.map(({ code, path: name, format }, at) => {
    return sql`try_cast(each ->> ${sql.lit(at)} as ${sql.raw(types[format] ?? 'text')}) as ${sql.id(name ?? code)}`
  })
  const rowsOf = (json: string) =>
    sql`select ${sql.join(cells)} from (select unnest(from_json(${json}::json, '["JSON"]')) as each)`
  try {
    await withEngine(dataDir, async (engine) => {
      await engine.run(sql`create temp table download as ${rowsOf('[]')}`)
      for await (const rows of batches) await engine.run(sql`insert into download ${rowsOf(JSON.stringify(rows))}`)
      await engine.run(sql`copy (from download order by rowid) to ${sql.lit(path)} (format parquet, compression zstd)`)
    })
    yield* createReadStream(path)
  } finally {
    await rm(path, { force: true })
  }
}
