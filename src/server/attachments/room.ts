/**
 * Limits the files of public links that arrive or wait at once, for each link and the whole house. The database counts
 * them for all processes.
 */
import { sql } from 'kysely'
import { type Db, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** Pictures of a phone have some megabytes each: bytes run out before files do. */
const mostFiles = 20_000
/** One link has no more than this part of the room. */
const partOfLink = 4
const againSeconds = 600
/** Longer than any upload takes. */
const uploadMinutes = 15

interface Upload {
  surveyId: number
  bytes: number
  /** The most files that may wait for responses by this link; null: the most of any link. */
  mostFiles: number | null
}

/** Takes room for a file while it is received; TOO_MANY_FILES when there is none. */
export async function withRoom<T>(
  { database: { db }, settings }: Pick<Services, 'database' | 'settings'>,
  upload: Upload,
  receive: () => Promise<T>,
): Promise<T> {
  const mostBytes = settings.linkFilesMegabytes * 1024 * 1024
  const id = await inTransaction(db, async (tx) => {
    // Two uploads do not take the same last room.
    await sql`select pg_advisory_xact_lock(hashtextextended('files of links', 0))`.execute(tx)
    const { house, link } = await taken(tx, upload.surveyId)
    const isFull =
      house.files >= mostFiles ||
      house.bytes + upload.bytes > mostBytes ||
      link.files >= Math.min(mostFiles / partOfLink, upload.mostFiles ?? mostFiles) ||
      link.bytes + upload.bytes > mostBytes / partOfLink
    if (isFull) throw new AppError('TOO_MANY_FILES', { retryAfterSeconds: againSeconds })
    return take(tx, upload)
  })
  try {
    return await receive()
  } finally {
    await sql`delete from link_upload where id = ${id}`.execute(db)
  }
}

interface Taken {
  files: number
  bytes: number
}

async function taken(db: Db, surveyId: number): Promise<{ house: Taken; link: Taken }> {
  const rows = await rowsOf<Taken & { isOfLink: boolean }>(db)`
    select survey_id = ${surveyId} as "isOfLink", count(*) as files, sum(bytes)::bigint as bytes from (
      select survey_id, bytes from link_upload where ends_at > now()
      union all select survey_id, link_bytes from attachment where expires_at is not null and link_bytes is not null
    ) waiting group by 1`
  const none = { files: 0, bytes: 0 }
  const link = rows.find(({ isOfLink }) => isOfLink) ?? none
  const others = rows.find(({ isOfLink }) => !isOfLink) ?? none
  return { link, house: { files: link.files + others.files, bytes: link.bytes + others.bytes } }
}

async function take(db: Db, { surveyId, bytes }: Upload): Promise<number | undefined> {
  const rows = await rowsOf<{ id: number }>(db)`
    insert into link_upload (survey_id, bytes, ends_at)
    values (${surveyId}, ${bytes}, now() + make_interval(mins => ${uploadMinutes})) returning id`
  return rows[0]?.id
}

/** Of processes that died while they received. */
export async function clearRoom(db: Db): Promise<void> {
  await sql`delete from link_upload where ends_at < now()`.execute(db)
}
