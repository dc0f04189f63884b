import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { inOneTrip, isOneOf, named, runNamed } from './named.ts'
import { type Database, openDatabase } from './pool.ts'
import { inTransaction } from './transaction.ts'
import { withDatabase } from './with-database.ts'

const url = () => withDatabase(inject('cluster').templateUrl, 'postgres')

/** The names that the only connection of the pool has. */
async function namesOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from pg_prepared_statements')
  return rows[0]?.n ?? 0
}

test('A statement is named when it has no values or asks for a name; no other is', async () => {
  const database = openDatabase(url(), { max: 1 })
  const { db } = database
  try {
    for (const n of [1, 2]) await sql`select ${n}::int`.execute(db)
    expect(await namesOf(database)).toBe(0)
    for (const _ of [1, 2]) await sql`select 1 as one`.execute(db)
    for (const n of [1, 2]) expect(await runNamed(db, sql`select ${n}::int as n`)).toEqual([{ n }])
    expect(await namesOf(database)).toBe(2)
  } finally {
    await database.close()
  }
})

test('A connection gives up the names it used longest ago, and answers by them again', async () => {
  const database = openDatabase(url(), { max: 1 })
  const ask = (n: number) => sql<{ n: number }>`select ${sql.lit(n)}::int as n`.execute(database.db)
  try {
    for (let n = 0; n < 250; n++) await ask(n)
    expect(await namesOf(database)).toBe(200)
    for (const n of [0, 249, 1]) expect((await ask(n)).rows).toEqual([{ n }])
    expect(await namesOf(database)).toBe(200)
  } finally {
    await database.close()
  }
})

test('A named statement that fails can be asked again in another transaction', async () => {
  const database = openDatabase(url(), { max: 1 })
  const halve = (n: number) => runNamed(database.db, sql`select 4 / ${n}::int as n`)
  try {
    await expect(halve(0)).rejects.toThrow('division by zero')
    expect(await halve(2)).toEqual([{ n: 2 }])
  } finally {
    await database.close()
  }
})

test('A pool of unnamed statements names none', async () => {
  const database = openDatabase(url(), { max: 1, statements: 'unnamed' })
  try {
    await runNamed(database.db, sql`select 1`)
    expect(await namesOf(database)).toBe(0)
  } finally {
    await database.close()
  }
})

test('A named statement about one of many rows is not planned at every call', async () => {
  const database = openDatabase(url(), { max: 1 })
  const { db, pool } = database
  try {
    await pool.query('create temp table link as select n as id, n + 1 as next from generate_series(1, 10000) n')
    await pool.query('alter table link add primary key (id)')
    await pool.query('analyze link')
    for (let n = 1; n <= 10; n++) {
      const next = sql`select next.id from link join link next on next.id = link.next where ${isOneOf(sql`link.id`, [n])}`
      expect(await runNamed(db, next)).toEqual([{ id: n + 1 }])
    }
    const plans = `select generic_plans as kept from pg_prepared_statements where statement like '%join link next%'`
    expect((await pool.query<{ kept: number }>(plans)).rows[0]?.kept).toBeGreaterThan(0)
    const few = sql<{ id: number }>`select id from link where ${isOneOf(sql`id`, [7, 9])} order by id`
    expect(await runNamed(db, few)).toEqual([{ id: 7 }, { id: 9 }])
    expect(await runNamed(db, sql`select id from link where ${isOneOf(sql`id`, [])}`)).toEqual([])
  } finally {
    await database.close()
  }
})

test('statements in one trip run in their order, and each sees the one before', async () => {
  for (const statements of ['named', 'unnamed'] as const) {
    const database = openDatabase(url(), { max: 1, statements })
    try {
      await database.pool.query('create temp table step (n int)')
      await inTransaction(database.db, async (tx) => {
        const count = sql<{ n: number }>`select count(*)::int as n from step`
        const add = sql`insert into step values (${1}), (${2})`
        expect(await inOneTrip(tx, [count, named(add), count])).toEqual([[{ n: 0 }], [], [{ n: 2 }]])
      })
      expect(await namesOf(database)).toBe(statements === 'named' ? 2 : 0)
    } finally {
      await database.close()
    }
  }
})

test('a trip whose statement fails throws its error and leaves nothing', async () => {
  const database = openDatabase(url(), { max: 1 })
  try {
    await database.pool.query('create temp table step (n int)')
    const steps = [1, 0, 2].map((n) => named(sql`insert into step select 4 / ${n}::int`))
    const failing = inTransaction(database.db, (tx) => inOneTrip(tx, steps))
    await expect(failing).rejects.toThrow('division by zero')
    const { rows } = await sql`select n from step`.execute(database.db)
    expect(rows).toEqual([])
  } finally {
    await database.close()
  }
})
