/** The laws that the database itself keeps, for every writer and every way of writing. */
import type pg from 'pg'
import { expect } from 'vitest'
import { testChance } from '../test/seed.ts'
import { test, type TestApp } from '../test/with-app.ts'

let counter = 0
const word = () => `T${(counter += 1)}`

async function insert(pool: pg.Pool | pg.PoolClient, parentId: number | null = null): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into administrative_unit (parent_id, code, name) values ($1, $2, $2) returning id',
    [parentId, word()],
  )
  return rows[0]?.id ?? 0
}

/** Units whose path or level is not what their parents say. */
async function brokenPaths({ sql }: TestApp): Promise<unknown[]> {
  const { rows } = await sql.owner.query(`
    with recursive walked as (
      select id, array[id] as path from administrative_unit where parent_id is null
      union all
      select c.id, w.path || c.id from administrative_unit c join walked w on c.parent_id = w.id
    )
    select u.id, u.path, u.level, w.path as walked from administrative_unit u left join walked w using (id)
    where u.path is distinct from w.path or u.level is distinct from cardinality(w.path) - 1`)
  return rows
}

async function chain(pool: pg.Pool, length: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < length) ids.push(await insert(pool, ids.at(-1) ?? null))
  return ids
}

const move = 'update administrative_unit set parent_id = $2 where id = $1'

test('the app’s role cannot put a unit below itself, nor write paths and levels', async ({ app }) => {
  const { app: pool } = app.sql
  const [top = 0, middle = 0, low = 0] = await chain(pool, 3)
  for (const [id, parent] of [
    [top, top],
    [top, low],
    [middle, low],
  ])
    await expect(pool.query(move, [id, parent])).rejects.toMatchObject({ code: 'CV001', message: 'UNIT_CYCLE' })
  for (const statement of [
    `update administrative_unit set path = '{1}' where id = ${low}`,
    `update administrative_unit set level = 0 where id = ${low}`,
    `update administrative_unit set id = default where id = ${low}`,
    `insert into administrative_unit (parent_id, code, name, level) values (${top}, 'X1', 'X', 2)`,
    `insert into administrative_unit (parent_id, code, name, path) values (${top}, 'X1', 'X', '{1,2}')`,
    `update administrative_tree set changes = 0`,
    `alter table administrative_unit disable trigger all`,
    `set session_replication_role = replica`,
  ])
    await expect(pool.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|428C9)$/) as unknown,
    })
  await expect(
    pool.query(`insert into administrative_unit (id, parent_id, code, name) overriding system value
        values (900000, 900000, 'X1', 'X')`),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await brokenPaths(app)).toEqual([])
})

test('not even the owner can store a circle, a wrong level or a wrong path', async ({ app }) => {
  const { owner } = app.sql
  const [top = 0, middle = 0, low = 0] = await chain(owner, 3)
  const client = await owner.connect()
  try {
    await client.query('alter table administrative_unit disable trigger user')
    for (const statement of [
      `update administrative_unit set parent_id = ${low} where id = ${middle}`,
      `update administrative_unit set parent_id = ${low}, path = array[${low}, ${middle}] where id = ${middle}`,
      `update administrative_unit set path = array[${low}] where id = ${low}`,
      `update administrative_unit set path = array[${middle}, ${low}] where id = ${low}`,
      `update administrative_unit set path = array[${top}, ${top}, ${middle}, ${low}] where id = ${low}`,
      `update administrative_unit set path = '{}' where id = ${low}`,
      `insert into administrative_unit (id, parent_id, code, name, path) overriding system value
          values (900000, 900000, 'X2', 'X', '{900000,900000}')`,
      `insert into administrative_unit (id, parent_id, code, name, path) overriding system value
          values (900001, 900000, 'X3', 'X', '{900000,900001}'), (900000, 900001, 'X2', 'X', '{900001,900000}')`,
    ])
      await expect(client.query(statement), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^(23514|23503)$/) as unknown,
      })
  } finally {
    await client.query('alter table administrative_unit enable trigger user')
    client.release()
  }
  expect(await brokenPaths(app)).toEqual([])
})

test('one statement may turn a branch upside down when what comes out is a tree', async ({ app }) => {
  const { app: pool } = app.sql
  const [top = 0, middle = 0, low = 0, leaf = 0] = await chain(pool, 4)
  await pool.query(
    `update administrative_unit set parent_id = case id when $1::bigint then $3::bigint when $2 then $1 end
       where id in ($1, $2, $3)`,
    [top, middle, low],
  )
  expect(await brokenPaths(app)).toEqual([])
  const { rows } = await pool.query<{ path: string }>('select path::text from administrative_unit where id = $1', [
    leaf,
  ])
  expect(rows[0]?.path).toBe(`{${low},${leaf}}`)
})

test('a tenth level is the last, for a new unit and for a branch that is moved', async ({ app }) => {
  const { app: pool } = app.sql
  const tall = await chain(pool, 10)
  await expect(insert(pool, tall.at(-1))).rejects.toMatchObject({ constraint: 'administrative_unit_depth' })
  const [branch = 0] = await chain(pool, 2)
  await expect(pool.query(move, [branch, tall[8]])).rejects.toMatchObject({ constraint: 'administrative_unit_depth' })
  await pool.query(move, [branch, tall[7]])
  expect(await brokenPaths(app)).toEqual([])
})

test.for(['read committed', 'repeatable read', 'serializable'])(
  'moves and new units at the same time leave one whole tree (%s)',
  async (isolation, { app }) => {
    const { app: pool } = app.sql
    const first = [...(await chain(pool, 3)), ...(await chain(pool, 3)), ...(await chain(pool, 2))]
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async (_, stream) => {
        const client = await pool.connect()
        const chance = testChance(stream)
        const ids = [...first]
        const any = () => chance.pick(ids)
        const codes: string[] = []
        for (let n = 0; n < 40; n += 1) {
          try {
            await client.query(`begin isolation level ${isolation}`)
            if (n % 3 === 0) ids.push(await insert(client, any()))
            else await client.query(move, [any(), chance.happens(20) ? null : any()])
            await client.query('commit')
            codes.push('OK')
          } catch (error) {
            await client.query('rollback')
            codes.push(String((error as { code?: string }).code))
          }
        }
        client.release()
        return codes
      }),
    )
    expect(await brokenPaths(app)).toEqual([])
    const codes = new Set(outcomes.flat())
    expect(codes).toContain('OK')
    // Refused as a circle or too deep, or to be tried again; an insert that was rolled back is no parent.
    for (const code of codes) expect(['OK', 'CV001', '23514', '23503', '40001', '40P01']).toContain(code)
  },
)
