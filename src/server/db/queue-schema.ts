/** The tables of the job queue, which pg-boss brings along: made by the owner, as the app's role may not change tables. */
import { PgBoss } from 'pg-boss'
import type { Pool } from 'pg'
import { appRole } from './pool.ts'

export const queueSchema = 'pgboss'
/** The one queue: every kind of job goes through it. */
export const queueName = 'job'

/** A process that gives no sign for so long has lost its job to another one. */
const heartbeatSeconds = 15

/** One process at a time: PostgreSQL refuses two that grant the same at once. */
const installLock = 7_114_002

/** Makes or updates the queue's tables, as the owner. Any number of processes may do it; `pool` holds two connections. */
export async function installQueue(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [installLock])
    await install(pool)
  } finally {
    // With its connection goes the lock.
    client.release(true)
  }
}

async function install(pool: Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    await boss.createQueue(queueName, {
      heartbeatSeconds,
      // The longest time that pg-boss takes. A longer job goes on in another entry of the queue.
      expireInSeconds: 86_399,
      // A job that ends its process again and again is given up.
      retryLimit: 5,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 20,
      deleteAfterSeconds: 86_400,
    })
  } finally {
    await boss.stop({ graceful: false })
  }
  await pool.query(`grant usage on schema ${queueSchema} to ${appRole};
    grant select, insert, update, delete on all tables in schema ${queueSchema} to ${appRole};
    grant usage on all sequences in schema ${queueSchema} to ${appRole}`)
}
