/** What a house can do by calls alone: no row is written by hand, and the simulator's own ledger tells what was paid. */
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { entry } from '#contract/entry.ts'
import { floats } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { people } from '#contract/people.ts'
import { questions } from '#contract/questions.ts'
import { responses } from '#contract/responses.ts'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { type Simulator, startSimulator } from '../simulator/server.ts'
import { startPaymentWorker } from './worker.ts'

let simulator: Simulator
let provider: PaymentProvider
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 5, faultMs: 500 })
  provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 5000 })
})
afterAll(() => simulator.close())

const price = '500.00'

/** A published survey that pays, with one question. */
async function givenSurvey({ maker }: PaymentsApp, settings: object = {}) {
  const paid = { title: 'Harvest', surveyType: 'PAID', amount: price, allowMultipleResponses: true, ...settings }
  const { id: surveyId } = (await maker.call(surveys.create, { body: paid })).data
  const { data: section } = await maker.call(sections.create, { body: { surveyId, title: 'The field' } })
  const question = { sectionId: section.id, code: 'sacks', text: 'How many sacks?', type: 'INTEGER' }
  await maker.call(questions.create, { body: question })
  await maker.call(surveys.publish, { params: { surveyId } })
  return surveyId
}

/** One approved response of each phone; answers with the payments that they make. */
async function givenOwed(app: PaymentsApp, phones: readonly string[], settings: object = {}) {
  const { maker, approver } = app
  const surveyId = await givenSurvey(app, settings)
  const ids: number[] = []
  for (const [index, participantPhone] of phones.entries()) {
    const person = { participantPhone, participantName: `Payee ${participantPhone}` }
    const sent = await maker.call(entry.send, { body: { surveyId, ...person, answers: { sacks: index } } })
    ids.push(sent.data.id)
  }
  const { data } = await approver.call(responses.review, { body: { formStatus: 'APPROVED', ids } })
  expect(data.succeeded).toBe(phones.length)
  const owed = await maker.call(payments.list, { query: { surveyId, pageSize: 100 } })
  return { surveyId, owed }
}

async function oneOwed(app: PaymentsApp, phone: string): Promise<number> {
  const { owed } = await givenOwed(app, [phone])
  return owed.data[0]?.paymentId ?? 0
}

async function givenMoney({ maker, approver }: PaymentsApp): Promise<void> {
  const { data } = await maker.call(floats.list, {})
  const reference = `Transfer ${data.length + 1}`
  const body = { into: { currency: 'MZN', amount: '5000.00' }, reference, day: '2026-01-01', note: 'Bank slip' }
  const asked = await maker.call(floats.ask, { body })
  await approver.call(floats.confirm, { params: { id: asked.data.id } })
}

async function rowOf({ maker }: PaymentsApp, id: number) {
  return (await maker.call(payments.get, { params: { id } })).data
}

async function givePhone(app: PaymentsApp, id: number, phone: string): Promise<void> {
  const { participant } = await rowOf(app, id)
  await app.maker.call(people.update, { params: { id: participant?.id ?? 0 }, body: { phone } })
}

/** Lets the worker pay until the payment is as expected. */
async function untilIt(app: PaymentsApp, id: number, expected: object): Promise<void> {
  const pace = { pollMs: 20, askAfterMs: 20, askAtMostEveryMs: 200 }
  const log = { error: () => undefined }
  const worker = startPaymentWorker({ database: app.services.database, provider, log, ...pace })
  try {
    await vi.waitFor(async () => expect(await rowOf(app, id)).toMatchObject(expected), {
      timeout: 15_000,
      interval: 30,
    })
  } finally {
    await worker.stop()
  }
}

/** What the provider paid for the tries of a payment, whatever became of them here. */
async function paidFor(app: PaymentsApp, id: number) {
  const references = new Set((await rowOf(app, id)).attempts.map(({ clientRef }) => clientRef))
  return simulator.ledger
    .payments()
    .filter(({ clientRef }) => references.has(clientRef))
    .map(({ msisdn, amountMinor }) => [msisdn, amountMinor])
}

test('a phone corrected before initiation is on record; one changed later is refused', async ({ app }) => {
  const id = await oneOwed(app, '+258840100001')
  await givePhone(app, id, '+258840100002')
  await app.maker.call(payments.bulkInitiate, { body: [id] })
  expect(await rowOf(app, id)).toMatchObject({ status: 'INITIATED', phone: '+258840100002' })
  await givePhone(app, id, '+258840100003')
  expect(await rowOf(app, id)).toMatchObject({ phone: '+258840100002', hold: 'PHONE_CHANGED' })
  const approve = { params: { surveyId: id }, body: { status: 'APPROVED' } }
  await expect(app.approver.call(payments.setStatus, approve)).rejects.toMatchObject({
    status: 409,
    code: 'PHONE_CHANGED',
  })
  expect((await app.approver.call(payments.bulkApprove, { body: [id] })).data.results).toMatchObject([
    { ok: false, code: 'PHONE_CHANGED' },
  ])
})

test('a rejected payment is reopened and paid once', async ({ app }) => {
  await givenMoney(app)
  const id = await oneOwed(app, '+258840100011')
  await app.maker.call(payments.bulkInitiate, { body: [id] })
  await app.approver.call(payments.bulkReject, { body: { locationIds: [id], reason: 'WRONG_AMOUNT' } })
  await app.maker.call(ways.reopen, { params: { id }, body: { reasonText: 'The amount was right.' } })
  await app.letGo([id])
  await untilIt(app, id, { status: 'SUCCESSFUL', round: 2 })
  expect(await paidFor(app, id)).toEqual([['+258840100011', 50_000]])
})

test('a payment that failed for its phone is corrected and paid once', async ({ app }) => {
  await givenMoney(app)
  const id = await oneOwed(app, '+258840109901')
  await app.letGo([id])
  await untilIt(app, id, { status: 'FAILED', reason: 'identifierError' })
  await app.maker.call(ways.correct, { params: { id }, body: { phone: '+258840100021' } })
  await app.letGo([id])
  await untilIt(app, id, { status: 'SUCCESSFUL', round: 2, phone: '+258840100021' })
  expect(await paidFor(app, id)).toEqual([['+258840100021', 50_000]])
})

test('a mismatch that two people resolve is paid, and never sent again', async ({ app }) => {
  await givenMoney(app)
  const id = await oneOwed(app, '+258840109911')
  await app.letGo([id])
  await untilIt(app, id, { status: 'PROCESSING', reason: 'MISMATCH' })
  const found = { params: { id }, body: { outcome: 'PAID', evidence: 'Their statement of 3 May has 500.00.' } }
  expect((await app.approver.call(ways.resolve, found)).data.status).toBe('PROCESSING')
  await expect(app.approver.call(ways.resolve, found)).rejects.toMatchObject({ code: 'OWN_FINDING' })
  expect((await app.authorizer.call(ways.resolve, found)).data.status).toBe('SUCCESSFUL')
  await untilIt(app, id, { status: 'SUCCESSFUL' })
  expect(await paidFor(app, id)).toEqual([['+258840109911', 50_000]])
})

test('four responses of one participant in groups of two make two payments, both paid', async ({ app }) => {
  await givenMoney(app)
  const phone = '+258840100031'
  const grouped = { paymentAggregation: 'GROUPED', aggregationCount: 2 }
  const { owed } = await givenOwed(app, [phone, phone, phone, phone], grouped)
  const row = { kind: 'GROUPED', status: 'ELIGIBLE', amount: '1000.00' }
  expect(owed.data).toMatchObject([row, row])
  expect(new Set(owed.data.flatMap(({ responseIds }) => responseIds)).size).toBe(4)
  const ids = owed.data.map(({ paymentId }) => paymentId)
  await app.letGo(ids)
  for (const id of ids) {
    await untilIt(app, id, { status: 'SUCCESSFUL' })
    expect(await paidFor(app, id)).toEqual([[phone, 100_000]])
  }
})

test('120 responses of the highest amount open every list with the exact sum', async ({ app }) => {
  const { maker, approver } = app
  const highest = app.services.settings.highestAmounts as Record<string, number>
  highest['ZMW'] = 999_999_999_999_999
  const phones = Array.from({ length: 120 }, (_, n) => `+26097${String(2_000_000 + n)}`)
  const { surveyId, owed } = await givenOwed(app, phones, { amount: '9999999999999.99', currency: 'ZMW' })
  const total = { amount: '1199999999999998.80', currency: 'ZMW' }
  const sum = { ...total, amountMinor: null }
  expect(owed.total).toBe(120)
  expect(owed.amounts.ELIGIBLE).toEqual([sum])
  for (const query of [{ from: '2000-01-01' }, { status: 'ELIGIBLE', sort: 'amount' }, { waitingForMe: 'true' }])
    expect((await maker.call(payments.list, { query: { surveyId, ...query } })).amounts.ELIGIBLE).toEqual([sum])
  const body = { surveyIds: [surveyId], expectedCount: 120, expectedTotal: [total] }
  const initiated = await maker.call(payments.bulkInitiate, { body })
  expect(initiated.data).toMatchObject({ succeeded: 120, failed: 0, totalAmount: [sum] })
  const approved = await approver.call(payments.bulkApprove, { body })
  expect(approved.data).toMatchObject({ succeeded: 120, failed: 0, totalAmount: [sum] })
  const { amounts } = await maker.call(payments.list, { query: { surveyId } })
  expect(amounts.APPROVED).toEqual([sum])
})
