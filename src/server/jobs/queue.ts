/** The queue: which process works on which job. What a job is and how far it got stands in the table `job`. */
import { fromKysely, PgBoss } from 'pg-boss'
import { queueName, queueSchema } from '../db/queue-schema.ts'
import type { Database, Db } from '../db/pool.ts'

export interface JobQueue {
  /** Hands the job to whichever process is free, once `db`'s transaction commits. `queueId` is a new UUID. */
  send(db: Db, queueId: string): Promise<void>
}

/** Needs no start and no end: it holds nothing. */
export function openJobQueue(database: Database): JobQueue {
  const boss = openBoss(database, { supervise: false })
  return {
    async send(db, queueId) {
      const sent = await boss.send(queueName, null, { id: queueId, db: fromKysely(db) })
      if (sent !== queueId) throw new Error('The queue did not take the job')
    },
  }
}

/** `supervise`: also takes jobs from processes that give no sign of life any more. */
export function openBoss({ pool }: Database, { supervise }: { supervise: boolean }): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
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
