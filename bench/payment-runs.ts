/**
 * node bench/payment-runs.ts [size]: runs of a filter, as people make them on the screen: chosen, looked at, started, done
 * by the job worker of the same process, and told of in a file. It prints the seconds of each, the answers of other calls
 * meanwhile, a page of the payments before and after, and the highest memory of the server. The size is 100,000 unless
 * said.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { jobKinds } from '#server/app.ts'
import { hashToken } from '#server/http/session.ts'
import { startJobWorker } from '#server/jobs/worker.ts'
import { makePayables } from '#server/payments/steps/payables.ts'
import { paymentsFactory } from '#server/test/given-payments.ts'
import { type BareHouse, caller, inBareHouse, send } from './house.ts'

const size = Number(process.argv[2] ?? 100_000)
const steps = ['initiate', 'approve', 'authorize'] as const

async function person({ owner }: BareHouse, name: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    `with r as (insert into role (name, role) values ($1, 'BENCH_' || upper($1)) returning id),
       rp as (insert into role_permission (role_id, permission_id)
         select r.id, p.id from r, permission p where p.name like 'payments.%' or p.name = 'surveys.all'),
       a as (insert into person (username, name, admin_type, role_id) select 'bench' || $1, $1, 'ADMIN', id from r returning id)
     insert into session (token_hash, person_id, expires_at) select $2, id, now() + interval '1 day' from a`,
    [name, hashToken(token)],
  )
  return token
}

/** Approved responses of as many participants, with their payments; returns the survey. */
async function owed({ owner, services }: BareHouse): Promise<number> {
  const { rows: surveys } = await owner.query<{ id: number }>(
    `with paid as (
       insert into survey (encoded_id, title, survey_type, amount_minor, currency, status, current_version)
       values ('s' || md5('bench'), 'Bench', 'PAID', 500, 'MZN', 'PUBLISHED', 1) returning id)
     insert into survey_version (survey_id, number, content, checksum)
     select id, 1, '{"sections": []}', 'x' from paid returning survey_id::int as id`,
  )
  const surveyId = surveys[0]?.id ?? 0
  const { rows } = await owner.query<{ id: number }>(
    `with payee as (
       insert into person (username, name, phone, admin_type, role_id)
       select 'payee-' || n, 'Payee ' || n, '+2588' || lpad(n::text, 8, '0'), 'PARTICIPANT',
         (select id from role where role = 'PARTICIPANT') from generate_series(0, $2::int - 1) n returning id)
     insert into form (survey_id, survey_version, participant_id, status, source, client_uuid, submitted_at)
     select $1, 1, id, 'APPROVED', 'API', gen_random_uuid(), now() from payee returning id::int`,
    [surveyId, size],
  )
  for (let at = 0; at < rows.length; at += 10_000)
    await makePayables(services.database.db, { surveyId, ids: rows.slice(at, at + 10_000).map(({ id }) => id) })
  return surveyId
}

/** The answer, and how long it took. */
async function seconds<T>(work: () => Promise<T>): Promise<[T, string]> {
  const start = performance.now()
  const answer = await work()
  return [answer, `${((performance.now() - start) / 1000).toFixed(2)} s`]
}

await inBareHouse(async (house) => {
  const { url, services, ownerUrl } = house
  const pool = new Pool({ connectionString: ownerUrl, max: 2 })
  let given = 0
  await paymentsFactory(pool, () => (given += 1)).float({ amountMinor: size * 500 })
  await pool.end()
  const surveyId = await owed(house)
  const log = { error: (details: object, message: string) => console.log(message, details) }
  const worker = startJobWorker({ services, kinds: jobKinds, log })
  let highest = 0
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 100)
  console.log(
    `${size} payments; the server has ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB before the first run`,
  )
  for (const step of steps) {
    highest = 0
    const token = await person(house, step)
    const call = caller(house, token)
    const body = { step, filter: { surveyId: String(surveyId) } }
    const [chosen, choosing] = await seconds(() => call<{ id: number }>('/payments/selections', body))
    const path = `/payments/selections/${chosen.data.id}`
    const [, looking] = await seconds(() => call(path))
    const list = (words: string) => seconds(() => call(`/payments?sort=-amount&pageSize=10&${words}`))
    const [, listing] = await list(`selectionId=${chosen.data.id}`)
    const [, leaving] = await list(`selectionId=${chosen.data.id}&outcome=REFUSED`)
    const [started, starting] = await seconds(() => call<{ runId: number }>(`${path}/start`, { name: step }))
    const run = `/payments/runs/${started.data.runId}`
    const others: number[] = []
    const [told, running] = await seconds(async () => {
      for (;;) {
        const start = performance.now()
        const answer = await call<{ state: string; succeeded: number }>(run)
        await call('/payments?page=1&pageSize=10')
        others.push(performance.now() - start)
        if (answer.data.state !== 'RUNNING' && answer.data.state !== 'WAITING') return answer.data
        await wait(200)
      }
    })
    const [file, filing] = await seconds(() => send(`${url}${run}/file?lang=en`, token))
    const [, telling] = await list(`runId=${started.data.runId}`)
    const [, refusing] = await list(`runId=${started.data.runId}&outcome=REFUSED`)
    const p95 = others.sort((a, b) => a - b)[Math.floor(others.length * 0.95)] ?? 0
    console.log(
      `${step}: chosen ${choosing}, looked at again ${looking}, started ${starting}, done ${running} (${told.state}, ${told.succeeded}), ` +
        `file ${filing} (${file.body.trim().split('\n').length - 1} rows); run and list meanwhile p95 ${p95.toFixed(0)} ms; ` +
        `page of the selection ${listing}, of its left out ${leaving}, of the run ${telling}, of its refused ${refusing}; ` +
        `at most ${Math.round(highest / 2 ** 20)} MB`,
    )
    const { rows } = await house.owner.query(
      `select sum(debits - credits)::text as held from account where kind = 'HELD'`,
    )
    console.log('held afterwards:', rows[0])
  }
  clearInterval(timer)
  await worker.stop()
})
