/**
 * A database that fell back pays no payee twice. The simulator keeps its ledger outside of it, and refuses a reference that
 * it knows, as the providers do.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { paymentStops } from '#contract/payment-stops.ts'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { answer, paidAs, refusedWith } from '../../test/ended-payments.ts'
import { copyDatabase, putBack } from '../../test/fall-back.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { watchDatabase } from './database-watch.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { type Simulator, startSimulator } from '../simulator/server.ts'
import { paymentWorker } from './worker.ts'

const price = 50_000

let simulator: Simulator
let provider: PaymentProvider
let dataDir: string
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 0, faultMs: 500 })
  provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 20_000 })
  dataDir = await mkdtemp(join(tmpdir(), 'canvass-mark-'))
})
afterAll(async () => {
  await simulator.close()
  await rm(dataDir, { recursive: true })
})

const log = { error: () => undefined }
const lookOf = ({ services }: PaymentsApp) => watchDatabase({ db: services.database.db, dataDir, log })

/** Pays all that is due, and says how much was taken in hand. */
async function payAll({ services, sql }: PaymentsApp): Promise<number> {
  const worker = paymentWorker({ database: services.database, provider, log, askAfterMs: 0, askAtMostEveryMs: 1 })
  let all = 0
  for (;;) {
    await sql.owner.query(`update attempt set next_at = now() where state in ('SENT', 'UNKNOWN')`)
    const claimed = await worker.claim()
    if (claimed === 0) return all
    all += claimed
    await worker.idle()
  }
}

async function confirmed({ approver, authorizer }: PaymentsApp): Promise<void> {
  const { list } = await approver.call(paymentStops.list)
  expect(list).toMatchObject([{ kind: 'RESTORED', reason: 'FELL_BACK', provider: null, people: 2 }])
  const params = { id: list[0]?.id ?? 0 }
  for (const person of [approver, authorizer]) await person.call(paymentStops.confirm, { params })
}

function paidTo(phones: readonly string[]): number[] {
  const paid = Map.groupBy(simulator.ledger.payments(), ({ msisdn }) => msisdn)
  return phones.map((phone) => paid.get(phone)?.length ?? 0)
}

const once = (phones: readonly string[]) => phones.map(() => 1)
const phonesFrom = (first: number) => Array.from({ length: 20 }, (_, n) => `+25884020${first + n}`)

async function bookedAs({ sql }: PaymentsApp, phones: readonly string[]) {
  const { rows } = await sql.owner.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from payable where msisdn = any($1) group by 1',
    [phones],
  )
  return rows
}

test('processes that share a folder note there at the same moment what they know', async ({
  services: { database, settings },
}) => {
  const watches = Array.from({ length: 20 }, () => watchDatabase({ db: database.db, dataDir: settings.dataDir, log }))
  await Promise.all(watches.map((watch) => watch()))
  const mark: unknown = JSON.parse(await readFile(join(settings.dataDir, 'trail-mark.json'), 'utf8'))
  expect(mark).toMatchObject({ id: expect.any(Number), at: expect.any(Number) })
})

test('a reference is given again only to a payment of which nothing was sent', async ({ app }) => {
  const { maker, authorizer, approver, given, sql } = app
  const survey = await given.survey({ amount: '500.00' })
  await given.float({ amountMinor: 2 * price })
  const [response] = await given.responses(survey, 1, { phone: '+258840205000', status: 'IN_REVIEW' })
  const ids = [response?.id ?? 0]
  const review = (formStatus: string) => approver.call(responses.review, { body: { formStatus, ids } })
  const owed = async () => {
    await review('APPROVED')
    const { rows } = await sql.owner.query<{ id: number }>(
      'select payable_id as id from payable_response where response_id = $1 and released_at is null',
      ids,
    )
    return rows[0]?.id ?? 0
  }
  const first = await owed()
  await app.letGo([first])
  await authorizer.call(ways.recall, { params: { id: first }, body: {} })
  await authorizer.call(payments.bulkAuthorize, { body: [first] })
  await answer(app, refusedWith('requestDeclined'))
  await maker.call(ways.retry, { params: { id: first }, body: {} })
  await review('IN_REVIEW')
  const second = await owed()
  await app.letGo([second])
  const { rows } = await sql.owner.query<{ client_ref: string; state: string }>(
    'select client_ref, state from attempt where payable_id = any($1) order by id',
    [[first, second]],
  )
  expect(rows.map(({ state }) => state)).toEqual(['RECALLED', 'FAILED', 'QUEUED'])
  const [recalled, failed, owedAgain] = rows.map(({ client_ref }) => client_ref)
  expect(failed).toBe(recalled)
  expect(owedAgain).not.toBe(failed)
  expect(failed).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  await answer(app, paidAs(price))
})

test('payments that were authorized after the copy are paid once and booked', async ({ app }) => {
  const people = { initiatedBy: app.maker.id, approvedBy: app.approver.id }
  const phones = phonesFrom(1000)
  const { ids } = await app.given.payments({ phones, status: 'APPROVED', ...people })
  await app.given.float({ amountMinor: 20 * price })
  const copy = await copyDatabase(app)
  const authorizeAll = () => app.authorizer.call(payments.bulkAuthorize, { body: ids })
  await authorizeAll()
  await payAll(app)
  await lookOf(app)()
  expect(paidTo(phones)).toEqual(once(phones))

  await putBack(app, copy)
  await lookOf(app)()
  await authorizeAll()
  expect(await payAll(app)).toBe(0)
  await confirmed(app)
  await payAll(app)
  expect(paidTo(phones)).toEqual(once(phones))
  expect(await bookedAs(app, phones)).toEqual([{ status: 'SUCCESSFUL', n: 20 }])
})

/** Each response comes in again under the name that its sender gave it. */
async function sendAll({ maker }: PaymentsApp, surveyId: number, phones: readonly string[]): Promise<void> {
  for (const participantPhone of phones) {
    const answers = { name: 'Ana', members: 3 }
    await maker.call(entry.send, {
      body: { surveyId, clientUuid: `of ${participantPhone}`, participantPhone, answers },
    })
  }
}

/** Approves the responses and takes their payments as far as the worker. */
async function letAllGo(app: PaymentsApp, surveyId: number): Promise<void> {
  const { data: received } = await app.maker.call(responses.list, { query: { surveyId, pageSize: 100 } })
  const ids = received.map(({ id }) => id)
  await app.approver.call(responses.review, { body: { formStatus: 'APPROVED', ids } })
  const { data } = await app.maker.call(payments.list, { query: { surveyId: String(surveyId), pageSize: 100 } })
  await app.letGo(data.map(({ paymentId }) => paymentId))
}

test('payments of responses approved or received after the copy are paid once, booked', async ({ app }) => {
  const { id } = await app.given.survey({ amount: '500.00' })
  await app.given.float({ amountMinor: 40 * price })
  const [early, late] = [phonesFrom(2000), phonesFrom(3000)]
  await sendAll(app, id, early)
  const copy = await copyDatabase(app)
  await sendAll(app, id, late)
  await letAllGo(app, id)
  await payAll(app)
  await lookOf(app)()

  await putBack(app, copy)
  await lookOf(app)()
  // In another order, so that all numbers are others.
  await sendAll(app, id, late.toReversed())
  await letAllGo(app, id)
  expect(await payAll(app)).toBe(0)
  await confirmed(app)
  await payAll(app)
  const phones = [...early, ...late]
  expect(paidTo(phones)).toEqual(once(phones))
  expect(await bookedAs(app, phones)).toEqual([{ status: 'SUCCESSFUL', n: 40 }])
})

test('a copy that is put back with all that was known is refused by the references', async ({ app }) => {
  const people = { initiatedBy: app.maker.id, approvedBy: app.approver.id }
  const phones = phonesFrom(4000)
  const { ids } = await app.given.payments({ phones, status: 'APPROVED', ...people })
  await app.given.float({ amountMinor: 20 * price })
  const copy = await copyDatabase(app)
  for (const copies of [[copy], []]) {
    await app.authorizer.call(payments.bulkAuthorize, { body: ids })
    await payAll(app)
    for (const each of copies) await putBack(app, each)
  }
  expect(paidTo(phones)).toEqual(once(phones))
  expect(await bookedAs(app, phones)).toEqual([{ status: 'SUCCESSFUL', n: 20 }])
})

/** A provider that notes how it is called. */
function noting(calls: string[]): PaymentProvider {
  return {
    ...provider,
    send: (sent) => (calls.push('send'), provider.send(sent)),
    status: (query) => (calls.push('ask'), provider.status(query)),
  }
}

/** The database believes that it lived elsewhere before. */
async function liveElsewhere({ sql }: PaymentsApp, change: { system?: number; timeline?: number }): Promise<void> {
  await sql.owner.query(
    'insert into database_life (system_id, timeline) select system_id + $1, timeline + $2 from database_life order by id limit 1',
    [change.system ?? 0, change.timeline ?? 0],
  )
}

test('after a lossless failover, a known payment is asked about before its first send', async ({ app }) => {
  const people = { initiatedBy: app.maker.id, approvedBy: app.approver.id }
  await app.given.float({ amountMinor: 3 * price })
  const before = await app.given.payments({ status: 'APPROVED', ...people })
  await liveElsewhere(app, { timeline: 1 })
  const calls: string[] = []
  const worker = paymentWorker({ database: app.services.database, provider: noting(calls), log })
  await app.authorizer.call(payments.bulkAuthorize, { body: before.ids })
  expect(await worker.claim()).toBe(0)
  await lookOf(app)()
  expect((await app.approver.call(paymentStops.list)).list).toEqual([])
  await worker.claim()
  await worker.idle()
  expect(calls).toEqual(['ask', 'send'])
  const later = await app.given.payments({ status: 'APPROVED', ...people })
  await app.sql.owner.query(`update payable set created_at = now() + interval '31 days' where id = any($1)`, [
    later.ids,
  ])
  await app.authorizer.call(payments.bulkAuthorize, { body: later.ids })
  await worker.claim()
  await worker.idle()
  expect(calls).toEqual(['ask', 'send', 'send'])
})

test('a database on another system sends nothing until two people have confirmed it', async ({ app }) => {
  await liveElsewhere(app, { system: 1 })
  const looks = [lookOf(app), lookOf(app)]
  for (const look of looks) await look()
  const { list } = await app.approver.call(paymentStops.list)
  expect(list).toMatchObject([{ kind: 'RESTORED', reason: 'OTHER_SYSTEM' }])
  expect(list[0]?.details).toMatchObject({ found: expect.any(Number) as number })
})
