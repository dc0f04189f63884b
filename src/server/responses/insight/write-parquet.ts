/**
 * Parquet of any number of rows and columns in little memory. The engine holds a buffer for each column of a table and of a
 * file under way, so rows are written by pieces of so many cells, of which one file is made.
 */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './engine.ts'

/** Some 30 MB in a table. Each piece becomes a group of rows in the file. */
const mostCells = 500_000

/** So many rows of so many columns are held at once. */
export function rowsAtOnce(columns: number): number {
  return Math.max(200, Math.floor(mostCells / columns))
}

/** A JSON array of `n` rows. */
export interface Batch {
  json: string
  n: number
}

interface Rows {
  columns: number
  /** Each of at most as many rows as `rowsAtOnce` says. */
  batches: AsyncIterable<Batch>
  /** The query that makes rows of a batch. */
  rowsOf: (json: string) => RawBuilder<unknown>
}

/** Writes the rows in their order. The file has its name when it is whole and on the disk. */
export async function writeParquet(
  engine: Engine,
  path: string,
  { columns, batches, rowsOf }: Rows,
): Promise<{ rows: number; bytes: number }> {
  const most = rowsAtOnce(columns)
  const whole = `${path}.new`
  const pieces: string[] = []
  let [rows, held] = [0, 0]
  const begin = async () => {
    await engine.run(sql`create or replace temp table piece as ${rowsOf('[]')}`)
    held = 0
  }
  const end = async () => {
    const piece = `${path}.${pieces.length}`
    pieces.push(piece)
    await engine.run(copied(sql`piece`, piece, { compression: 'snappy', most }))
    await begin()
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await begin()
    for await (const { json, n } of batches) {
      if (held + n > most) await end()
      await engine.run(sql`insert into piece ${rowsOf(json)}`)
      rows += n
      held += n
    }
    await end()
    const files = sql`read_parquet([${sql.join(pieces.map((piece) => sql.lit(piece)))}])`
    await engine.run(copied(files, whole, { compression: 'zstd', most }))
    const bytes = await keepOnDisk(whole)
    await rename(whole, path)
    return { rows, bytes }
  } finally {
    for (const piece of [...pieces, whole]) await rm(piece, { force: true })
  }
}

async function keepOnDisk(path: string): Promise<number> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** The dictionary of a column of texts takes its room at once. */
const dictionaryBytes = 32_768

function copied(
  from: RawBuilder<unknown>,
  path: string,
  { compression, most }: { compression: 'snappy' | 'zstd'; most: number },
): RawBuilder<unknown> {
  return sql`copy (from ${from}) to ${sql.lit(path)} (format parquet, parquet_version v2, compression ${sql.raw(compression)},
    row_group_size ${sql.lit(most)}, string_dictionary_page_size_limit ${sql.lit(dictionaryBytes)})`
}
