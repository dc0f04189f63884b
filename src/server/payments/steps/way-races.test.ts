/**
 * What people and the provider do to one payment at the same moment, by real commits on several connections. Each race is
 * run on many payments at once; the provider of these tests counts what it paid.
 */
import { expect } from 'vitest'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { answered, ofOwnReferences, paidAs, refusedWith } from '../../test/ended-payments.ts'
import type { Refused } from '../../test/caller.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import type { PaymentProvider, SendResult, StatusResult } from '../providers/provider.ts'
import { paymentWorker } from '../worker/worker.ts'

const races = 12
const price = 50_000

/** Pays what it is sent, and says of earlier references what the test wants. */
function countingProvider(ofEarlier: StatusResult) {
  const sent = new Map<string, number>()
  const provider = ofOwnReferences({
    name: 'gsma',
    refusesDuplicates: true,
    async send({ clientRef }): Promise<SendResult> {
      sent.set(clientRef, (sent.get(clientRef) ?? 0) + 1)
      return paidAs(price)
    },
    status: async ({ clientRef }) => (sent.has(clientRef) ? paidAs(price) : ofEarlier),
    balance: async () => ({ kind: 'UNKNOWN', reason: 'TIMEOUT' }),
  })
  return { sent, provider }
}

function workersOf({ services }: PaymentsApp, provider: PaymentProvider) {
  const log = { error: () => undefined }
  return [1, 2].map(() => paymentWorker({ database: services.database, provider, log, askAfterMs: 1, quietMs: 0 }))
}

async function givenMany({ given }: PaymentsApp): Promise<number[]> {
  const { ids } = await given.payments({ count: races })
  await given.float({ amountMinor: 2 * races * price })
  return ids
}

/** Each call of a race ends well or is refused with a code; nothing else. */
async function endsOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(calls)
  return ends.map((end) => (end.status === 'fulfilled' ? 'OK' : (end.reason as Refused).code))
}

async function dueNow({ sql }: PaymentsApp, ids: readonly number[]): Promise<void> {
  await sql.owner.query(
    `update attempt set next_at = now() where state = 'FAILED' and next_at < 'infinity' and payable_id = any($1)`,
    [ids],
  )
}

/** How often each payment was spent and taken back in the books. */
async function spent({ sql }: PaymentsApp, ids: readonly number[]): Promise<{ spent: number; back: number }[]> {
  const { rows } = await sql.owner.query<{ spent: number; back: number }>(
    `select count(*) filter (where kind in ('settle', 'late', 'lateOnCredit'))::int as spent,
       count(*) filter (where kind = 'reverse')::int as back
     from unnest($1::bigint[]) as asked(id) left join transfer t on t.payable_id = asked.id group by asked.id`,
    [ids],
  )
  return rows
}

type Retry = (app: PaymentsApp, ids: readonly number[]) => Promise<unknown>[]

const alone: Retry = ({ maker, authorizer }, ids) =>
  ids.map(async (id) => {
    await maker.call(ways.retry, { params: { id }, body: {} })
    await authorizer.call(payments.bulkAuthorize, { body: [id] })
  })
const together: Retry = ({ maker, authorizer }, ids) => [
  maker
    .call(payments.bulkRetry, { body: [...ids] })
    .then(() => authorizer.call(payments.bulkAuthorize, { body: [...ids] })),
]

test.for([
  ['one by one', alone],
  ['together', together],
] as const)(
  'a retry, %s, while the first try turns out paid: the second try is never sent',
  async ([_, retry], { app }) => {
    const { authorizer } = app
    const ids = await givenMany(app)
    await answered(app, ids, refusedWith('requestDeclined'))
    await dueNow(app, ids)
    const { sent, provider } = countingProvider(paidAs(price))
    const workers = workersOf(app, provider)
    const again = retry(app, ids)
    const looks = workers.map(async (worker) => {
      for (let turn = 0; turn < 10; turn += 1) {
        await worker.claim()
        await worker.lookBack()
      }
      await worker.idle()
    })
    const codes = await endsOf([...again, ...looks])
    expect(codes.filter((code) => code !== 'OK' && code !== 'ILLEGAL_TRANSITION')).toEqual([])
    expect([...sent]).toEqual([])
    // A try that waits unsent is recalled by a person; the first one is then booked.
    const stopped = (await app.stand(ids)).flatMap(({ status }, n) => (status === 'PROCESSING' ? [ids[n] ?? 0] : []))
    for (const id of stopped) await authorizer.call(ways.recall, { params: { id }, body: {} })
    await dueNow(app, ids)
    for (const worker of workers) await worker.lookBack()
    expect(new Set((await app.stand(ids)).map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['SUCCESSFUL PAID_LATE']),
    )
    expect(await spent(app, ids)).toEqual(ids.map(() => ({ spent: 1, back: 0 })))
  },
)

test('two people end one reversal at once: one succeeds, the money comes back once', async ({ app }) => {
  const { maker, approver, authorizer } = app
  const ids = await givenMany(app)
  await answered(app, ids, paidAs(price))
  const body = { evidence: 'Paid to the wrong person.' }
  for (const id of ids) await approver.call(ways.reverse, { params: { id }, body })
  const end = (who: typeof maker, id: number, outcome: string) =>
    who.call(ways.confirmReverse, { params: { id }, body: { ...body, outcome } })
  const calls = ids.flatMap((id, n) => [
    end(authorizer, id, 'RECOVERED'),
    end(maker, id, n % 2 === 0 ? 'RECOVERED' : 'NOT_RECOVERED'),
  ])
  const codes = await endsOf(calls)
  expect(codes.filter((code) => code === 'OK')).toHaveLength(races)
  expect(codes.filter((code) => code === 'ILLEGAL_TRANSITION')).toHaveLength(races)
  const reversed = (await app.stand(ids)).filter(({ status }) => status === 'REVERSED').length
  const booked = await spent(app, ids)
  expect(booked.every((row) => row.spent === 1 && row.back <= 1)).toBe(true)
  expect(booked.filter(({ back }) => back === 1)).toHaveLength(reversed)
  expect((await app.stand(ids)).filter(({ status }) => !['REVERSED', 'SUCCESSFUL'].includes(status))).toEqual([])
})

const phoneOf = (id: number) => `+2588790${String(id % 8999).padStart(5, '0')}`

test('a correction against an initiation: what was signed is what is paid, once', async ({ app }) => {
  const { maker, approver, authorizer, given, as } = app
  const ids = await givenMany(app)
  const calls = ids.flatMap((id) => [
    maker.call(ways.correct, { params: { id }, body: { phone: phoneOf(id) } }),
    approver.call(payments.setStatus, { params: { surveyId: id }, body: { status: 'INITIATED' } }),
  ])
  const codes = await endsOf(calls)
  expect(codes.filter((code) => !['OK', 'SELF_ACTION'].includes(code))).toEqual([])
  const { list } = await maker.call(payments.list, { query: { surveyId: await surveyOf(app, ids), pageSize: 100 } })
  for (const { status, phone, paymentId, round } of list)
    expect([paymentId, ['INITIATED', 'ELIGIBLE'].includes(status), phone, round]).toEqual([
      paymentId,
      true,
      phoneOf(paymentId),
      2,
    ])
  for (const { status, paymentId } of list)
    if (status === 'ELIGIBLE') await approver.call(payments.bulkInitiate, { body: [paymentId] })
  const other = as(await given.admin())
  await other.call(payments.bulkApprove, { body: ids })
  await authorizer.call(payments.bulkAuthorize, { body: ids })
  const { sent, provider } = countingProvider({ kind: 'NOT_FOUND' })
  const workers = workersOf(app, provider)
  await Promise.all(workers.map((worker) => worker.claim()))
  for (const worker of workers) await worker.idle()
  expect([...sent.values()]).toEqual(ids.map(() => 1))
  expect(await spent(app, ids)).toEqual(ids.map(() => ({ spent: 1, back: 0 })))
})

async function surveyOf({ maker }: PaymentsApp, [id = 0]: readonly number[]): Promise<number> {
  return (await maker.call(payments.get, { params: { id } })).data.surveyId
}

test.for([
  ['not paid, while the provider says it is', 'NOT_PAID', paidAs(price) as StatusResult],
  ['paid, while the provider says it is not', 'PAID', refusedWith('requestDeclined') as StatusResult],
] as const)('two people find a payment %s: it ends one way', async ([_, outcome, answer], { app }) => {
  const { approver, authorizer } = app
  const ids = await givenMany(app)
  await answered(app, ids, { kind: 'UNKNOWN', reason: 'TIMEOUT' })
  await app.sql.owner.query(
    `update attempt set sent_at = now() - interval '25 hours', next_at = now() where payable_id = any($1)`,
    [ids],
  )
  const resolve = (who: typeof approver, id: number) =>
    who.call(ways.resolve, { params: { id }, body: { outcome, evidence: 'Letter of the provider' } })
  for (const id of ids) await resolve(approver, id)
  const { sent, provider } = countingProvider(answer)
  const workers = workersOf(app, provider)
  const codes = await endsOf([
    ...ids.map((id) => resolve(authorizer, id)),
    ...workers.map(async (worker) => {
      await worker.claim()
      await worker.idle()
    }),
  ])
  expect(codes.filter((code) => !['OK', 'ILLEGAL_TRANSITION', 'OUTCOME_PENDING'].includes(code))).toEqual([])
  await dueNow(app, ids)
  for (const worker of workers) await worker.lookBack()
  expect([...sent]).toEqual([])
  const ended = await app.stand(ids)
  expect(ended.filter(({ status }) => !['SUCCESSFUL', 'FAILED'].includes(status))).toEqual([])
  if (outcome === 'NOT_PAID') expect(ended.filter(({ status }) => status !== 'SUCCESSFUL')).toEqual([])
  const booked = (await spent(app, ids)).map((row) => row.spent)
  expect(Math.max(...booked)).toBeLessThan(2)
  expect(booked.filter((times) => times === 1)).toHaveLength(
    ended.filter(({ status }) => status === 'SUCCESSFUL').length,
  )
})
