/** Workers that are held for longer than their lease, and wake up after another worker took over. The simulator's own books count. */
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { beginSends, claimDue } from './attempt-store.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { type Simulator, startSimulator } from '../simulator/server.ts'
import { paymentWorker, startPaymentWorker, type WorkerOptions } from './worker.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 10 })
})
beforeEach(() => {
  delete simulator.faults.repeats
})
afterAll(() => simulator.close())

const provider = (refusesDuplicates = true): PaymentProvider =>
  gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 5000, refusesDuplicates })

function options({ services }: PaymentsApp, changes: Partial<WorkerOptions> = {}): WorkerOptions {
  const pace = { pollMs: 20, askAfterMs: 20, askAtMostEveryMs: 100, visibilityMs: 100, leaseMs: 20_000 }
  return {
    database: services.database,
    provider: provider(),
    log: { error: () => undefined },
    ...pace,
    ...changes,
  }
}

async function letGo(app: PaymentsApp): Promise<{ ids: number[]; refs: string[] }> {
  const { ids } = await app.given.payments({ count: 3 })
  await app.given.float({ amountMinor: 150_000 })
  await app.letGo(ids)
  const { rows } = await app.sql.owner.query<{ ref: string }>(
    'select client_ref as ref from attempt where payable_id = any($1) order by id',
    [ids],
  )
  return { ids, refs: rows.map(({ ref }) => ref) }
}

/** Runs a worker of full health until the payments stand as expected. */
async function untilThey(app: PaymentsApp, ids: number[], status: string, changes: Partial<WorkerOptions> = {}) {
  const heir = startPaymentWorker(options(app, changes))
  try {
    const expected = ids.map(() => ({ status }))
    await vi.waitFor(async () => expect(await app.stand(ids)).toMatchObject(expected), {
      timeout: 45_000,
      interval: 30,
    })
  } finally {
    await heir.stop()
  }
}

const timesPaid = (refs: string[]) => refs.map((ref) => simulator.ledger.paidCount(ref))

/** A worker that stops just before its first byte, until it is woken. Its lease is short. */
function heldBeforeSending(app: PaymentsApp) {
  const [reached, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const awake = provider()
  const held: PaymentProvider = {
    ...awake,
    async send(request) {
      reached.resolve()
      await woken.promise
      return await awake.send(request)
    },
  }
  return {
    worker: paymentWorker(options(app, { provider: held, leaseMs: 200 })),
    reached: reached.promise,
    wake: woken.resolve,
  }
}

test('a worker that wakes after its lease sends nothing, even where repeats are paid', async ({ app }) => {
  const { ids, refs } = await letGo(app)
  simulator.faults.repeats = 'PAID'
  const { worker, reached, wake } = heldBeforeSending(app)
  expect(await worker.claim()).toBe(3)
  await reached
  await untilThey(app, ids, 'SUCCESSFUL')
  wake()
  await worker.idle()
  expect(timesPaid(refs)).toEqual([1, 1, 1])
  expect(refs.map((ref) => simulator.ledger.calls(ref).filter((call) => call === 'SEND'))).toEqual([
    ['SEND'],
    ['SEND'],
    ['SEND'],
  ])
})

test('a worker that lost its payments between taking and sending them may send none', async ({ app }) => {
  const { ids, refs } = await letGo(app)
  const { db } = app.services.database
  const lease = { provider: 'gsma', leaseMs: 0, visibilityMs: 100 }
  const jobs = await claimDue(db, lease, 10)
  expect(jobs).toHaveLength(3)
  await untilThey(app, ids, 'SUCCESSFUL')
  expect(await beginSends(db, jobs, lease)).toEqual([false, false, false])
  expect(timesPaid(refs)).toEqual([1, 1, 1])
})

test('where repeats are paid, an unknown send is repeated by a person’s order only', async ({ app }) => {
  const { ids, refs } = await letGo(app)
  simulator.faults.repeats = 'PAID'
  const { worker, reached } = heldBeforeSending(app)
  await worker.claim()
  await reached
  const heir = startPaymentWorker(options(app, { provider: provider(false) }))
  const seen = async () =>
    (await Promise.all(ids.map((id) => app.approver.call(payments.get, { params: { id } })))).map(({ data }) => data)
  const waiting = { status: 'PROCESSING', reason: 'NOT_SEEN' }
  await vi.waitFor(async () => expect(await seen()).toMatchObject([waiting, waiting, waiting]), { timeout: 20_000 })
  await heir.stop()
  expect(timesPaid(refs)).toEqual([0, 0, 0])
  expect(await seen()).toMatchObject(ids.map(() => ({ incidents: [{ kind: 'UNCLEAR', isOpen: true }] })))
  // Two people found out that it was not paid.
  for (const person of [app.approver, app.authorizer])
    for (const id of ids)
      await person.call(paymentWayCalls.resolve, {
        params: { id },
        body: { evidence: 'portal', outcome: 'NOT_PAID' },
      })
  expect(await app.stand(ids)).toMatchObject(ids.map(() => ({ status: 'FAILED' })))
})

test.for([
  ['took it in hand', `state = 'QUEUED'`],
  ['was about to send it', `state = 'SENDING', sends = 1, sent_at = now() - interval '61 seconds'`],
])('a minute after a worker was killed that %s, the payment goes out by itself', async ([_, left], { app }) => {
  const { ids, refs } = await letGo(app)
  await app.sql.owner.query(
    `update attempt set fence = 1, ${left}, next_at = now() - interval '1 second' where payable_id = any($1)`,
    [ids],
  )
  // With the lease and the waits of the product.
  const { database, log } = options(app)
  const heir = startPaymentWorker({ database, log, provider: provider(), pollMs: 20, askAfterMs: 20 })
  await vi.waitFor(async () => expect(await app.stand(ids)).toMatchObject(ids.map(() => ({ status: 'SUCCESSFUL' }))), {
    timeout: 20_000,
  })
  await heir.stop()
  expect(timesPaid(refs)).toEqual([1, 1, 1])
})
