/** Removes files that no response has when their time is over. Any number of processes may do it at once. */
import { sql } from 'kysely'
import { type Db, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { removeFile } from '../files/store.ts'
import type { Services } from '../services.ts'
import { clearRoom } from './room.ts'

const expired = sql`expires_at < now() and draft_id is null
  and not exists (select from form_file where form_file.file_id = attachment.file_id)`

/** One at a time: another response may just take it. */
export async function clearAttachments(services: Services): Promise<void> {
  const { db } = services.database
  const rows = await rowsOf<{ id: number }>(db)`select file_id as id from attachment where ${expired}`
  for (const { id } of rows) await inTransaction(db, (tx) => clear(tx, id))
  await clearRoom(db)
}

async function clear(db: Db, id: number): Promise<void> {
  const rows = await rowsOf<{ thumbnailId: number | null }>(db)`
    select thumbnail_id as "thumbnailId" from attachment where file_id = ${id} and ${expired}
    for update skip locked`
  for (const { thumbnailId } of rows) {
    await removeFile(db, id)
    if (thumbnailId !== null) await removeFile(db, thumbnailId)
  }
}
