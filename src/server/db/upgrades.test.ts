/** A database of an earlier version becomes the one of this program, beside processes that go on. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { companies } from '#contract/companies.ts'
import { migrate } from '../migrate.ts'
import { ownerUrlOf, test } from '../test/with-app.ts'
import { readCatalogue } from './catalogue.ts'
import { readUpgrades } from './upgrades.ts'
import { withDatabase } from './with-database.ts'

const release = readFileSync(join(import.meta.dirname, '../../../test/releases/0.2.0.sql'), 'utf8')

/** The URL of an empty database, which goes with the test. */
async function emptyDatabase(): Promise<string> {
  const { templateUrl } = inject('cluster')
  const admin = new Client({ connectionString: withDatabase(templateUrl, 'postgres') })
  await admin.connect()
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} template template0`)
  onTestFinished(async () => {
    // Waits for sessions that are on their way out; ended by force they throw into the test.
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
  return withDatabase(templateUrl, name)
}

async function onPool<Found>(url: string, work: (pool: Pool) => Promise<Found>): Promise<Found> {
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const catalogueOf = (pool: Pool) => readCatalogue(new Kysely({ dialect: new PostgresDialect({ pool }) }))

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-upgrades-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Before release: `node scripts/take-release.ts`; after it: an upgrade for what changed in schema/. */
test('the database of 0.2.0 is upgraded to the same as a new one', async () => {
  const [url, fresh] = [await emptyDatabase(), await emptyDatabase()]
  await onPool(url, (pool) => pool.query(release))
  await migrate(url)
  const upgraded = await onPool(url, catalogueOf)
  await migrate(fresh)
  expect(upgraded).toEqual(await onPool(fresh, catalogueOf))
})

test('processes go on beside an upgrade, which gives way and is done once', async ({ app }) => {
  const { given, as, sql } = app
  const staff = as(await given.admin())
  const { id } = await given.company()
  const folder = folderWith({
    '0001_note.sql': 'alter table company add column note text;',
    '0002_note.concurrently.sql': 'create unique index concurrently company_note on company (note);',
    '0003_more.sql': 'create table more (id int primary key);',
  })
  const url = ownerUrlOf(app)
  const reader = await sql.owner.connect()
  await reader.query('begin; select from company limit 1')
  let isDone = false
  const upgrading = migrate(url, undefined, folder).then(() => (isDone = true))
  // A call that queues behind the lock waits for two seconds at most.
  await staff.call(companies.get, { params: { id } })
  await staff.call(companies.get, { params: { id } })
  expect(isDone).toBe(false)
  await reader.query('commit')
  reader.release()
  await upgrading
  await staff.call(companies.get, { params: { id } })
  await given.company()
  await migrate(url, undefined, folder)
  await expect(migrate(url)).rejects.toThrow('The database is newer than this program: it holds upgrades/0001_note')
  writeFileSync(join(folder, '0004_wrong.sql'), 'create table wrong (id int); alter table nothing add x int;')
  await expect(migrate(url, undefined, folder)).rejects.toThrow('upgrades/0004_wrong failed: error: relation "nothing"')
  expect((await sql.owner.query(`select to_regclass('wrong') as found`)).rows).toEqual([{ found: null }])
  await sql.owner.query(`drop table more; alter table company drop column note;
      delete from schema_file where name like 'upgrades/%'`)
})

/** What reads or writes all rows of a table that was there before, under a lock that keeps others waiting. */
function slowStatements(text: string): string[] {
  const made = new Set([...text.matchAll(/create table (\w+)/gi)].map(([, name]) => name))
  const statements = text.replace(/--.*$/gm, '').split(';')
  return statements
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => {
      const [, table] =
        /^alter table (?:only )?(\w+)|^create (?:unique )?index .*?\bon (\w+)/i.exec(statement)?.filter(Boolean) ?? []
      if (table === undefined || made.has(table)) return false
      if (/^create/i.test(statement)) return !/ concurrently /i.test(statement)
      return (
        /\btype\b|set not null|set (un)?logged|add primary key|add unique|generated always/i.test(statement) ||
        (/add (column|constraint).*\b(check|references|not null)\b/i.test(statement) &&
          !/not valid|default/i.test(statement)) ||
        /default [^,]*(random|clock_timestamp|nextval|uuid)/i.test(statement)
      )
    })
}

test('an upgrade that rewrites a large table or reads it under its lock is refused', async () => {
  const slow = [
    'alter table form alter column status type varchar',
    'alter table form alter column status set not null',
    'alter table form add constraint x check (id > 0)',
    'alter table form add constraint x foreign key (id) references survey',
    'alter table form add column x uuid default gen_random_uuid()',
    'create index x on form (id)',
  ]
  expect(slowStatements(slow.join(';'))).toEqual(slow)
  const quick = [
    'alter table form add column x text',
    `alter table form add column x text not null default 'a'`,
    'alter table form add constraint x check (id > 0) not valid',
    'alter table form validate constraint x',
    'create index concurrently x on form (id)',
    'create table large (id int)',
    'create index on large (id)',
  ]
  expect(slowStatements(quick.join(';'))).toEqual([])
  const ours = await readUpgrades()
  expect(ours.flatMap(({ name, text }) => slowStatements(text).map((statement) => `${name}: ${statement}`))).toEqual([])
})
