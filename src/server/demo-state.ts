/**
 * Whether this database holds demo data. Loading and clearing leave a row in the trail of the very database, which cannot
 * be taken away.
 */
import { sql } from 'kysely'
import { writeAudit } from './audit.ts'
import { type Db, rowsOf } from './db/pool.ts'

/** `begun`: the process ended while loading; no user has worked with these data yet. */
export type DemoState = 'none' | 'begun' | 'loaded' | 'cleared'

const subjectType = 'demo'
const actions = { begun: 'demo.begin', loaded: 'demo.load', cleared: 'demo.clear' } as const

export async function demoState(db: Db): Promise<DemoState> {
  const rows = await rowsOf<{ action: string }>(db)`
    select action from (select id, action from audit where subject_type = ${sql.lit(subjectType)} offset 0) demo
    order by id desc limit 1`
  const last = rows[0]?.action
  const known = Object.entries(actions).find(([, action]) => action === last)
  return (known?.[0] as DemoState | undefined) ?? 'none'
}

/** Made-up people and payments are there. */
export async function holdsDemo(db: Db): Promise<boolean> {
  return (await demoState(db)) === 'loaded'
}

export async function noteDemo(db: Db, state: Exclude<DemoState, 'none'>): Promise<void> {
  const source = { actorId: 0, requestId: 'demo data', address: 'local' }
  await writeAudit(db, [{ action: actions[state], subjectType }], source)
}

/** Whether no account was ever made here. */
export async function isUntouched(db: Db): Promise<boolean> {
  const rows = await rowsOf<{ untouched: boolean }>(db)`select not exists (select from person) as untouched`
  return rows[0]?.untouched ?? false
}
