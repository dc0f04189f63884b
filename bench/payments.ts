/**
 * node bench/payments.ts [sizes]: payments of a survey initiated, approved and authorized, in calls of at most 5,000,
 * at 1,000, 10,000 and 100,000 (or the sizes given, such as 1000,20000). The statistics of the database are those of an
 * empty house, as on the day of its first payout. It prints the seconds of each step and the time of one row.
 */
import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import type { Kysely } from 'kysely'
import { makePayables } from '#server/payments/payables.ts'
import { hashToken } from '#server/http/survey-token.ts'
import { paymentsFactory } from '#server/test/given-payments.ts'
import { type BareHouse, inBareHouse } from './house.ts'

const sizes = (process.argv[2] ?? '1000,10000,100000').split(',').map(Number)
const steps = ['initiate', 'approve', 'authorize'] as const
const perCall = 5000

/** One person for each step; answers the tokens of their sessions. */
async function staff({ owner }: BareHouse): Promise<string[]> {
  const tokens = steps.map(() => randomBytes(32).toString('base64url'))
  for (const [n, token] of tokens.entries()) {
    await owner.query(
      `with r as (insert into role (name, role) values ($1, 'BENCH_' || $1) returning id),
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
       values ('s' || md5($1::text), 'Bench ' || $1, 'PAID', 500, 'MZN', 'PUBLISHED', 1) returning id)
     insert into survey_version (survey_id, number, content, checksum)
     select id, 1, '{"sections": []}', 'x' from paid returning survey_id::int as id`,
    [size],
  )
  const surveyId = surveys[0]?.id ?? 0
  const { rows } = await owner.query<{ id: number }>(
    `with payee as (
       insert into person (username, name, phone, admin_type, role_id)
       select 'payee-' || $2 || '-' || n, 'Payee ' || n, '+25' || (80000000 + $2)::text || lpad(n::text, 5, '0'), 'PARTICIPANT',
         (select id from role where role = 'PARTICIPANT') from generate_series(0, $2::int - 1) n returning id)
     insert into form (survey_id, survey_version, participant_id, status, source, client_uuid, submitted_at)
     select $1, 1, id, 'APPROVED', 'API', gen_random_uuid(), now() from payee returning id::int`,
    [surveyId, size],
  )
  await makePayables(db, { surveyId, ids: rows.map(({ id }) => id) })
  const paid = await owner.query<{ id: number }>(`select id::int from payable where survey_id = $1`, [surveyId])
  return paid.rows.map(({ id }) => id)
}

async function timed(house: BareHouse, step: string, token: string, ids: readonly number[]): Promise<number> {
  const start = performance.now()
  for (let at = 0; at < ids.length; at += perCall) {
    const part = ids.slice(at, at + perCall)
    const { statusCode, body } = await house.server.inject({
      method: 'POST',
      url: `/api/v1/payments/bulk-${step}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { ids: part },
    })
    const { data } = JSON.parse(body) as { data?: { succeeded: number } }
    if (data?.succeeded !== part.length) throw new Error(`${step}: ${statusCode} ${body.slice(0, 300)}`)
  }
  return (performance.now() - start) / 1000
}

await inBareHouse(async (house) => {
  const { db } = house.services.database
  const tokens = await staff(house)
  const connectionString = house.ownerUrl
  const pool = new Pool({ connectionString, max: 2 })
  let given = 0
  await paymentsFactory(pool, () => (given += 1)).float({ amountMinor: 1_000_000_000 })
  await pool.end()
  for (const size of sizes) {
    const ids = await owed(house, db, size)
    const took: string[] = []
    for (const [n, step] of steps.entries()) {
      const seconds = await timed(house, step, tokens[n] ?? '', ids)
      took.push(`${step} ${seconds.toFixed(2)} s (${((seconds / size) * 1e6).toFixed(0)} µs a row)`)
    }
    console.log(`${size}: ${took.join(', ')}`)
  }
})
