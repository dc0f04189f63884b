/** Compares the kept counts with the truth each night, and alarms. Any number of processes may try: one does it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { writeAudit } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { type CounterAlarm, wrongCounts } from './wrong-counts.ts'

interface AlarmLog {
  error(details: object, message: string): void
}

/** From this hour of UTC on: a house that is off at night does it when it comes up. */
const nightHour = 2

export async function checkCountsNightly(
  { database: { db } }: Pick<Services, 'database'>,
  log: AlarmLog,
  now = new Date(),
): Promise<void> {
  if (now.getUTCHours() < nightHour) return
  const alarms = await inTransaction(db, (tx) => checkOnce(tx, now.toISOString().slice(0, 10)))
  if (alarms.length > 0) log.error({ alarms }, 'kept counts differ from the truth')
}

/** Reads first and writes last: the trail is sealed up to the oldest transaction that writes. */
async function checkOnce(db: Db, day: string): Promise<CounterAlarm[]> {
  const rows = await rowsOf<{ due: boolean }>(db)`
    select pg_try_advisory_xact_lock(hashtextextended('counter check', 0))
      and not exists (select from counter_check where day = ${day}) as due`
  if (!rows[0]?.due) return []
  // It reads all there is, for as long as that takes.
  await sql`set local statement_timeout = 0`.execute(db)
  const alarms = await wrongCounts(db)
  await sql`insert into counter_check (day, alarms) values (${day}, ${JSON.stringify(alarms)}::jsonb)`.execute(db)
  const entries = alarms.map(({ counter, ...after }) => ({
    action: 'counters.alarm',
    subjectType: 'counter',
    subjectId: counter,
    after,
  }))
  // On the trail the server itself does it.
  if (entries.length > 0) await writeAudit(db, entries, { actorId: 0, address: null, requestId: randomUUID() })
  return alarms
}
