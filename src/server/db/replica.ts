/**
 * Where long readings go: to a standby that has come as far as the primary was when the reading was asked for. So each caller
 * reads what they and others wrote before, through any process, and the rights of that moment.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

export interface Replica {
  db: Kysely<unknown>
  /** So long a reading waits for it. */
  waitMs: number
  /** How many readings it served, and how many went to the primary in its place. */
  served: { replica: number; primary: number }
}

/** Where the primary is. */
interface Moment {
  lsn: string
  timeline: number
}

const lookEveryMs = 10

/**
 * Does `work` on a session of the replica, which may be one of several behind one address. The primary does it where there is
 * no replica, or it is away or behind. A replica that is lost midway is an error, as the database is.
 */
export async function forReading<T>(
  { db, replica }: { db: Kysely<unknown>; replica?: Replica | undefined },
  work: (db: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  if (!replica) return work(db)
  const moment = await momentOf(db)
  let isUsed = false
  try {
    return await replica.db.connection().execute(async (session) => {
      await untilThere(session, moment, Date.now() + replica.waitMs)
      isUsed = true
      replica.served.replica += 1
      return work(session)
    })
  } catch (error) {
    if (isUsed) throw error
  }
  replica.served.primary += 1
  return work(db)
}

async function momentOf(db: Kysely<unknown>): Promise<Moment> {
  const { rows } = await sql<Moment & { isKnown: boolean }>`
    select pg_current_wal_flush_lsn()::text as lsn, timeline_now() as timeline, database_is_known() as "isKnown"`.execute(
    db,
  )
  const { isKnown = true, ...moment } = rows[0] ?? { lsn: 'FFFFFFFF/FFFFFFFF', timeline: 0 }
  if (!isKnown) await sql`select note_life()`.execute(db)
  return moment
}

/** A standby that went on from a former primary may be further, but knows nothing of the timeline of this one. */
async function untilThere(session: Kysely<unknown>, { lsn, timeline }: Moment, deadline: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isStandby: boolean; isThere: boolean | null }>`
      select pg_is_in_recovery() as "isStandby",
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn and timeline = ${timeline} as "isThere"
      from database_life order by id desc limit 1`.execute(session)
    const [{ isStandby, isThere } = { isStandby: false, isThere: null }] = rows
    if (isStandby && isThere) return
    // One that took over itself is the primary's own load.
    if (!isStandby || Date.now() >= deadline) throw new Error('the replica is behind')
    await wait(lookEveryMs)
  }
}
