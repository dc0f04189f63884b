import { expect } from 'vitest'
import { categories } from '#contract/categories.ts'
import { logs } from '#contract/logs.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { sealAudit } from './seal-audit.ts'
import { verifyAudit } from './verify-audit.ts'

async function leaveTraces({ sql }: TestApp, count: number): Promise<void> {
  await sql.app.query(
    `insert into audit (actor_id, action, subject_type, subject_id, before, after)
     select 1, 'tests.trace', 'thing', n::text, null, jsonb_build_object('n', n, 'text', 'ação')
     from generate_series(1, $1::int) n`,
    [count],
  )
}

/** Seals until so many rows wait: transactions of other tests on the same server may hold a sealer up for a moment. */
async function sealUntil({ services }: TestApp, unsealed: number): Promise<void> {
  const { db } = services.database
  const left = async () => {
    await sealAudit(db)
    return (await verifyAudit(db)).unsealed
  }
  await expect.poll(left).toBe(unsealed)
}

/** The change that only a superuser can make: past all triggers. */
async function tamper({ sql }: TestApp, statement: string): Promise<void> {
  const client = await sql.owner.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(statement)
  } finally {
    client.release(true)
  }
}

test('the trail is sealed up to the oldest running transaction, block after block', async ({ app }) => {
  const { services, sql, given, as } = app
  const { db } = services.database
  await leaveTraces(app, 5)
  const running = await sql.app.connect()
  await running.query('begin')
  await running.query(`insert into audit (action, subject_type) values ('tests.slow', 'thing')`)
  await leaveTraces(app, 3)
  await sealUntil(app, 3)
  expect((await verifyAudit(db)).rows).toBe(5)
  await running.query('commit')
  running.release()
  await sealUntil(app, 0)
  expect(await sealAudit(db)).toBe(0)
  const proof = await verifyAudit(db)
  expect(proof).toMatchObject({ rows: 9, unsealed: 0 })
  expect(proof.blocks).toBeGreaterThanOrEqual(2)
  expect(proof.head).toMatch(/^[0-9a-f]{64}$/)
  expect(proof.broken).toBeUndefined()
  const staff = await given.admin({ permissions: ['logs.read', 'categories.write'] })
  await as(staff).call(categories.create, { body: { title: 'One more' } })
  expect((await as(staff).call(logs.list)).total).toBe(10)
})

test('neither app nor owner changes a row or a block; the app seals nothing by hand', async ({ sql }) => {
  const attacks = [
    `update audit_block set n = 1`,
    `delete from audit_block`,
    `truncate audit_block`,
    `update audit set actor_id = 2`,
  ]
  for (const attack of attacks) {
    await expect(sql.app.query(attack), attack).rejects.toMatchObject({ code: '42501' })
    await expect(sql.owner.query(attack), attack).rejects.toMatchObject({ code: '42501' })
  }
  const byHand = [
    `insert into audit_block (ids, n, total, to_xid, after_id, previous, hash) values ('{[1,1]}', 1, 1, '1', 0, '', 'x')`,
    `select seal_rows('0', '1000000', 0)`,
    `insert into audit (at, action, subject_type) values ('2020-01-01', 'x', 'y')`,
    `insert into audit (xid, action, subject_type) values ('5', 'x', 'y')`,
  ]
  for (const attack of byHand) await expect(sql.app.query(attack), attack).rejects.toMatchObject({ code: '42501' })
})

test('a change by a superuser is found at the first block that differs from its seal', async ({ app }) => {
  const { services, sql } = app
  const { db } = services.database
  for (let block = 0; block < 3; block++) {
    await leaveTraces(app, 4)
    await sealUntil(app, 0)
  }
  const { rows } = await sql.owner.query<{ block: number; first: string }>(
    `select id as block, lower(ids)::text as first from audit_block order by id desc limit 2`,
  )
  const { block, first } = rows[1] ?? { block: 0, first: '' }
  const broken = async () => (await verifyAudit(db)).broken
  expect(await broken()).toBeUndefined()
  const wounds: [wound: string, cure: string, found: object][] = [
    [
      `update audit set actor_id = 2 where id = ${first}`,
      `update audit set actor_id = 1 where id = ${first}`,
      { block, reason: 'HASH' },
    ],
    [
      `update audit set after = after || '{"n": 0}' where id = ${first}`,
      `update audit set after = after || '{"n": 1}' where id = ${first}`,
      { block, reason: 'HASH' },
    ],
    [
      `create table taken as select * from audit where id = ${first}; delete from audit where id = ${first}`,
      `insert into audit overriding system value select * from taken; drop table taken`,
      { block, reason: 'ROWS' },
    ],
    [
      `insert into audit (xid, action, subject_type) select xid, 'x', 'y' from audit where id = ${first}`,
      `delete from audit where action = 'x'`,
      { block: undefined, reason: 'UNKNOWN_ROWS' },
    ],
    [
      `create table taken as select * from audit where id = ${first};
         update audit a set erased = audit_details(a), salt = null, after = null where id = ${first}`,
      `update audit a set erased = null, salt = t.salt, after = t.after from taken t where a.id = t.id; drop table taken`,
      { block: undefined, reason: 'ERASED' },
    ],
    [
      `update audit_block set n = n + 9 where id = ${block}`,
      `update audit_block set n = n - 9 where id = ${block}`,
      { block, reason: 'CHAIN' },
    ],
    [
      `create table taken as select * from audit_block where id = ${block}; delete from audit_block where id = ${block}`,
      `insert into audit_block overriding system value select * from taken; drop table taken`,
      { block: block + 1, reason: 'CHAIN' },
    ],
  ]
  for (const [wound, cure, found] of wounds) {
    await tamper(app, wound)
    expect(await broken(), wound).toEqual(found)
    await tamper(app, cure)
    expect(await broken(), cure).toBeUndefined()
  }
})

test('a restored database with new transaction numbers goes on with its chain', async ({ app }) => {
  const { services, sql } = app
  const { db } = services.database
  await leaveTraces(app, 2)
  await sealUntil(app, 0)
  // As after a restore: rows and blocks carry transactions that this cluster has not reached yet.
  const far = '1000000000'
  await tamper(
    app,
    `insert into audit (xid, action, subject_type) select '${far}', 'x', 'y' from generate_series(1, 3)`,
  )
  const { rows } = await sql.owner.query<{ id: number }>(
    `insert into audit_block (ids, n, total, to_xid, after_id, previous, hash)
       select int8multirange(int8range(max(id), max(id), '[]')), 1, 0, '999999999', 0, '', 'x' from audit returning id`,
  )
  await leaveTraces(app, 4)
  const sealed = async () => {
    await sealAudit(db)
    const blocks = await sql.owner.query<{ life: string; n: string }>(
      `select case when after_id = 0 then 'former' else 'new' end as life, sum(n) as n from audit_block
         where id > $1 group by 1 order by 1`,
      [rows[0]?.id],
    )
    return Object.fromEntries(blocks.rows.map((row) => [row.life, Number(row.n)]))
  }
  await expect.poll(sealed).toEqual({ former: 3, new: 4 })
  await leaveTraces(app, 5)
  await expect.poll(sealed).toEqual({ former: 3, new: 9 })
})
