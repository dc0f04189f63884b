/**
 * npm run bench -- payments [sizes] [--profile]: payments of a survey initiated, approved and authorized, in calls of at
 * most 5,000, at 1,000, 10,000 and 100,000 (or the sizes given, such as 1000,20000). Each step is beside a bare UPDATE of the
 * same rows, without triggers; then a worker pays them at the simulator, over HTTP. The statistics are those that the run before left: in the first run those of an empty house.
 * npm run bench -- payments --beside 500000: one provider has so many payments to send, another one sends at its rate; is the
 * other one slower than alone, and how soon is an outcome known? In turns, as the machine may have other work.
 * npm run bench -- payments --rows 1000000: pages of the list and of a statement, in so many payments.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Kysely } from 'kysely'
import { gsmaProvider } from '#server/payments/providers/gsma.ts'
import { simulatorAccountId } from '#server/payments/simulator/disbursement.ts'
import { startSimulator } from '#server/payments/simulator/server.ts'
import { makePayables } from '#server/payments/steps/payables.ts'
import { startPaymentWorker } from '#server/payments/worker/worker.ts'
import { hashToken } from '#server/http/session.ts'
import { paymentsFactory } from '#server/test/given-payments.ts'
import { type BareHouse, caller, inBareHouse } from './house.ts'
import { booksOf, pagesOf } from './payment-pages.ts'
import { seedPayments } from './payment-rows.ts'

const { positionals, values } = parseArgs({
  options: { profile: { type: 'boolean' }, rows: { type: 'string' }, beside: { type: 'string' } },
  allowPositionals: true,
})
const sizes = (positionals[0] ?? '1000,10000,100000').split(',').map(Number)
const steps = ['initiate', 'approve', 'authorize'] as const
const perCall = 5000
const tables = ['payable', 'payable_response', 'step', 'attempt', 'transfer', 'audit', 'provider_event']

/** One person for each step; answers the tokens of their sessions. */
async function staff({ owner }: BareHouse): Promise<string[]> {
  const tokens = steps.map(() => randomBytes(32).toString('base64url'))
  for (const [n, token] of tokens.entries()) {
    await owner.query(
      `with r as (insert into role (name, role) values ($1, 'BENCH_STEP_' || $1) returning id),
         rp as (insert into role_permission (role_id, permission_id)
           select r.id, p.id from r, permission p where p.name like 'payments.%' or p.name = 'surveys.all'),
         a as (insert into person (username, name, admin_type, role_id) select 'bench' || $1, $1, 'ADMIN', id from r returning id)
       insert into session (token_hash, person_id, expires_at) select $2, id, now() + interval '1 day' from a`,
      [String(n), hashToken(token)],
    )
  }
  return tokens
}

/** Approved responses of as many participants; returns the ids of their payments. */
async function owed({ owner }: BareHouse, db: Kysely<unknown>, size: number): Promise<number[]> {
  const { rows: surveys } = await owner.query<{ id: number }>(
    `with paid as (
       insert into survey (encoded_id, title, survey_type, amount_minor, currency, status, current_version)
       values ('s' || md5(random()::text), 'Bench ' || $1, 'PAID', 500, 'MZN', 'PUBLISHED', 1) returning id)
     insert into survey_version (survey_id, number, content, checksum)
     select id, 1, '{"sections": []}', 'x' from paid returning survey_id::int as id`,
    [size],
  )
  const surveyId = surveys[0]?.id ?? 0
  const { rows } = await owner.query<{ id: number }>(
    `with payee as (
       insert into person (username, name, phone, admin_type, role_id)
       select 'payee-' || $1::bigint || '-' || n, 'Payee ' || n, '+258' || lpad(right($1::bigint::text, 5), 5, '8') || lpad((n / 9000)::text, 3, '0') || lpad((n % 9000)::text, 4, '0'), 'PARTICIPANT',
         (select id from role where role = 'PARTICIPANT') from generate_series(0, $2::int - 1) n returning id)
     insert into form (survey_id, survey_version, participant_id, status, source, client_uuid, submitted_at)
     select $1::bigint, 1, id, 'APPROVED', 'API', gen_random_uuid(), now() from payee returning id::int`,
    [surveyId, size],
  )
  for (let at = 0; at < rows.length; at += perCall) {
    await makePayables(db, { surveyId, ids: rows.slice(at, at + perCall).map(({ id }) => id) })
  }
  const paid = await owner.query<{ id: number }>(`select id::int from payable where survey_id = $1 order by id`, [
    surveyId,
  ])
  return paid.rows.map(({ id }) => id)
}

async function timed(house: BareHouse, step: string, token: string, ids: readonly number[]): Promise<number> {
  const call = caller(house, token)
  const start = performance.now()
  for (let at = 0; at < ids.length; at += perCall) {
    const part = ids.slice(at, at + perCall)
    const { data } = await call<{ succeeded: number }>(`/payments/bulk-${step}`, { ids: part })
    if (data.succeeded !== part.length) throw new Error(`${step}: ${data.succeeded} of ${part.length}`)
  }
  return (performance.now() - start) / 1000
}

/** The same rows by one statement without any rule, undone again. */
async function bare({ owner }: BareHouse, ids: readonly number[]): Promise<number> {
  await owner.query('begin; set local session_replication_role = replica')
  const start = performance.now()
  await owner.query(
    `update payable set status = 'INITIATED', reason = null, reason_text = null, version = version + 1, updated_at = now() where id = any($1)`,
    [ids],
  )
  const seconds = (performance.now() - start) / 1000
  await owner.query('rollback')
  // Its rows would count as bytes of the payments.
  await owner.query('vacuum payable')
  return seconds
}

/** A worker and its provider. */
async function startPaying({ services }: BareHouse, how: { name?: string; perSecond?: number } = {}) {
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 0 })
  const { name, ...pace } = how
  const account = { baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 30_000, ...(name && { name }) }
  const worker = startPaymentWorker({
    database: services.database,
    provider: gsmaProvider(account),
    log: console,
    pollMs: 20,
    askAfterMs: 20,
    ...pace,
  })
  return async () => {
    await worker.stop()
    await simulator.close()
  }
}

/** Seconds until they are all paid. */
async function untilPaid({ owner }: BareHouse, ids: readonly number[]): Promise<number> {
  const start = performance.now()
  for (let open = ids.length; open > 0;) {
    await wait(50)
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from payable where id = any($1) and status = 'PROCESSING'`,
      [ids],
    )
    open = rows[0]?.n ?? 0
  }
  return (performance.now() - start) / 1000
}

async function paid(house: BareHouse, ids: readonly number[]): Promise<number> {
  const stop = await startPaying(house)
  const seconds = await untilPaid(house, ids)
  await stop()
  return seconds
}

/** Of each table: its rows, and their indexes. */
async function bytesOf({ owner }: BareHouse): Promise<Sizes[]> {
  const { rows } = await owner.query<Sizes>(
    `select t as "table", pg_table_size(t::regclass)::float8 as rows, pg_indexes_size(t::regclass)::float8 as indexes
     from unnest($1::text[]) t`,
    [tables],
  )
  return rows
}

interface Sizes {
  table: string
  rows: number
  indexes: number
}

/** `5.6 KB a payment (audit 1.2 + 0.9, …): rows and indexes of each table`. */
function grown(before: readonly Sizes[], after: readonly Sizes[], size: number): string {
  const kilobytes = (bytes: number) => bytes / 1024 / size
  const parts = after.map(({ table, rows, indexes }, n) => ({
    table,
    rows: kilobytes(rows - (before[n]?.rows ?? 0)),
    indexes: kilobytes(indexes - (before[n]?.indexes ?? 0)),
  }))
  const all = parts.reduce((sum, each) => sum + each.rows + each.indexes, 0)
  const each = parts.map(({ table, rows, indexes }) => `${table} ${rows.toFixed(1)} + ${indexes.toFixed(1)}`)
  return `${all.toFixed(1)} KB a payment, rows and indexes: ${each.join(', ')}`
}

/** How long each function of the database took, with what it called. */
async function printProfile({ owner }: BareHouse): Promise<void> {
  await owner.query('select pg_stat_force_next_flush()')
  const { rows } = await owner.query<{ funcname: string; calls: number; ms: number }>(
    `select funcname, calls::int, total_time::int as ms from pg_stat_user_functions order by total_time desc limit 20`,
  )
  for (const { funcname, calls, ms } of rows)
    console.log(`${String(ms).padStart(9)} ms ${String(calls).padStart(8)}  ${funcname}`)
}

/** How often each index of payments was looked into since the start. */
async function printScans({ owner }: BareHouse): Promise<void> {
  const { rows } = await owner.query<{ name: string; scans: number; kb: number }>(
    `select indexrelname as name, idx_scan::int as scans, (pg_relation_size(indexrelid) / 1024)::int as kb
     from pg_stat_user_indexes where relname = any($1) order by relname, idx_scan desc`,
    [tables],
  )
  for (const { name, scans, kb } of rows)
    console.log(`${String(scans).padStart(9)} scans ${String(kb).padStart(8)} KB  ${name}`)
}

async function fund({ ownerUrl }: BareHouse, provider: string): Promise<void> {
  const pool = new Pool({ connectionString: ownerUrl, max: 2 })
  let given = 0
  await paymentsFactory(pool, () => (given += 1)).float({ provider, amountMinor: 1_000_000_000 })
  await pool.end()
}

async function measureSteps(house: BareHouse): Promise<void> {
  const { db } = house.services.database
  const tokens = await staff(house)
  await fund(house, 'gsma')
  for (const size of sizes) {
    const before = await bytesOf(house)
    const ids = await owed(house, db, size)
    for (const [n, step] of steps.entries()) {
      const floor = await bare(house, ids)
      const seconds = await timed(house, step, tokens[n] ?? '', ids)
      const row = ((seconds / size) * 1e6).toFixed(0)
      console.log(
        `${size}: ${step} ${seconds.toFixed(2)} s (${row} µs a row, ${(seconds / floor).toFixed(1)}x a bare UPDATE)`,
      )
      if (values.profile) await printProfile(house)
    }
    const seconds = await paid(house, ids)
    console.log(`${size}: paid in ${seconds.toFixed(2)} s (${(size / seconds).toFixed(0)}/s)`)
    console.log(`${size}: ${grown(before, await bytesOf(house), size)}`)
    await house.owner.query(`vacuum full ${tables.join(', ')}`)
    console.log(`${size}, packed: ${grown(before, await bytesOf(house), size)}`)
    if (values.profile) await printScans(house)
    // The next run meets the statistics of this one.
    await house.owner.query('analyze')
  }
}

/** Sendings in a second of each of the two providers, and for how many seconds. */
const pace = { perSecond: 20, seconds: 30 }

async function measureBeside(house: BareHouse, waiting: number): Promise<void> {
  const { owner } = house
  await seedPayments(owner, waiting, 'WAITING')
  await owner.query(
    `insert into provider (name, title, dialect, enabled, priority, refuses_duplicates) values ('other', 'Other', 'GSMA', true, 1, true)`,
  )
  await fund(house, 'other')
  const tokens = await staff(house)
  for (const beside of [false, true, false, true]) {
    const ids = await owed(house, house.services.database.db, pace.perSecond * pace.seconds)
    for (const [n, step] of steps.entries()) await timed(house, step, tokens[n] ?? '', ids)
    const sentBefore = await sentBy(house, 'gsma')
    const stopFirst = beside ? await startPaying(house, { perSecond: pace.perSecond }) : undefined
    const stop = await startPaying(house, { name: 'other', perSecond: pace.perSecond })
    const seconds = await untilPaid(house, ids)
    const first = ((await sentBy(house, 'gsma')) - sentBefore) / seconds
    await Promise.all([stop(), stopFirst?.()])
    const { rows } = await owner.query<{ rate: number; known: number; late: number }>(
      `select (count(*) - 1) / extract(epoch from max(sent_at) - min(sent_at))::float8 as rate,
         percentile_cont(0.5) within group (order by extract(epoch from final_at - sent_at))::float8 as known,
         percentile_cont(0.95) within group (order by extract(epoch from final_at - sent_at))::float8 as late
       from attempt where payable_id = any($1)`,
      [ids],
    )
    const { rate = 0, known = 0, late = 0 } = rows[0] ?? {}
    console.log(
      `${beside ? `beside ${waiting} that wait (sent at ${first.toFixed(1)}/s)` : 'alone'}: ${rate.toFixed(1)}/s of ${pace.perSecond}/s, known after ${known.toFixed(2)} s (p50), ${late.toFixed(2)} s (p95)`,
    )
  }
}

/** So far, of all payments of a provider. */
async function sentBy({ owner }: BareHouse, provider: string): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from attempt where provider = $1 and sent_at is not null`,
    [provider],
  )
  return rows[0]?.n ?? 0
}

async function measurePages(house: BareHouse, rows: number): Promise<void> {
  const start = performance.now()
  await seedPayments(house.owner, rows)
  console.log(`${rows} payments are there after ${((performance.now() - start) / 1000).toFixed(0)} s`)
  await pagesOf(house, rows)
  await booksOf(house)
}

await inBareHouse(async (house) => {
  if (values.profile) await house.owner.query(`alter role canvass_app set track_functions = 'pl'`)
  if (values.beside !== undefined) await measureBeside(house, Number(values.beside))
  else if (values.rows === undefined) await measureSteps(house)
  else await measurePages(house, Number(values.rows))
})
