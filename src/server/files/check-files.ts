/** Compares the rows of stored files with their bytes, for the folder or bucket that a database needs beside it. */
import { createHash } from 'node:crypto'
import { type Db, rowsOf } from '../db/pool.ts'
import type { FileStore } from './file-store.ts'

export interface FileCheck {
  files: number
  wrong: WrongFile[]
  /** The hashes of bytes that no row has, nor had lately: they take room and do no harm. */
  strays: string[]
}

interface WrongFile {
  id: number
  /** The name of its bytes below `files/`. */
  sha256: string
  what: 'MISSING' | 'OTHER_SIZE' | 'OTHER_CONTENT'
}

interface FileRow {
  id: number
  sha256: Buffer
  bytes: number
}

const pageSize = 1000

/** `reads`: whether every byte is read, which takes as long as a copy of the folder. */
export async function checkFiles(db: Db, store: FileStore, { reads }: { reads: boolean }): Promise<FileCheck> {
  const check: FileCheck = { files: 0, wrong: [], strays: [] }
  let last = 0
  for (let page = await rowsAfter(db, last); page.length > 0; page = await rowsAfter(db, last)) {
    for (const row of page) {
      const what = await wrongWith(store, row, reads)
      if (what) check.wrong.push({ id: row.id, sha256: row.sha256.toString('hex'), what })
      last = row.id
    }
    check.files += page.length
  }
  for await (const hashes of store.stored()) check.strays.push(...(await withoutRow(db, hashes)))
  check.strays.sort()
  return check
}

async function withoutRow(db: Db, hashes: readonly Buffer[]): Promise<string[]> {
  const rows = await rowsOf<{ sha256: Buffer }>(db)`
    select stored as sha256 from unnest(${hashes}::bytea[]) stored
    where not exists (select from file where sha256 = stored)
      and not exists (select from dropped_content dropped where dropped.sha256 = stored)`
  return rows.map(({ sha256 }) => sha256.toString('hex'))
}

async function rowsAfter(db: Db, last: number): Promise<FileRow[]> {
  const rows = await rowsOf<FileRow>(db)`
    select id, sha256, bytes from file where id > ${last} order by id limit ${pageSize}`
  return rows
}

async function wrongWith(
  store: FileStore,
  { sha256, bytes }: FileRow,
  reads: boolean,
): Promise<WrongFile['what'] | undefined> {
  const size = await store.sizeOf(sha256)
  if (size === undefined) return 'MISSING'
  if (size !== bytes) return 'OTHER_SIZE'
  return !reads || sha256.equals(await hashOf(store, sha256)) ? undefined : 'OTHER_CONTENT'
}

async function hashOf(store: FileStore, sha256: Buffer): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of await store.read(sha256)) hash.update(chunk)
  return hash.digest()
}
