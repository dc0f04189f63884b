/** Starts jobs as a call would, and watches what becomes of them. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { PoolClient } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { jobs } from '#contract/jobs.ts'
import type { JobState } from '#domain/jobs.ts'
import { type AuditEntry, writeAudit } from '../../audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { anonymous } from '../../http/context.ts'
import type { Staff } from '../../test/given.ts'
import type { TestApp } from '../../test/with-app.ts'
import type { JobKind } from '../kind.ts'
import type { startJob } from '../start.ts'
import { startJobWorker } from '../worker.ts'
import { gateLock, testKinds } from './kinds.ts'

type Starter = Parameters<typeof startJob>[0]

/** Runs `start` in the transaction of a call by `staff`. */
export function startAs<T>({ services }: TestApp, staff: Staff, start: (starter: Starter) => Promise<T>): Promise<T> {
  return inTransaction(services.database.db, async (db) => {
    const entries: AuditEntry[] = []
    const actor = { ...anonymous, id: staff.id, username: staff.username }
    const audit = (entry: AuditEntry) => void entries.push(entry)
    const answer = await start({ db, actor, audit, address: '192.0.2.7', services })
    await writeAudit(db, entries, { actorId: staff.id, requestId: 'the call', address: '192.0.2.7' })
    return answer
  })
}

/** The rows `from` to `to`. */
export function numbers(from: number, to: number): RawBuilder<unknown> {
  return sql`select n from generate_series(${from}::bigint, ${to}::bigint) n`
}

/** A worker of this process, until the test ends. */
export function givenWorker({ services }: Pick<TestApp, 'services'>, kinds: readonly JobKind[] = testKinds) {
  const log = { error: () => undefined }
  const worker = startJobWorker({ services, kinds, log, pollMs: 50 })
  onTestFinished(() => worker.stop())
  return worker
}

/** A worker in a process of its own. */
export async function givenProcess({ services: { database, settings } }: TestApp) {
  const url = database.pool.options.connectionString ?? ''
  const env = { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() }
  const child = fork(join(import.meta.dirname, 'worker.ts'), [url, settings.dataDir], { execArgv: [], env })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

/** Holds the workers up at the gate until `open` is called. */
export async function givenGate({ sql: { owner } }: TestApp) {
  const client = await owner.connect()
  await client.query('select pg_advisory_lock($1)', [gateLock])
  let closed = true
  const open = () => {
    if (closed) client.release(true)
    closed = false
  }
  onTestFinished(open)
  return {
    open,
    /** Resolves when so many wait before it. */
    async reached(count = 1, timeout = 15_000) {
      await expect.poll(() => waitingAtGate(client), { timeout }).toBe(count)
    },
  }
}

async function waitingAtGate(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = $1 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    [gateLock],
  )
  return rows[0]?.n
}

/** The job once it is in that state. */
export async function untilState({ as }: TestApp, staff: Staff, id: number, state: JobState, timeout = 15_000) {
  const look = async () => (await as(staff).call(jobs.get, { params: { id } })).data
  await expect.poll(async () => (await look()).state, { timeout, interval: 50 }).toBe(state)
  return look()
}

/** How often each thing was marked, as the trail has it: `{ rows, things }` are equal when each was marked once. */
export async function marks({ sql: { owner } }: TestApp, jobId: number, action = 'tests.mark') {
  const { rows } = await owner.query<{ rows: number; things: number; actors: number[] }>(
    `select count(*)::int as rows, count(distinct subject_id)::int as things, array_agg(distinct actor_id::int) as actors
     from audit where action = $1 and request_id = $2`,
    [action, `job ${jobId}`],
  )
  return rows[0]
}
