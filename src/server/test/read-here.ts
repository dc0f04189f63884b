/** Reads an upload in the process of the test: what a file says, without the process and the database of an import. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTableFile, type Table } from '../excel/read-table.ts'

/** The rows without their numbers, in the order of the file, and its problems. */
export async function readHere<Name extends string>(bytes: Uint8Array, table: Table<Name>) {
  const folder = await mkdtemp(join(tmpdir(), 'canvass-read-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    const read = await readTableFile(path, table)
    if ('refusal' in read) throw new Error(read.refusal)
    const numbered = read.chunks.flatMap((chunk) => JSON.parse(chunk) as Record<string, unknown>[])
    return { rows: numbered.map(({ row: _, ...row }) => row), problems: read.problems }
  } finally {
    await rm(folder, { recursive: true })
  }
}
