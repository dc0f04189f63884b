import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { expect, inject } from 'vitest'
import { defaultHighest } from '#domain/surveys/highest-amount.ts'
import { permissionEntries, seededRoles } from '#domain/people/permissions.ts'
import { test } from './test/with-app.ts'
import { migrate } from './migrate.ts'
import { readCatalogue } from './db/catalogue.ts'
import { withDatabase } from './db/with-database.ts'

test('the database has all permissions and roles; migrating again changes nothing', async ({ sql }) => {
  const permissions = await sql.app.query<{ name: string }>('select name from permission where built_in order by name')
  expect(permissions.rows.map((row) => row.name)).toEqual(permissionEntries.map((entry) => entry.name).sort())
  const grants = await sql.app.query<{ role: string; names: string[] }>(
    `select r.role, array_agg(p.name order by p.name) as names from role r join role_permission rp on rp.role_id = r.id
       join permission p on p.id = rp.permission_id where r.built_in group by r.role`,
  )
  const expected = new Map(seededRoles.map(({ role, permissions: names }) => [role, [...names].sort()]))
  expect(new Map(grants.rows.map((row) => [row.role, row.names]))).toEqual(expected)
})

test('a question has a type of the catalogue: the database refuses others', async ({ given, sql }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const change = sql.app.query(`update question set type = 'RIDDLE' where survey_id = $1`, [survey.id])
  await expect(change).rejects.toMatchObject({ constraint: 'question_type_known' })
  await expect(sql.app.query(`insert into question_type values ('RIDDLE')`)).rejects.toThrow('permission denied')
})

test('a permission that the product takes over loses the grants that people had made', async ({ given, sql }) => {
  const { id } = await given.role(['tasks.read'])
  await sql.owner.query(`update permission set built_in = false, area = 'custom', name = 'Tasks.read'
      where name = 'tasks.read'`)
  await migrate(await ownUrl(sql.owner))
  const { rows } = await sql.owner.query<{ id: number; built_in: boolean }>(
    `select r.id, q.built_in from permission q join role_permission on permission_id = q.id join role r on r.id = role_id
       where q.name = 'tasks.read'`,
  )
  expect(rows.every((row) => row.built_in && row.id !== id)).toBe(true)
  expect(rows).toHaveLength(seededRoles.filter(({ permissions }) => permissions.includes('tasks.read')).length)
})

test('the database knows the highest amounts that the server was set to', async ({ sql }) => {
  const highest = async () => {
    const { rows } = await sql.app.query<{ code: string; minor: number }>(
      `select code, highest_minor as minor from currency where code in ('MZN', 'UGX') order by code`,
    )
    return rows.map(({ minor }) => minor)
  }
  expect(await highest()).toEqual([defaultHighest, defaultHighest])
  await migrate(await ownUrl(sql.owner), { MZN: 50_000_000 })
  expect(await highest()).toEqual([50_000_000, defaultHighest])
  await migrate(await ownUrl(sql.owner))
  expect(await highest()).toEqual([50_000_000, defaultHighest])
})

async function ownUrl(owner: Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  return withDatabase(inject('cluster').templateUrl, rows[0]?.name ?? '')
}

test('A database that is newer than the program is refused with one clear line', async ({ sql }) => {
  await sql.owner.query(`insert into schema_file (name, sha256) values ('law/of_tomorrow', 'x')`)
  await expect(migrate(await ownUrl(sql.owner))).rejects.toThrow(
    'The database is newer than this program: it holds law/of_tomorrow',
  )
  await sql.owner.query(`delete from schema_file where name = 'law/of_tomorrow'`)
})

test('A database with other tables is refused with one clear line', async ({ sql }) => {
  const { rows } = await sql.owner.query<{ sha256: string }>(
    `select sha256 from schema_file where name = 'schema/04_people'`,
  )
  const set = (sha256: string) =>
    sql.owner.query(`update schema_file set sha256 = $1 where name = 'schema/04_people'`, [sha256])
  await set('another')
  await expect(migrate(await ownUrl(sql.owner))).rejects.toThrow(
    'The tables of schema/04_people are not those of this database, and no upgrade leads to them',
  )
  await set(rows[0]?.sha256 ?? '')
})

test('A database that was made by migrations is refused with one clear line', async ({ sql }) => {
  await sql.owner.query('create table kysely_migration (name text)')
  await expect(migrate(await ownUrl(sql.owner))).rejects.toThrow('This database was made by a version before 0.1.')
  await sql.owner.query('drop table kysely_migration')
})

test('A migration replaces a law whose text differs, and rules changed by hand', async ({ sql }) => {
  const catalogue = async () =>
    JSON.stringify(await readCatalogue(new Kysely({ dialect: new PostgresDialect({ pool: sql.owner }) })))
  const rules = async () => JSON.stringify((await sql.owner.query('select * from payable_move order by 1, 2, 3')).rows)
  const [before, moves] = [await catalogue(), await rules()]
  await sql.owner.query(`
      create or replace function limit_of(asked text, code text, held_by text) returns bigint language sql as 'select 1::bigint';
      drop trigger step_is_lawful on step;
      create trigger of_before after insert on step referencing new table as new_rows
        for each statement execute function step_is_lawful();
      update schema_file set sha256 = 'another' where name like 'law/%';
      delete from payable_move where step = 'approve';
      insert into payable_move values ('ELIGIBLE', 'SUCCESSFUL', 'approve', false)`)
  expect(await catalogue()).not.toBe(before)
  await migrate(await ownUrl(sql.owner))
  expect(await catalogue()).toBe(before)
  expect(await rules()).toBe(moves)
})

test('the app’s role cannot change the trail, the counters or a table', async ({ given, sql }) => {
  await given.company()
  const attacks = [
    `update audit set action = 'x'`,
    `delete from audit`,
    `truncate audit`,
    `update row_counter set n = 0`,
    `delete from schema_file`,
    `delete from idem_key`,
    `create table x (y int)`,
    `alter table company add x int`,
    `drop table company`,
  ]
  for (const attack of attacks) await expect(sql.app.query(attack), attack).rejects.toMatchObject({ code: '42501' })
  await expect(sql.owner.query(`delete from audit`)).rejects.toMatchObject({ code: '42501' })
  expect((await sql.app.query<{ role: string }>('select current_user as role')).rows[0]?.role).toBe('canvass_app')
})
