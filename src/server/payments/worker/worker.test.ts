/** From the authorization to the end, against the simulator over real HTTP. Its own books are what counts. */
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { payments } from '#contract/payments.ts'
import type { Database } from '../../db/pool.ts'
import { refusedWith } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { claimDue } from './attempt-store.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { type Simulator, startSimulator } from '../simulator/server.ts'
import { paymentWorker, startPaymentWorker, type WorkerOptions } from './worker.ts'

const faultMs = 1500
const visibilityMs = 600
/** Much longer than any call of these tests takes. */
const leaseMs = 20_000

let simulator: Simulator
let provider: PaymentProvider
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 30, faultMs })
  provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 700 })
})
afterAll(() => simulator.close())

function options(database: Database, changes: Partial<WorkerOptions> = {}): WorkerOptions {
  const pace = { pollMs: 20, askAfterMs: 20, askAtMostEveryMs: 200, visibilityMs, leaseMs, probeMs: 20 }
  return { database, provider, log: { error: () => undefined }, ...pace, ...changes }
}

/** Runs a worker until the payments stand as expected. */
async function untilThey(
  { services, stand }: PaymentsApp,
  ids: readonly number[],
  expected: object[],
  changes: Partial<WorkerOptions> = {},
): Promise<void> {
  const worker = startPaymentWorker(options(services.database, changes))
  try {
    await vi.waitFor(async () => expect(await stand(ids)).toMatchObject(expected), { timeout: 45_000, interval: 30 })
  } finally {
    await worker.stop()
  }
}

/** Our references of payments, in the order of the ids. */
async function referencesOf({ sql }: PaymentsApp, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql.owner.query<{ ref: string }>(
    `select client_ref as ref from attempt where payable_id = any($1) order by array_position($1, payable_id)`,
    [ids],
  )
  return rows.map(({ ref }) => ref)
}

function paidTo(ref: string) {
  return simulator.ledger.payments().filter((payment) => payment.clientRef === ref)
}

test('a released payment is paid once, and the books and the transactions show it', async ({ app }) => {
  const { given, authorizer } = app
  const { ids } = await given.payments({ phones: ['+258861110001'], amountMinor: 12_345 })
  await given.float({ amountMinor: 20_000 })
  await app.letGo(ids)
  await untilThey(app, ids, [{ status: 'SUCCESSFUL', reason: null }])
  const [ref = ''] = await referencesOf(app, ids)
  expect(paidTo(ref)).toMatchObject([{ msisdn: '+258861110001', amountMinor: 12_345, currency: 'MZN' }])
  const transactions = await authorizer.call(payments.transactions, { query: { status: 'SUCCESSFUL' } })
  expect(transactions.data).toMatchObject([
    { clientRef: ref, paymentId: ids[0], attemptNo: 1, amount: '123.45', reasonCode: null },
  ])
  expect(transactions.data[0]?.providerRef).toMatch(/^SIM-/)
  const { data } = await authorizer.call(payments.balance)
  expect(data).toMatchObject([
    { available: { amountMinor: 7655 }, reserved: { amountMinor: 0 }, spent: { amountMinor: 12_345 } },
  ])
})

/** What the simulator does to each suffix is in its faults.ts. */
const endings = [
  ['9900', 'SUCCESSFUL', null],
  ['9901', 'FAILED', 'identifierError'],
  ['9902', 'FAILED', 'maxBalanceExceeded'],
  ['9903', 'FAILED', 'requestDeclined'],
  ['9904', 'SUCCESSFUL', null],
  ['9905', 'SUCCESSFUL', null],
  ['9906', 'SUCCESSFUL', null],
  ['9907', 'SUCCESSFUL', null],
  ['9908', 'SUCCESSFUL', null],
  ['9909', 'SUCCESSFUL', null],
  ['9910', 'SUCCESSFUL', null],
  ['9913', 'SUCCESSFUL', null],
  ['9914', 'SUCCESSFUL', null],
  ['9915', 'SUCCESSFUL', null],
] as const

test('a failing provider pays at most once, and payments end as its books say', async ({ app }) => {
  const phones = endings.map(([suffix]) => `+25886222${suffix}`)
  const { ids } = await app.given.payments({ phones })
  await app.given.float({ amountMinor: 50_000 * ids.length })
  await app.letGo(ids)
  await untilThey(
    app,
    ids,
    endings.map(([, status, reason]) => ({ status, reason })),
  )
  const references = await referencesOf(app, ids)
  expect(references.map((ref) => paidTo(ref).length)).toEqual(
    endings.map(([, status]) => (status === 'SUCCESSFUL' ? 1 : 0)),
  )
  // Turned away at the door (9910, 9914) is not sent; anything else is asked about before it is sent again.
  for (const [index, ref] of references.entries()) {
    const calls = simulator.ledger.calls(ref).join(' ')
    const isTurnedAway = ['9910', '9914'].includes(endings[index]?.[0] ?? '')
    expect([ref, !isTurnedAway && calls.includes('SEND SEND')]).toEqual([ref, false])
  }
})

test('money that moved otherwise than ordered is held for a person, and said aloud', async ({ app }) => {
  const { ids } = await app.given.payments({ phones: ['+258863339911'] })
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const alarms: object[] = []
  const log = { error: (details: object) => void alarms.push(details) }
  const worker = startPaymentWorker(options(app.services.database, { log }))
  const seen = () => app.maker.call(payments.get, { params: { id: ids[0] ?? 0 } })
  await vi.waitFor(async () => expect((await seen()).data.reason).toBe('MISMATCH'), { timeout: 10_000 })
  await worker.stop()
  const [clientRef] = await referencesOf(app, ids)
  expect(alarms).toEqual([{ paymentId: ids[0], clientRef }])
  expect((await seen()).data).toMatchObject({ status: 'PROCESSING', processingState: 'UNKNOWN' })
  expect(await paymentWorker(options(app.services.database)).claim()).toBe(0)
})

/** The provider as a worker sees it that is killed at this call: before it goes out, or when its answer is there. */
function dyingAt(moment: 'BEFORE_SEND' | 'AFTER_SEND') {
  const reached = Promise.withResolvers<void>()
  const revived = Promise.withResolvers<void>()
  const dying: PaymentProvider = {
    ...provider,
    async send(request) {
      const result = moment === 'AFTER_SEND' ? await provider.send(request) : undefined
      reached.resolve()
      await revived.promise
      return result ?? { kind: 'UNKNOWN', reason: 'NEVER_SENT' }
    },
  }
  return { dying, reached: reached.promise, revive: revived.resolve }
}

test('a worker killed after the send: the next one asks first and does not send again', async ({ app }) => {
  const { ids } = await app.given.payments()
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const { dying, reached, revive } = dyingAt('AFTER_SEND')
  const zombie = paymentWorker(options(app.services.database, { provider: dying, leaseMs: 200 }))
  expect(await zombie.claim()).toBe(1)
  await reached
  await untilThey(app, ids, [{ status: 'SUCCESSFUL' }])
  const [ref = ''] = await referencesOf(app, ids)
  expect(simulator.ledger.calls(ref).slice(0, 2)).toEqual(['SEND', 'STATUS'])
  // It comes back with what it knew, long after another worker took over.
  revive()
  await zombie.idle()
  expect(await app.stand(ids)).toMatchObject([{ status: 'SUCCESSFUL' }])
  expect(simulator.ledger.calls(ref).filter((call) => call === 'SEND')).toHaveLength(1)
  expect(paidTo(ref)).toHaveLength(1)
})

test('a worker killed before the send: the same reference goes out after a wait', async ({ app }) => {
  const { ids } = await app.given.payments()
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const { dying, reached, revive } = dyingAt('BEFORE_SEND')
  const zombie = paymentWorker(options(app.services.database, { provider: dying, leaseMs: 100 }))
  await zombie.claim()
  await reached
  const [ref = ''] = await referencesOf(app, ids)
  const begun = Date.now()
  await untilThey(app, ids, [{ status: 'SUCCESSFUL' }])
  expect(Date.now() - begun).toBeGreaterThan(visibilityMs - 100)
  const calls = simulator.ledger.calls(ref)
  expect(calls[0]).toBe('STATUS')
  expect(calls.filter((call) => call === 'SEND')).toHaveLength(1)
  expect(await referencesOf(app, ids)).toEqual([ref])
  revive()
  await zombie.idle()
  expect(paidTo(ref)).toHaveLength(1)
})

test('a worker that comes back after its lease does not overwrite the next one', async ({ app }) => {
  const { services, sql } = app
  const { ids } = await app.given.payments()
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const { dying, reached, revive } = dyingAt('AFTER_SEND')
  const zombie = paymentWorker(options(services.database, { provider: dying, leaseMs: 50 }))
  await zombie.claim()
  await reached
  const answer = Promise.withResolvers<void>()
  const slow: PaymentProvider = {
    ...provider,
    async status(query) {
      await answer.promise
      return provider.status(query)
    },
  }
  const heir = paymentWorker(options(services.database, { provider: slow }))
  await vi.waitFor(async () => expect(await heir.claim()).toBe(1), { timeout: 15_000, interval: 20 })
  revive()
  await zombie.idle()
  const { rows } = await sql.owner.query('select state, reason, fence from attempt where payable_id = $1', ids)
  expect(rows).toEqual([{ state: 'UNKNOWN', reason: 'LEASE_EXPIRED', fence: 2 }])
  answer.resolve()
  await heir.idle()
  await untilThey(app, ids, [{ status: 'SUCCESSFUL' }])
})

test('a send that is turned away does not count as one that reached the provider', async ({ app }) => {
  const { ids } = await app.given.payments()
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const sends: number[] = []
  const moody: PaymentProvider = {
    ...provider,
    async send(request) {
      sends.push(request.earlierSends)
      // Lost on the way, then turned away, then taken on.
      if (sends.length === 1) return { kind: 'UNKNOWN', reason: 'TIMEOUT' }
      if (sends.length === 2) return { kind: 'RATE_LIMITED', retryAfterMs: 10, reason: 'HTTP_429' }
      return provider.send(request)
    },
  }
  await untilThey(app, ids, [{ status: 'SUCCESSFUL' }], { provider: moody, visibilityMs: 50 })
  expect(sends).toEqual([0, 1, 1])
  const [ref = ''] = await referencesOf(app, ids)
  expect(simulator.ledger.calls(ref)[0]).toBe('STATUS')
  expect(paidTo(ref)).toHaveLength(1)
})

test('several workers share the work: a hundred payments, each sent once', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 100 })
  await app.given.float({ amountMinor: 100 * 50_000 })
  await app.letGo(ids)
  // However slow the machine is, no answer counts as lost.
  const patient = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 20_000 })
  const shared = { concurrency: 16, provider: patient }
  const others = [1, 2].map(() => startPaymentWorker(options(app.services.database, shared)))
  await untilThey(
    app,
    ids,
    ids.map(() => ({ status: 'SUCCESSFUL' })),
    shared,
  )
  await Promise.all(others.map((worker) => worker.stop()))
  const references = await referencesOf(app, ids)
  const sends = references.map((ref) => simulator.ledger.calls(ref).filter((call) => call === 'SEND').length)
  expect(new Set(sends)).toEqual(new Set([1]))
  expect(new Set(references.map((ref) => simulator.ledger.paidCount(ref)))).toEqual(new Set([1]))
}, 30_000)

test('sends and questions share a worker’s hands, each using those left by the other', async ({ app }) => {
  const { services, given, sql } = app
  const { ids } = await given.payments({ count: 10 })
  await given.float({ amountMinor: 10 * 50_000 })
  await app.letGo(ids)
  // Four of them were sent; their answers are due last.
  await sql.owner.query(`update attempt set state = 'SENDING', fence = 1, sends = 1 where payable_id = any($1)`, [
    ids.slice(0, 4),
  ])
  await sql.owner.query(`update attempt set state = 'SENT' where state = 'SENDING'`)
  await sql.owner.query(`update attempt set next_at = now() - interval '1 hour' where state = 'QUEUED'`)
  const lease = { provider: 'gsma', leaseMs, visibilityMs }
  const states = async (hands: number) =>
    (await claimDue(services.database.db, lease, hands)).map(({ state }) => state).sort()
  expect(await states(4)).toEqual(['QUEUED', 'QUEUED', 'SENT', 'SENT'])
  expect(await states(5)).toEqual(['QUEUED', 'QUEUED', 'QUEUED', 'SENT', 'SENT'])
  expect(await states(5)).toEqual(['QUEUED'])
  await sql.owner.query(`update attempt set next_at = 'infinity' where payable_id = any($1)`, [ids])
})

test('a provider is asked by its own handle only as often as it allows, then by ours', async ({ app }) => {
  const { ids } = await app.given.payments()
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const handles: unknown[] = []
  const patient: PaymentProvider = {
    ...provider,
    send: async () => ({ kind: 'ACCEPTED', providerRef: 'handle', pollLimit: 2 }),
    async status({ providerRef }) {
      handles.push(providerRef)
      return handles.length < 4 ? { kind: 'ACCEPTED', providerRef: undefined } : refusedWith('requestDeclined')
    },
  }
  await untilThey(app, ids, [{ status: 'FAILED' }], { provider: patient })
  expect(handles).toEqual(['handle', 'handle', undefined, undefined])
})

test('an authorization wakes the worker before its next look', async ({ app }) => {
  const { ids } = await app.given.payments({ phones: ['+258864449900'] })
  await app.given.float({ amountMinor: 50_000 })
  const worker = startPaymentWorker(options(app.services.database, { pollMs: 600_000 }))
  await app.letGo(ids)
  await vi.waitFor(async () => expect(await app.stand(ids)).toMatchObject([{ status: 'SUCCESSFUL' }]))
  await worker.stop()
})

test('an attempt whose payment is not on its way is never sent', async ({ app }) => {
  const { ids } = await app.given.payments({ status: 'APPROVED' })
  await app.sql.app.query(
    `with b as (insert into batch (created_by) values ($2) returning id),
         s as (insert into step (payable_id, round, step, actor_id, role, facts_hash)
           select p.id, 1, 'authorize', a.id, r.role, facts_hash
           from payable p, person a join role r on r.id = a.role_id where p.id = $1 and a.id = $2)
       insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency)
       select p.id, 1, b.id, provider, msisdn, amount_minor, currency from payable p, b where p.id = $1`,
    [ids[0], app.authorizer.id],
  )
  expect(await paymentWorker(options(app.services.database)).claim()).toBe(0)
})

test('an outcome that the database refuses leaves the others of its batch alone', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 5 })
  await app.given.float({ amountMinor: 5 * 50_000 })
  await app.letGo(ids)
  const [poisoned] = await referencesOf(app, ids)
  const odd: PaymentProvider = {
    ...provider,
    async status(query) {
      const result = await provider.status(query)
      const isOdd = query.clientRef === poisoned && result.kind === 'SUCCEEDED'
      return isOdd ? { ...result, providerRef: 'a\u0000b' } : result
    },
  }
  const rest = ids.slice(1).map(() => ({ status: 'SUCCESSFUL' }))
  await untilThey(app, ids, [{ status: 'PROCESSING' }, ...rest], { provider: odd, leaseMs: 100 })
  await untilThey(app, ids, [{ status: 'SUCCESSFUL' }, ...rest])
})
