/** Runs against each other, against their own halting, and against a killed process: nothing twice, no hold at the end. */
import { once } from 'node:events'
import { expect } from 'vitest'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import { maxAtOnce } from '#contract/payments.ts'
import { givenProcess, givenWorker, untilState } from '../../jobs/test/given-job.ts'
import { type PaymentsApp, type Person, test } from '../../test/with-payments.ts'
import { stepRuns } from './runs.ts'

const kinds = Object.values(stepRuns)

async function begin(person: Person, step: 'approve' | 'authorize', filter: Record<string, string>): Promise<number> {
  const chosen = await person.call(paymentSelections.make, { body: { step, filter } })
  const { data } = await person.call(paymentSelections.start, { params: { id: chosen.data.id }, body: {} })
  return data.runId ?? 0
}

async function look(person: Person, id: number) {
  return (await person.call(paymentRuns.get, { params: { id } })).data
}

/** Attempts of the payments, money held, and payments by status. */
async function facts({ sql: { owner } }: PaymentsApp, ids: readonly number[]) {
  const { rows } = await owner.query<{ attempts: number; paid: number; held: number; steps: number }>(
    `select (select count(*)::int from attempt where payable_id = any($1)) as attempts,
       (select count(*)::int from payable where id = any($1) and status = 'PROCESSING') as paid,
       (select coalesce(sum(debits - credits), 0)::int from account where kind = 'HELD') as held,
       (select count(*)::int from step where payable_id = any($1) and step = 'authorize') as steps`,
    [ids],
  )
  return rows[0]
}

test('two overlapping runs and a killed process: each payment is let go once', async ({ app }) => {
  const { ids, surveyId } = await app.given.payments({ count: maxAtOnce + 1, status: 'APPROVED', amountMinor: 100 })
  await app.given.float({ amountMinor: 2 * ids.length * 100 })
  const filter = { surveyId: String(surveyId) }
  const runs = await Promise.all([app.maker, app.authorizer].map((person) => begin(person, 'authorize', filter)))
  const process = await givenProcess(app)
  const done = async () => (await Promise.all(runs.map((id) => look(app.maker, id)))).some((run) => run.done > 0)
  await expect.poll(done, { timeout: 30_000, interval: 20 }).toBe(true)
  const exited = once(process, 'exit')
  process.kill('SIGKILL')
  await exited
  givenWorker(app, kinds)
  for (const [n, person] of [app.maker, app.authorizer].entries())
    await untilState(app, person, runs[n] ?? 0, 'DONE', 90_000)
  const told = await Promise.all(runs.map((id) => look(app.approver, id)))
  const counted = (key: 'succeeded' | 'skipped' | 'failed') => told.reduce((all, run) => all + run[key], 0)
  expect([counted('succeeded'), counted('skipped') + counted('failed')]).toEqual([ids.length, ids.length])
  expect(await facts(app, ids)).toEqual({ attempts: ids.length, paid: ids.length, held: 0, steps: ids.length })
}, 150_000)

test('pausing and resuming again and again against the worker does each payment once', async ({ app }) => {
  const { ids, surveyId } = await app.given.payments({
    count: maxAtOnce + 1,
    status: 'APPROVED',
    amountMinor: 100,
    currency: 'KES',
  })
  await app.given.float({ amountMinor: ids.length * 100, currency: 'KES' })
  const id = await begin(app.authorizer, 'authorize', { surveyId: String(surveyId) })
  givenWorker(app, kinds)
  const act = (action: 'pause' | 'resume') =>
    app.authorizer.raw(paymentRuns.act, { params: { id, action } }).then(({ status }) => status)
  for (let done = 0; done < ids.length;) {
    await Promise.all([act('pause'), act('resume')])
    await act('resume')
    const before = done
    await expect
      .poll(async () => (done = (await look(app.maker, id)).done), { timeout: 30_000, interval: 20 })
      .toBeGreaterThan(before)
  }
  await untilState(app, app.authorizer, id, 'DONE', 60_000)
  expect(await look(app.maker, id)).toMatchObject({ succeeded: ids.length, failed: 0, skipped: 0 })
  expect(await facts(app, ids)).toEqual({ attempts: ids.length, paid: ids.length, held: 0, steps: ids.length })
}, 150_000)
