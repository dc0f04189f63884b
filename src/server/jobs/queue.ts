/** The queue: which process works on which job. The table `job` holds the job itself and its progress. */
import { fromKysely, PgBoss, type Db as QueueDb } from 'pg-boss'
import { queueName, queueSchema } from '../db/queue-schema.ts'
import type { Database, Db } from '../db/pool.ts'

export interface JobQueue {
  /** Hands the job to whichever process is free, once `db`'s transaction commits. `queueId` is a new UUID. */
  send(db: Db, queueId: string): Promise<void>
}

/**
 * Needs no start and no end: it holds nothing. All queries go through the call's own transaction, also those that the
 * queue makes first. Calls that each hold a connection and wait for a second one would wait for one another.
 */
export function openJobQueue(): JobQueue {
  return {
    async send(db, queueId) {
      const boss = bossOn(fromKysely(db), { supervise: false })
      const sent = await boss.send(queueName, null, { id: queueId })
      if (sent !== queueId) throw new Error('The queue did not take the job')
    },
  }
}

/** `supervise`: also takes jobs from processes that give no sign of life any more. */
export function openBoss({ pool }: Database, { supervise }: { supervise: boolean }): PgBoss {
  return bossOn({ executeSql: (text, values) => pool.query(text, values) }, { supervise })
}

function bossOn(db: QueueDb, { supervise }: { supervise: boolean }): PgBoss {
  return new PgBoss({
    db,
    schema: queueSchema,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Both take rights that the app does not have.
    reindex: false,
    monitorVacuum: false,
  })
}
