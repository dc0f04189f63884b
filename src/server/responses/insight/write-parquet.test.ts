/** Parquet that is written by pieces. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { folderOf, withEngine } from './engine.ts'
import { type Batch, rowsAtOnce, writeParquet } from './write-parquet.ts'

const rowsOf = (json: string) => sql`select unnest(from_json(${json}::json, '["INTEGER"]')) as n`

/** As of a table of so many columns. */
const columns = 2500

async function* batchesOf(sizes: readonly number[]): AsyncGenerator<Batch> {
  let next = 0
  for (const n of sizes) yield { json: JSON.stringify(Array.from({ length: n }, () => next++)), n }
  await Promise.resolve()
}

async function inFolder(work: (dataDir: string, path: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-'))
  try {
    await work(dataDir, join(folderOf(dataDir), 'survey-1', '0.parquet'))
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

test('rows of several pieces are in one file, in their order, and no piece is left', async () => {
  await inFolder(async (dataDir, path) => {
    const sizes = [rowsAtOnce(columns), 150, 150, 1]
    const { found, written } = await withEngine(dataDir, async (engine) => ({
      written: await writeParquet(engine, path, { columns, batches: batchesOf(sizes), rowsOf }),
      found: await engine.rows(sql`
        select count(*) as n, count(*) filter (where n <> file_row_number) as misplaced
        from read_parquet(${path}, file_row_number = true)`),
    }))
    expect(written.rows).toBe(501)
    expect(found).toEqual([{ n: 501, misplaced: 0 }])
    expect(await readdir(join(path, '..'))).toEqual(['0.parquet'])
  })
})

test('a file without rows has its columns, and one whose rows fail is not there', async () => {
  await inFolder(async (dataDir, path) => {
    await withEngine(dataDir, async (engine) => {
      await writeParquet(engine, path, { columns, batches: batchesOf([]), rowsOf })
      expect(await engine.rows(sql`select name from parquet_schema(${path}) where type is not null`)).toEqual([
        { name: 'n' },
      ])
      await rm(path)
      async function* failing() {
        yield* batchesOf([150, 150])
        throw new Error('the database is away')
      }
      await expect(writeParquet(engine, path, { columns, batches: failing(), rowsOf })).rejects.toThrow('away')
    })
    expect(await readdir(join(path, '..'))).toEqual([])
  })
})

test('work beyond the memory of the engine is refused as busy', async () => {
  await inFolder((dataDir) =>
    withEngine(dataDir, async (engine) => {
      const tooMuch = engine.rows(sql`select len(list(n)) as n from range(60000000) t(n)`)
      await expect(tooMuch).rejects.toMatchObject({ code: 'BUSY', status: 503 })
    }),
  )
})
