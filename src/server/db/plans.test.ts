/**
 * What keeps plans right (docs/plans.md), against statistics of the day before: they know sixty small surveys, and nothing of a
 * large one. A plan that goes wrong reads the survey once for each of its rows.
 */
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import { formsOfSurvey } from '../records/forms-of.ts'
import { countAll } from '../logs/log-store.ts'
import { joinAnswers } from '../responses/list/answer-conditions.ts'
import { test } from '../test/with-app.ts'
import { unseen } from './named.ts'

const size = 300

const before = `
  set local session_replication_role = replica;
  insert into person (id, username, name, phone, admin_type, role_id) overriding system value
    select 9000000 + n, '+25882' || (1000000 + n), 'P', '+25882' || (1000000 + n), 'PARTICIPANT', (select id from role where role = 'PARTICIPANT')
    from generate_series(1, ${size}) n;
  insert into person (id, username, name, admin_type, role_id) overriding system value
    values (9000000, 'plan-maker', 'M', 'ADMIN', (select id from role where role = 'PAYMENT_INITIATOR'));
  insert into survey (id, encoded_id, title, texts, survey_type, amount_minor, currency, status, current_version)
    select 9000000 + n, 'planned-survey-' || n, 'S', '{"title": {"en": "S"}}', 'PAID', 5000, 'MZN', 'PUBLISHED', 1 from generate_series(0, 60) n;
  insert into form (survey_id, id, survey_version, participant_id, status, source, client_uuid, submitted_at)
    select 9000000 + n, 9000000 + n, 1, 9000000 + n, 'APPROVED', 'API', 'plan-' || n, now() from generate_series(1, 60) n;
  insert into payable (id, survey_id, participant_id, msisdn, amount_minor, currency, provider, facts_hash, status)
    select f.id, f.survey_id, p.id, p.phone, 5000, 'MZN', 'gsma', '', 'CANCELLED' from form f join person p on p.id = f.id;
  insert into payable_response (payable_id, survey_id, response_id, released_at) select id, survey_id, id, now() from form where id > 9000000;
  insert into step (payable_id, round, step, actor_id, role, facts_hash) select id, 1, 'initiate', id, 'X', '' from form where id > 9000000;
  insert into answer_index (survey_id, form_id, question_id, word) select survey_id, id, survey_id, 'yes' from form where id > 9000000;
  analyze form, payable, payable_response, step, answer_index;
  insert into form (survey_id, id, survey_version, participant_id, status, source, client_uuid, submitted_at)
    select 9000000, 9100000 + n, 1, 9000000 + n, 'APPROVED', 'API', 'plan-large-' || n, now() from generate_series(1, ${size}) n;
  insert into answer_index (survey_id, form_id, question_id, word)
    select 9000000, 9100000 + n, 9000000, 'yes' from generate_series(1, ${size}) n;
  set local session_replication_role = origin`

const owed = `
  with made as (
    insert into payable (id, survey_id, participant_id, msisdn, amount_minor, currency, provider, facts_hash)
    select f.id, f.survey_id, p.id, p.phone, 5000, 'MZN', 'gsma', signed_facts(p.phone, 5000, 'MZN', 'gsma', f.id::text)
    from form f join person p on p.id = f.participant_id where f.survey_id = 9000000 returning id)
  insert into payable_response (payable_id, survey_id, response_id) select id, 9000000, id from made`
const facts = (n: string) => `signed_facts('+25882' || (1000000 + ${n}), 5000, 'MZN', 'gsma', (9100000 + ${n})::text)`
const signed = `
  insert into step (payable_id, round, step, actor_id, role, facts_hash)
  select 9100000 + n, 1, 'initiate', 9000000, 'PAYMENT_INITIATOR', ${facts('n')} from generate_series(1, ${size}) n`
const moved = `update payable set status = 'INITIATED', version = version + 1 where id between 9100001 and 9100000 + ${size}`

/** Rows that the transaction read of each table so far: along a whole table, and by an index. */
async function readsOf(client: pg.ClientBase): Promise<Map<string, { whole: number; keyed: number }>> {
  const { rows } = await client.query<{ name: string; whole: number; keyed: number }>(
    `select relname as name, coalesce(seq_tup_read, 0)::int as whole, coalesce(idx_tup_fetch, 0)::int as keyed
     from pg_stat_xact_user_tables`,
  )
  return new Map(rows.map(({ name, ...reads }) => [name, reads]))
}

/** What the statement reads of each table, by row of the large survey. */
async function readsBy(client: pg.ClientBase, statement: string) {
  const earlier = await readsOf(client)
  await client.query(statement)
  const later = await readsOf(client)
  return (table: string, how: 'whole' | 'keyed') =>
    Math.round(((later.get(table)?.[how] ?? 0) - (earlier.get(table)?.[how] ?? 0)) / size)
}

function planOf(client: pg.ClientBase, query: RawBuilder<unknown>): Promise<string> {
  const { sql: text, parameters } = query.compile(new Kysely({ dialect: new PostgresDialect({ pool: {} as pg.Pool }) }))
  // As with values in the text: a prepared statement would hide them from the plan.
  const literal = text.replaceAll(/\$(\d+)/g, (_, n: string) => {
    const value = parameters[Number(n) - 1]
    return Array.isArray(value) ? `'{${value.join(',')}}'` : typeof value === 'string' ? `'${value}'` : String(value)
  })
  return client
    .query<{ 'QUERY PLAN': string }>(`explain ${literal}`)
    .then(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'))
}

const planTest = test.extend('client', async ({ sql }, { onCleanup }): Promise<pg.ClientBase> => {
  const client = await sql.owner.connect()
  onCleanup(async () => {
    await client.query('rollback')
    client.release()
  })
  await client.query(`begin; ${before}`)
  return client
})

planTest('the laws of payments meet each row by its key, whatever the statistics say', async ({ client }) => {
  const owing = await readsBy(client, owed)
  expect(owing('payable_response', 'keyed'), 'survey_id + 0, coalesce(released_at)').toBeLessThan(8)
  expect(owing('form', 'keyed')).toBeLessThan(8)
  const signing = await readsBy(client, signed)
  expect(signing('step', 'keyed'), 'actor_id + 0').toBeLessThan(4)
  const moving = await readsBy(client, moved)
  expect(moving('payable_response', 'keyed'), 'coalesce(released_at)').toBeLessThan(4)
  expect(moving('form', 'keyed')).toBeLessThan(4)
})

planTest('a survey that the plan does not see is planned for as a usual one', async ({ client }) => {
  const rowsOf = async (id: RawBuilder<unknown>) =>
    Number(/rows=(\d+)/.exec(await planOf(client, sql`select * from form where survey_id = ${id}`))?.[1])
  await client.query('analyze form')
  expect([await rowsOf(sql`9000099`), (await rowsOf(unseen(9000099))) > 1]).toEqual([1, true])
})

planTest('some responses of a survey are found by their keys, and a join reads the survey', async ({ client }) => {
  const ids = Array.from({ length: size }, (_, n) => 9_100_001 + n)
  await client.query('analyze form')
  const plan = await planOf(client, sql`select f.status from ${formsOfSurvey({ surveyId: 9_000_000, ids })}`)
  expect(plan).toMatch(/Index Scan using form_(pkey|id_idx)/)
  expect(plan).not.toMatch(/Hash|Seq Scan/)
  const joined = sql`select form.status from unnest(${ids}::bigint[]) one(id) join form using (id) where survey_id = 9000000`
  expect(await planOf(client, joined)).toMatch(/Hash Join/)
})

planTest('many responses meet their answers by hashing or sorting, never each with all', async ({ client }) => {
  const from = sql`(select * from form where survey_id = 9000000) form`
  const sight = { scope: [9_000_000], personal: 'HIDDEN' } as const
  const plan = await planOf(client, sql`select form.id from ${joinAnswers(from, { q: { in: ['yes'] } }, sight)}`)
  expect(plan).toMatch(/(Hash|Merge) Full Join/)
  expect(plan).not.toMatch(/Nested Loop/)
})

planTest('the rows of the trail after its last block are counted without workers', async ({ client }) => {
  const costs = [
    'parallel_setup_cost',
    'parallel_tuple_cost',
    'min_parallel_table_scan_size',
    'min_parallel_index_scan_size',
  ]
  for (const cost of costs) await client.query(`set local ${cost} = 0`)
  expect(await planOf(client, countAll)).not.toMatch(/Gather/)
  expect(await planOf(client, sql`select count(*) from audit where xid > (select '0'::xid8)`)).toMatch(/Gather/)
})
