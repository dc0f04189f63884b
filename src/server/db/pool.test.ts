import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { refusalOf } from '../http/failure.ts'
import { checkSession, openAsOwner, openDatabase } from './pool.ts'
import { withDatabase } from './with-database.ts'

test('options in the URL are added to ours and never lift the role of the app', async () => {
  const url = new URL(withDatabase(inject('cluster').templateUrl, 'postgres'))
  url.searchParams.set('options', '-c lock_timeout=1234 -c role=none')
  const database = openDatabase(url.href, { max: 1 })
  try {
    await checkSession(database)
    const { rows } = await database.pool.query<{ role: string; wait: string }>(
      `select current_user as role, current_setting('lock_timeout') as wait`,
    )
    expect(rows).toEqual([{ role: 'canvass_app', wait: '1234ms' }])
  } finally {
    await database.close()
  }
})

test('a connection that breaks in use ends the work on it, and nothing else', async () => {
  const url = withDatabase(inject('cluster').templateUrl, 'postgres')
  const [database, owner] = [openDatabase(url, { max: 1 }), openAsOwner(url)]
  const broken = Promise.withResolvers<void>()
  database.pool.once('acquire', (client) => client.once('end', broken.resolve))
  try {
    const work = database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(owner.db)
      // The connection goes while the program works on the rows, without a query under way.
      await broken.promise
      await sql`select 1`.execute(tx)
    })
    expect(refusalOf(await work.catch((error: unknown) => error))).toMatchObject({ code: 'UNAVAILABLE' })
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  } finally {
    await Promise.all([database.close(), owner.close()])
  }
})

test('a database without room for a sort is busy, which is no fault of ours', async () => {
  const owner = openAsOwner(withDatabase(inject('cluster').templateUrl, 'postgres'))
  try {
    const sorted = owner.db.transaction().execute(async (tx) => {
      await sql`set local temp_file_limit = 64`.execute(tx)
      await sql`set local work_mem = 64`.execute(tx)
      await sql`select n from generate_series(1, 100000) n order by n desc offset 99999`.execute(tx)
    })
    const error: unknown = await sorted.catch((thrown: unknown) => thrown)
    expect([error, refusalOf(error)]).toMatchObject([{ code: '53400' }, { code: 'UNAVAILABLE' }])
  } finally {
    await owner.close()
  }
})

test('a crowd waits for connections as long as others get theirs, and no longer', async () => {
  const url = withDatabase(inject('cluster').templateUrl, 'postgres')
  const database = openDatabase(url, { max: 1, waitMs: 1500 })
  try {
    const crowd = Array.from({ length: 60 }, () => sql`select pg_sleep(0.05)`.execute(database.db))
    await expect(Promise.all(crowd)).resolves.toHaveLength(60)
    const held = await database.pool.connect()
    const refused = await sql`select 1`.execute(database.db).catch((error: unknown) => error)
    held.release()
    expect(refusalOf(refused)).toMatchObject({ code: 'UNAVAILABLE' })
  } finally {
    await database.close()
  }
})
