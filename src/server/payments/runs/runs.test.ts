/** Runs of payments: done chunk by chunk by a job, with a hold that outlives the chunks and ends with the run. */
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { jobs } from '#contract/jobs.ts'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import { maxAtOnce, payments } from '#contract/payments.ts'
import { givenProcess, givenWorker, startAs, untilState } from '../../jobs/test/given-job.ts'
import { startBulk } from '../../jobs/start.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { stepRuns } from './runs.ts'

const kinds = Object.values(stepRuns)

function startAuthorizing(app: PaymentsApp, ids: readonly number[]): Promise<number> {
  const chosen = sql`select unnest(${ids}::bigint[])`
  return startAs(app, app.authorizer, (starter) => startBulk(starter, stepRuns.authorize, {}, chosen))
}

/** Holds a worker up at this payment until `open` is called. */
async function gateAt({ sql: { owner } }: PaymentsApp, id = 0) {
  const client = await owner.connect()
  await client.query('begin')
  await client.query('select from payable where id = $1 for update', [id])
  let closed = true
  const open = () => {
    if (closed) client.release(true)
    closed = false
  }
  onTestFinished(open)
  return open
}

async function held({ sql: { owner } }: PaymentsApp): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select coalesce(sum(debits - credits), 0)::int as n from account where kind = 'HELD'`,
  )
  return rows[0]?.n ?? 0
}

/** How many of the payments are in the status. */
async function countOf({ stand }: PaymentsApp, ids: readonly number[], status: string): Promise<number> {
  return (await stand(ids)).filter((payment) => payment.status === status).length
}

test('a run killed within a chunk keeps its hold, resumes, and reserves each once', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 1500, status: 'APPROVED', amountMinor: 100 })
  await app.given.float({ amountMinor: 150_000 })
  const open = await gateAt(app, ids.at(-1))
  const id = await startAuthorizing(app, ids)
  const process = await givenProcess(app)
  await expect.poll(() => countOf(app, ids, 'PROCESSING'), { timeout: 20_000 }).toBe(1000)
  const exited = once(process, 'exit')
  process.kill('SIGKILL')
  await exited
  expect(await held(app)).toBe(50_000)
  open()
  await givenProcess(app)
  await untilState(app, app.authorizer, id, 'DONE', 60_000)
  expect([await countOf(app, ids, 'PROCESSING'), await held(app)]).toEqual([1500, 0])
}, 90_000)

test('a run that is stopped gives its hold back, and takes it again when it goes on', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2001, status: 'APPROVED', amountMinor: 100 })
  await app.given.float({ amountMinor: 200_100 })
  const open = await gateAt(app, ids[1500])
  const id = await startAuthorizing(app, ids)
  givenWorker(app, kinds)
  await expect.poll(() => countOf(app, ids, 'PROCESSING'), { timeout: 20_000 }).toBe(1000)
  // Between two chunks the stop would be done at once.
  await untilWaiting(app.sql)
  const stopped = app.authorizer.call(jobs.cancel, { params: { id } })
  await untilWaiting(app.sql, 2)
  open()
  expect((await stopped).data).toMatchObject({ state: 'CANCELLED', done: 2000 })
  expect([await countOf(app, ids, 'APPROVED'), await held(app)]).toEqual([1, 0])
  await app.authorizer.call(paymentRuns.act, { params: { id, action: 'resume' } })
  await untilState(app, app.authorizer, id, 'DONE')
  expect([await countOf(app, ids, 'PROCESSING'), await held(app)]).toEqual([2001, 0])
}, 60_000)

test('a short float refuses its currency alone, and the run says how much is missing', async ({ app }) => {
  const paid = await app.given.payments({ count: 2, status: 'APPROVED', amountMinor: 500 })
  const short = await app.given.payments({ count: 3, status: 'APPROVED', amountMinor: 500, currency: 'KES' })
  await app.given.float({ amountMinor: 1000 })
  await app.given.float({ amountMinor: 1100, currency: 'KES' })
  const id = await startAuthorizing(app, [...paid.ids, ...short.ids])
  givenWorker(app, kinds)
  await untilState(app, app.authorizer, id, 'DONE')
  const { data } = await app.maker.call(paymentRuns.get, { params: { id } })
  expect(data).toMatchObject({
    step: 'authorize',
    succeeded: 2,
    failed: 3,
    failures: [{ code: 'INSUFFICIENT_FUNDS', count: 3 }],
    missing: [{ currency: 'KES', amount: '4.00' }],
    startedBy: { id: app.authorizer.id },
  })
  await app.given.float({ amountMinor: 400, currency: 'KES' })
  const refused = await app.authorizer.call(paymentSelections.make, { body: { step: 'authorize', runId: id } })
  const again = await app.authorizer.call(paymentSelections.start, { params: { id: refused.data.id }, body: {} })
  expect(again.data).toMatchObject({ succeeded: 3, failed: 0 })
  expect([await countOf(app, [...paid.ids, ...short.ids], 'PROCESSING'), await held(app)]).toEqual([5, 0])
}, 30_000)

test('a call on more than 5,000 payments answers 202, and two runs do each once', async ({ app }) => {
  const { ids } = await app.given.payments({ count: maxAtOnce + 1, status: 'INITIATED', amountMinor: 100 })
  const total = [{ amount: '5001.00', currency: 'MZN' }]
  const body = { ids, expectedCount: ids.length, expectedTotal: total }
  const asked = await Promise.all(
    [app.approver, app.authorizer].map((person) => person.call(payments.bulkApprove, { body })),
  )
  expect(asked).toMatchObject([202, 202].map((statusCode) => ({ statusCode, data: { requested: 5001, succeeded: 0 } })))
  givenWorker(app, kinds)
  for (const [n, person] of [app.approver, app.authorizer].entries())
    await untilState(app, person, asked[n]?.data.jobId ?? 0, 'DONE', 60_000)
  expect(await countOf(app, ids, 'APPROVED')).toBe(5001)
  const { rows } = await app.sql.owner.query(`select from step where step = 'approve' and payable_id = any($1)`, [ids])
  expect(rows).toHaveLength(5001)
  const { data } = await app.maker.call(paymentRuns.list, {})
  expect(data.slice(0, 2)).toMatchObject([1, 2].map(() => ({ step: 'approve', done: 5001 })))
}, 120_000)
