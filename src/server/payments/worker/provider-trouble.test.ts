/** A provider in trouble, and what is wrong with our account there: no payee pays for it. The simulator's own books count. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { bell } from '#contract/bell.ts'
import { paymentStops } from '#contract/payment-stops.ts'
import { isOwnFault } from '#domain/money/provider-codes.ts'
import { refusedWith, workerOf } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { breakerOf } from './breaker.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { type Simulator, startSimulator } from '../simulator/server.ts'
import { endStop } from './stops.ts'
import { startPaymentWorker, type WorkerOptions } from './worker.ts'

const price = 50_000
/** Of the payments that the simulator's float covers. */
const covered = 3
const trouble = { provider: 'gsma', kind: 'TROUBLE' } as const

let simulator: Simulator
beforeEach(async () => {
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 10, floatMinor: covered * price })
})
afterEach(() => simulator.close())

function options({ services }: PaymentsApp, changes: Partial<WorkerOptions> = {}): WorkerOptions {
  const provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 20_000 })
  const pace = { pollMs: 20, askAfterMs: 20, askAtMostEveryMs: 100, quietMs: 0, concurrency: 4, probeMs: 50 }
  return { database: services.database, provider, log: { error: () => undefined }, ...pace, ...changes }
}

async function letGo(app: PaymentsApp, count = 10): Promise<number[]> {
  const { ids } = await app.given.payments({ count, amountMinor: price })
  await app.given.float({ amountMinor: count * price })
  await app.letGo(ids)
  return ids
}

async function untilStopped({ authorizer }: PaymentsApp, reason: string): Promise<void> {
  const open = async () => (await authorizer.call(paymentStops.list)).data
  await vi.waitFor(async () => expect(await open()).toMatchObject([{ ...trouble, reason, people: 0 }]), {
    timeout: 20_000,
  })
}

async function untilPaid(app: PaymentsApp, ids: readonly number[]): Promise<void> {
  const paid = ids.map(() => ({ status: 'SUCCESSFUL' }))
  await vi.waitFor(async () => expect(await app.stand(ids)).toMatchObject(paid), { timeout: 45_000, interval: 50 })
  expect((await app.authorizer.call(paymentStops.list)).data).toEqual([])
  expect(simulator.ledger.payments()).toHaveLength(ids.length)
  expect(new Set(simulator.ledger.payments().map(({ msisdn }) => msisdn)).size).toBe(ids.length)
}

async function statuses(app: PaymentsApp, ids: readonly number[]) {
  return Object.fromEntries(
    Map.groupBy(await app.stand(ids), ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )
}

test('an empty account fails no payment: the others wait until money is there', async ({ app }) => {
  const ids = await letGo(app)
  const worker = startPaymentWorker(options(app))
  await untilStopped(app, 'FLOAT_SHORT')
  // What was sent before is asked about all the same.
  await vi.waitFor(async () => expect(await statuses(app, ids)).toEqual({ SUCCESSFUL: covered, PROCESSING: 7 }), {
    timeout: 20_000,
  })
  const { entries } = (await app.approver.call(bell.get)).data
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'desk', n: 1 }))
  simulator.ledger.topUp(20 * price)
  await untilPaid(app, ids)
  await worker.stop()
  const { rows } = await app.sql.owner.query<{ n: number; refused: string }>(
    `select count(*)::int as n, string_agg(distinct reason, ',') as refused from attempt
       where payable_id = any($1) and state = 'FAILED'`,
    [ids],
  )
  expect(rows).toMatchObject([{ refused: 'insufficientFunds' }])
  expect(rows[0]?.n).toBeLessThanOrEqual(4)
}, 60_000)

test('the first call refuses a wrong password, later ones at the pace of the tries', async ({ app }) => {
  simulator.ledger.topUp(20 * price)
  simulator.faults.access = 'REFUSED'
  const ids = await letGo(app)
  const worker = startPaymentWorker(options(app, { probeMs: 600_000 }))
  await untilStopped(app, 'PROVIDER_ACCESS')
  await worker.stop()
  expect(simulator.turnedAway()).toBe(1)
  const heir = startPaymentWorker(options(app))
  await app.sql.owner.query('update provider_probe set due_at = now()')
  await vi.waitFor(() => expect(simulator.turnedAway()).toBeGreaterThan(2), { timeout: 20_000 })
  expect(await statuses(app, ids)).toEqual({ PROCESSING: 10 })
  delete simulator.faults.access
  await untilPaid(app, ids)
  await heir.stop()
}, 60_000)

test('an account that the provider does not know fails no payee', async ({ app }) => {
  simulator.ledger.topUp(20 * price)
  simulator.faults.account = 'UNKNOWN'
  const ids = await letGo(app)
  const worker = startPaymentWorker(options(app))
  await untilStopped(app, 'OUR_ACCOUNT')
  expect(await statuses(app, ids)).toEqual({ PROCESSING: 10 })
  delete simulator.faults.account
  await untilPaid(app, ids)
  await worker.stop()
}, 60_000)

test('errors in a row stop all processes, and one of them tries the provider', async ({ app }) => {
  simulator.ledger.topUp(20 * price)
  simulator.faults.service = 'DOWN'
  const ids = await letGo(app)
  const workers = [1, 2].map(() => startPaymentWorker(options(app, { visibilityMs: 100 })))
  await untilStopped(app, 'PROVIDER_DOWN')
  delete simulator.faults.service
  await untilPaid(app, ids)
  for (const worker of workers) await worker.stop()
}, 60_000)

test('the next try has its own number and reference, under equal signatures and money', async ({ app }) => {
  const [id] = await letGo(app, 1)
  const worker = workerOf(app, { send: refusedWith('insufficientFunds') })
  await worker.claim()
  await worker.idle()
  await endStop(app.services.database.db, trouble)
  const { rows } = await app.sql.owner.query(
    `select no, state, reason, (select count(*)::int from transfer t where t.payable_id = a.payable_id
        and t.attempt_no = a.no) as transfers from attempt a where payable_id = $1 order by no`,
    [id],
  )
  expect(rows).toEqual([
    { no: 1, state: 'FAILED', reason: 'insufficientFunds', transfers: 2 },
    { no: 2, state: 'QUEUED', reason: null, transfers: 1 },
  ])
  const { rows: rest } = await app.sql.owner.query(
    `select count(distinct client_ref)::int as refs, count(distinct batch_id)::int as batches,
        (select count(*)::int from step where payable_id = $1) as steps, (select round from payable where id = $1) as round
       from attempt where payable_id = $1`,
    [id],
  )
  expect(rest).toEqual([{ refs: 2, batches: 1, steps: 3, round: 1 }])
})

test('the next try needs no new place in its phone’s limit: its day has counted it', async ({ app }) => {
  const [id] = await letGo(app, 1)
  // Limits rise by two people: here the owner writes them past the laws.
  const policy = (version: number, limits = '') =>
    app.sql.owner.query(`set session_replication_role = replica;
        insert into payment_policy (version, changed_by, reason) values (${version}, ${app.maker.id}, 'test');
        ${limits}; set session_replication_role = origin`)
  await policy(1, `insert into payment_limit (version, kind, currency, amount_minor) values (1, 'PHONE_DAY', 'MZN', 1)`)
  const worker = workerOf(app, { send: refusedWith('insufficientFunds') })
  await worker.claim()
  await worker.idle()
  await endStop(app.services.database.db, trouble)
  await policy(2)
  const { rows } = await app.sql.owner.query('select state from attempt where payable_id = $1 order by no', [id])
  expect(rows).toEqual([{ state: 'FAILED' }, { state: 'QUEUED' }])
})

test('the database takes the same codes for faults of our account as the rule', async ({ sql }) => {
  const codes = [
    'insufficientFunds',
    'NOT_ENOUGH_FUNDS',
    'PAYER_LIMIT_REACHED',
    'payerLimitExceeded',
    'debitAccountUnknown',
    'PAWAPAY_WALLET_OUT_OF_FUNDS',
    'identifierError',
    'requestDeclined',
    'greaterThanTransactionMaxValue',
    'HTTP_401',
    'insufficientFundsOfPayee',
    '',
  ]
  const { rows } = await sql.app.query<{ code: string; is: boolean }>(
    'select code, is_own_fault(code) as is from unnest($1::text[]) as c (code)',
    [codes],
  )
  expect(rows).toEqual(codes.map((code) => ({ code, is: isOwnFault(code) })))
  expect(rows.filter(({ is }) => is)).toHaveLength(6)
})

const nothingLeft = () => Promise.resolve({ kind: 'BALANCE' as const, availableMinor: 0n })

test.for([
  ['HTTP_503', undefined],
  ['insufficientFunds', 0n],
] as const)(
  'a balance of nothing bounds the try after %s: %s',
  async ([code, atMostMinor], { services: { database }, sql }) => {
    const provider = {
      ...gsmaProvider({ baseUrl: simulator.url, accountId: 'x', timeoutMs: 1000 }),
      balance: nothingLeft,
    }
    const breaker = breakerOf({ db: database.db, provider, probeMs: 0, onStop: () => undefined })
    for (let n = 0; n < 5; n += 1)
      await breaker.see(
        code.startsWith('HTTP') ? { kind: 'UNKNOWN', reason: code } : { kind: 'FAILED_DEFINITE', code },
        'MZN',
      )
    await sql.owner.query('update provider_probe set due_at = now()')
    expect(await breaker.due()).toEqual({ currency: 'MZN', atMostMinor })
    await breaker.close()
  },
)
