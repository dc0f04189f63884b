/** Clears away rows and files of no more use. Any number of processes may do it at once. */
import { sql } from 'kysely'
import { type Db, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { removeFile } from '../files/store.ts'
import type { Services } from '../services.ts'
import { end } from './job-hold.ts'
import { partPattern } from './result-file.ts'
import { lostJobs } from './run-store.ts'

/** How long after its file a job is still listed. */
const listedDays = 90

export async function keepHouse(services: Services): Promise<void> {
  await inTransaction(services.database.db, endLost)
  await removeExpired(services)
  await removeParts(services)
  await services.files.discardForgotten()
}

async function endLost(db: Db): Promise<void> {
  for (const job of await lostJobs(db)) await end(db, job, { state: 'FAILED', error: 'JOB_LOST' })
}

/** One at a time, each with its file: a content goes when the last file with it goes. */
async function removeExpired(services: Services): Promise<void> {
  const { db } = services.database
  const rows = await rowsOf<{ id: number }>(db)`
    select id from job where expires_at < now() and (file_id is not null or exists (
      select from job_batch where job_id = job.id))`
  for (const { id } of rows) await inTransaction(db, (tx) => removeResult(tx, id))
  await sql`delete from job where expires_at < now() - make_interval(days => ${listedDays})
    and not exists (select from job_batch where job_id = job.id)`.execute(db)
}

async function removeResult(db: Db, jobId: number): Promise<void> {
  await sql`delete from job_refusal where job_id = ${jobId}`.execute(db)
  await sql`delete from job_batch where job_id = ${jobId}`.execute(db)
  const rows = await rowsOf<{ id: number }>(db)`
    select file_id as id from job where id = ${jobId} and file_id is not null`
  for (const { id } of rows) await removeFile(db, id)
}

/** Half-written results whose process died. */
async function removeParts({ database: { db }, files }: Services): Promise<void> {
  for (const name of await files.spooled()) {
    const [, id, run] = partPattern.exec(name) ?? []
    if (id === undefined || run === undefined) continue
    const { rows } = await sql`select from job
      where id = ${id} and run = ${run} and state = 'RUNNING'`.execute(db)
    if (rows.length === 0) await files.discard(name)
  }
}
