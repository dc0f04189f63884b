/**
 * npm run bench -- webhooks [seconds]: payments put forward one by one over HTTP, alone and while 10,000 webhooks a minute are
 * written by triggers and sent, in turn. Then as many webhooks as the worker sends in a minute.
 */
import { createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { hashToken } from '#server/http/session.ts'
import { paymentsFactory } from '#server/test/given-payments.ts'
import { sendWebhooks } from '#server/webhooks/send.ts'
import { giveSecret } from '#server/webhooks/store.ts'
import { type BareHouse, caller, inBareHouse } from './house.ts'

const seconds = Number(process.argv[2] ?? 15)
const perSecond = Math.ceil(10_000 / 60)
const payments = 400

async function signIn({ owner }: BareHouse): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    `with r as (insert into role (name, role) values ('Bench', 'BENCH') returning id),
       rp as (insert into role_permission (role_id, permission_id)
         select r.id, p.id from r, permission p where p.name like 'payments.%' or p.name = 'surveys.all'),
       a as (insert into person (username, name, admin_type, role_id) select 'bench', 'Bench', 'ADMIN', id from r returning id)
     insert into session (token_hash, person_id, expires_at) select $1, id, now() + interval '1 day' from a`,
    [hashToken(token)],
  )
  return token
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
const log = { error: (details: object) => console.log(details) }

await inBareHouse(async (house) => {
  const { owner, ownerUrl, services } = house
  const pool = new Pool({ connectionString: ownerUrl, max: 2 })
  let count = 0
  const given = paymentsFactory(pool, () => (count += 1))
  const call = caller(house, await signIn(house))
  const arrived = { n: 0 }
  const receiver = createServer((request, reply) => {
    arrived.n += 1
    request.resume().on('end', () => reply.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const open = { ...services, settings: { ...services.settings, webhookHosts: ['127.0.0.1'] } }
  const { ids: all, surveyId } = await given.payments({ count: payments * 5 })
  let at = 0
  async function putForward(): Promise<number> {
    const times: number[] = []
    const until = performance.now() + seconds * 1000
    while (times.length < payments && (times.length < 40 || performance.now() < until)) {
      const start = performance.now()
      await call('/payments/bulk-initiate', { ids: [all[at++]] })
      times.push(performance.now() - start)
      await wait(20)
    }
    return p95(times)
  }
  async function respond(n: number): Promise<void> {
    await owner.query(
      `insert into form (survey_id, survey_version, status, source, client_uuid, submitted_at)
       select $1, 1, 'RECEIVED', 'API', gen_random_uuid(), now() from generate_series(1, $2::int)`,
      [surveyId, n],
    )
  }
  /** Ten times a second, as responses come in; the sender takes its turns as the worker gives them. */
  async function flow(signal: AbortSignal): Promise<void> {
    const sending = (async () => {
      while (!signal.aborted)
        await Promise.all([sendWebhooks(open, log), wait(3000, undefined, { signal }).catch(() => 0)])
    })()
    const began = performance.now()
    for (let written = 0; !signal.aborted; await wait(100)) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond) - written
      await respond(due)
      written += due
    }
    await sending
  }
  await putForward()
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < 2; round++) {
    await owner.query('delete from webhook')
    alone.push(await putForward())
    const { rows } = await owner.query<{ id: number }>(
      `insert into webhook (name, url, events, secret) values ('Bench', $1, '{response.received}', '') returning id::int`,
      [url],
    )
    await giveSecret(services.database.db, services.settings, rows[0]?.id ?? 0)
    const stop = new AbortController()
    const [before, began] = [arrived.n, performance.now()]
    const flowing = flow(stop.signal)
    beside.push(await putForward())
    const rate = ((arrived.n - before) / (performance.now() - began)) * 60_000
    stop.abort()
    await flowing
    console.log(`round ${round + 1}: ${Math.round(rate)} webhooks a minute meanwhile`)
  }
  const [a, b] = [alone, beside].map((times) => times.reduce((sum, each) => sum + each, 0) / times.length)
  console.log(
    `payments p95: ${a?.toFixed(1)} ms alone, ${b?.toFixed(1)} ms beside, ratio ${((b ?? 0) / (a ?? 1)).toFixed(2)}`,
  )
  await respond(5000)
  const [before, began] = [arrived.n, performance.now()]
  while (arrived.n - before < 5000) await sendWebhooks(open, log)
  console.log(`at most ${Math.round((5000 / (performance.now() - began)) * 60_000)} webhooks a minute`)
  receiver.closeAllConnections()
  receiver.close()
  await pool.end()
})
