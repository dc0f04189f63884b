import { sql } from 'kysely'
import { expect } from 'vitest'
import { companies } from '#contract/companies.ts'
import { test } from '../test/with-app.ts'
import type { Db } from './pool.ts'
import { readWhole } from './read-whole.ts'
import { tableStore } from '../db/table-store.ts'

const store = tableStore('company', companies, { search: ['title'] })

test('a whole list is the list of one moment, in order, also while rows are written', async ({
  services,
  sql: { owner },
}) => {
  const fill = (from: number, to: number) =>
    owner.query(`insert into company (title, category) select n, 'whole' from generate_series($1::int, $2::int) n`, [
      from,
      to,
    ])
  await fill(1, 1200)
  const query = { category: '=whole', sort: '-title' }
  const titles = await store.whole(services.database.db, query, {
    scope: undefined,
    async use({ total, batches }) {
      expect(total).toBe(1200)
      const seen: string[] = []
      for await (const rows of batches) {
        if (seen.length === 0) {
          await owner.query(`delete from company where category = 'whole' and title::int <= 600`)
          await fill(1201, 1300)
        }
        seen.push(...rows.map((row) => row.title))
      }
      return seen
    },
  })
  expect(titles).toEqual(Array.from({ length: 1200 }, (_, index) => String(1200 - index)))
  expect(await store.count(services.database.db, query)).toBe(700)
})

test('what is written once the rows are counted is neither counted nor read', async ({ services, sql: { owner } }) => {
  const counted = async (db: Db) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from company`.execute(db)
    await owner.query(`insert into company (title) values ('Late')`)
    return rows[0]?.n ?? 0
  }
  const reading = { count: counted, rows: sql<{ title: string }>`select title from company` }
  await readWhole(services.database.db, reading, async ({ total, batches }) => {
    const seen: string[] = []
    for await (const rows of batches) seen.push(...rows.map(({ title }) => title))
    expect(seen).toHaveLength(total)
    expect(seen).not.toContain('Late')
  })
})

test('a reader that gives up leaves no connection behind', async ({ services: { database } }) => {
  const reading = store.whole(
    database.db,
    {},
    {
      scope: undefined,
      use: () => Promise.reject(new Error('enough')),
    },
  )
  await expect(reading).rejects.toThrow('enough')
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
})

test('the next rows are read while the caller works, and their errors reach the caller', async ({
  services,
  sql: { owner },
}) => {
  const key = 77_001
  const rows = sql<{ n: number }>`
      select n, pg_try_advisory_xact_lock(${key}::int, n) and 1 / (1100 - n) >= 0 from generate_series(1, 1200) n`
  const gathered = async () => {
    const locks = await owner.query(
      `select from pg_locks where locktype = 'advisory' and classid = $1 and objid > 500`,
      [key],
    )
    return locks.rowCount ?? 0
  }
  const seen: number[] = []
  const reading = readWhole(services.database.db, { count: () => Promise.resolve(1200), rows }, async (whole) => {
    for await (const batch of whole.batches) {
      // The locks go with the transaction, which the third of its fetches breaks.
      if (seen.length === 0) await expect.poll(gathered).toBe(500)
      else await expect.poll(gathered).toBe(0)
      seen.push(batch.length)
    }
  })
  await expect(reading).rejects.toThrow('division by zero')
  expect(seen).toEqual([500, 500])
})
