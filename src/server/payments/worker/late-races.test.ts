/**
 * A provider pays what it has called failed, while a further try is on its way: by real commits on several connections,
 * against the simulator's own books where it pays.
 */
import { expect, onTestFinished } from 'vitest'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { answered, ofOwnReferences, paidAs, refusedWith } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import type { PaymentProvider, StatusResult } from '../providers/provider.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { startSimulator } from '../simulator/server.ts'
import { paymentWorker, startPaymentWorker, type WorkerOptions } from './worker.ts'

const price = 50_000
const failed: StatusResult = { kind: 'FAILED_DEFINITE', code: 'requestDeclined' }

/** Pays what it is sent; of earlier references it says what the test wants. */
function providerThat(says: () => StatusResult | Promise<StatusResult>) {
  const sent: string[] = []
  const provider = ofOwnReferences({
    name: 'gsma',
    refusesDuplicates: true,
    async send({ clientRef }) {
      sent.push(clientRef)
      return paidAs(price)
    },
    status: async ({ clientRef }) => (sent.includes(clientRef) ? paidAs(price) : await says()),
    balance: async () => ({ kind: 'UNKNOWN', reason: 'TIMEOUT' }),
  })
  return { sent, provider }
}

function workerOf({ services }: PaymentsApp, provider: PaymentProvider, more: Partial<WorkerOptions> = {}) {
  const alarms: object[] = []
  const log = { error: (details: object) => void alarms.push(details) }
  return { alarms, ...paymentWorker({ database: services.database, provider, log, quietMs: 0, ...more }) }
}

/** A payment whose first try failed and whose second one is authorized. */
async function triedAgain(app: PaymentsApp): Promise<number> {
  const { ids } = await app.given.payments()
  await app.given.float({ amountMinor: 2 * price })
  await answered(app, ids, refusedWith('requestDeclined'))
  await sendAgain(app, ids)
  return ids[0] ?? 0
}

async function sendAgain({ maker, authorizer }: PaymentsApp, ids: readonly number[]): Promise<void> {
  for (const id of ids) await maker.call(ways.retry, { params: { id }, body: {} })
  await authorizer.call(payments.bulkAuthorize, { body: [...ids] })
}

async function lookNow({ sql }: PaymentsApp, ids: readonly number[]): Promise<void> {
  await sql.owner.query(`update attempt set next_at = now() where state = 'FAILED' and payable_id = any($1)`, [ids])
}

async function kindsOf({ maker }: PaymentsApp, id: number): Promise<string[]> {
  return (await maker.call(payments.get, { params: { id } })).data.incidents.map(({ kind }) => kind)
}

/** A worker that has asked the provider, which has not answered yet. */
async function slowlyAsking(app: PaymentsApp) {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<StatusResult>()
  const slow = providerThat(() => {
    asked.resolve()
    return answer.promise
  })
  const asking = workerOf(app, slow.provider)
  await asking.claim()
  await asked.promise
  return { asking, slow, answer }
}

test('a worker asks about the first try, another finds it paid: no second is sent', async ({ app }) => {
  const id = await triedAgain(app)
  const { asking, slow, answer } = await slowlyAsking(app)
  await lookNow(app, [id])
  await workerOf(app, providerThat(() => paidAs(price)).provider).lookBack()
  // It was true when the provider said it.
  answer.resolve(failed)
  await asking.idle()
  expect(slow.sent).toEqual([])
  await app.authorizer.call(ways.recall, { params: { id }, body: {} })
  await lookNow(app, [id])
  await workerOf(app, providerThat(() => paidAs(price)).provider).lookBack()
  expect(await app.stand([id])).toEqual([{ status: 'SUCCESSFUL', reason: 'PAID_LATE' }])
})

test('a person recalls a second try while a worker asks about the first: none is sent', async ({ app }) => {
  const id = await triedAgain(app)
  const { asking, slow, answer } = await slowlyAsking(app)
  await app.authorizer.call(ways.recall, { params: { id }, body: {} })
  answer.resolve(failed)
  await asking.idle()
  expect(slow.sent).toEqual([])
  expect(await app.stand([id])).toMatchObject([{ status: 'APPROVED' }])
})

test.for([
  ['the provider knows it', { provider_ref: 'P-9' }, failed, 0],
  ['the provider knows it no more', { provider_ref: 'P-9' }, { kind: 'NOT_FOUND' } as const, 0],
  ['the provider never took it on', { provider_ref: null }, { kind: 'NOT_FOUND' } as const, 1],
] as const)(
  'a further try waits its time after a failure, where %s',
  async ([_, { provider_ref: ref }, says, sends], { app }) => {
    const { ids } = await app.given.payments()
    await app.given.float({ amountMinor: 2 * price })
    await app.letGo(ids)
    await app.sql.owner.query('update attempt set provider_ref = $2 where payable_id = $1', [
      ids[0],
      ref && `${ref}-${ids[0]}`,
    ])
    const first = workerOf(app, {
      ...providerThat(() => failed).provider,
      send: async () => refusedWith('requestDeclined'),
    })
    await first.claim()
    await first.idle()
    await sendAgain(app, ids)
    const { sent, provider } = providerThat(() => says)
    const patient = workerOf(app, provider, { quietMs: 600_000 })
    await patient.claim()
    await patient.idle()
    expect(sent).toHaveLength(sends)
    if (sends > 0) return
    const { rows } = await app.sql.owner.query<{ reason: string; minutes: number }>(
      `select reason, round(extract(epoch from next_at - now()) / 60)::int as minutes from attempt
       where payable_id = $1 and state = 'QUEUED'`,
      [ids[0]],
    )
    expect(rows).toEqual([{ reason: 'EARLIER_RECENT', minutes: 10 }])
  },
)

test('a first try paid after the second was sent is found once the second ends', async ({ app }) => {
  const id = await triedAgain(app)
  const { sent, provider } = providerThat(() => (sent.length === 0 ? failed : paidAs(price)))
  const worker = workerOf(app, provider)
  await worker.claim()
  await worker.idle()
  await worker.lookBack()
  expect(worker.alarms).toContainEqual(expect.objectContaining({ paymentId: id, incident: 'PAID_TWICE' }))
  expect(await app.stand([id])).toMatchObject([{ status: 'SUCCESSFUL' }])
  expect(await kindsOf(app, id)).toEqual(['PAID_TWICE'])
  const { rows } = await app.sql.owner.query('select kind from transfer where payable_id = $1 order by id', [id])
  expect(rows.map(({ kind }) => kind)).toEqual(['reserve', 'release', 'reserve', 'settle'])
})

test('failures that the simulator pays in the quiet time are paid once in every order', async ({ app }) => {
  const many = 12
  const faultMs = 800
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 1, faultMs })
  onTestFinished(() => simulator.close())
  const provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 5000 })
  const phones = Array.from({ length: many }, (_, n) => `+25884${String(n).padStart(3, '0')}9916`)
  const { ids } = await app.given.payments({ phones })
  await app.given.float({ amountMinor: 2 * many * price })
  await app.letGo(ids)
  const log = { error: () => undefined }
  const options = { database: app.services.database, provider, log, askAfterMs: 5, pollMs: 20, quietMs: 2 * faultMs }
  const workers = [1, 2].map(() => startPaymentWorker(options))
  const { maker, authorizer } = app
  for (let turn = 0, open = ids; open.length > 0; turn += 1) {
    const stand = await app.stand(open)
    // Each turn, every third payment is left alone: its failures are looked at in peace.
    const acts = open.map(async (id, n) => {
      if ((id + turn) % 3 === 0) return
      const status = stand[n]?.status
      if (status === 'FAILED') await maker.call(ways.retry, { params: { id }, body: {} })
      if (status === 'APPROVED') await authorizer.call(payments.bulkAuthorize, { body: [id] })
      if (status === 'PROCESSING') await authorizer.call(ways.recall, { params: { id }, body: {} })
    })
    await Promise.allSettled(acts)
    await lookNow(app, open)
    open = open.filter((_, n) => stand[n]?.status !== 'SUCCESSFUL')
  }
  for (const worker of workers) await worker.stop()
  const paid = simulator.ledger.payments().map(({ msisdn }) => msisdn)
  expect(paid.toSorted()).toEqual(phones)
  const { rows } = await app.sql.owner.query(
    `select kind from incident where kind = 'PAID_TWICE' and payable_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([])
}, 30_000)
