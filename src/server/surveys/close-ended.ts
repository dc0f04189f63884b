/** Closes surveys whose period is over, and the time for late uploads with it. Any number of processes may do it at once. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditEntry, writeAudit } from '../audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { moveSurvey } from './life.ts'
import { surveyStore } from './store.ts'
import { rowsOf } from '../db/pool.ts'

const ended = sql`status in ('PUBLISHED', 'PAUSED') and ends_at < now()
  and ends_at + make_interval(hours => grace_hours) <= now()`

/** On the trail the server itself does it. */
const theServer = { actorId: 0, address: null }

/** Dates change until the last moment, so each survey is asked again under its lock. */
export async function closeEnded({ database: { db }, settings }: Services): Promise<void> {
  const rows = await rowsOf<{ id: number }>(db)`select id from survey where ${ended} order by id`
  for (const { id } of rows) {
    await inTransaction(db, async (tx) => {
      const due = await sql`select from survey where id = ${id} and ${ended} for no key update skip locked`.execute(tx)
      if (due.rows.length === 0) return
      const noted: AuditEntry[] = []
      await moveSurvey(tx, await surveyStore.lock(tx, id), {
        to: 'CLOSED',
        by: 'PERIOD',
        highest: settings.highestAmounts,
        audit: (entry) => noted.push(entry),
      })
      await writeAudit(tx, noted, { ...theServer, requestId: randomUUID() })
    })
  }
}
