/** What people sign of a manual payment, and see before they do: its entry, its file, and what else is paid for its visit. */
import { expect } from 'vitest'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentSelections } from '#contract/payment-runs.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { jobKinds } from '../../app.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import { readExport } from '../../test/read-export.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const entered = { recipientName: 'Ana Muianga', reference: 'June-7', reasonText: 'Transport to the clinic' }
const shown = { recipientName: 'Ana Muianga', ownReference: 'June-7', purpose: 'Transport to the clinic' }
const csv = (...lines: string[]) => ({ name: 'june.csv', bytes: Buffer.from(lines.join('\n')) })

async function enter({ maker }: PaymentsApp, body: object) {
  return (
    await maker.call(manualPayments.initiate, { body: { phoneNumber: '+258840007101', amount: '12.50', ...body } })
  ).data
}

test('a manual payment shows what was entered, and is found by it', async ({ app }) => {
  const { given, approver } = app
  const { responseIds, surveyId } = await given.payments()
  const [locationId = 0] = responseIds
  const made = await enter(app, { locationId, ...entered })
  const facts = { ...shown, locationId, overrideReason: null, upload: null }
  expect(made).toMatchObject(facts)
  expect((await approver.call(payments.get, { params: { id: String(made.id) } })).data).toMatchObject(facts)
  for (const q of ['muianga', 'june-7', 'transport to']) {
    const { data } = await approver.call(payments.list, { query: { q, surveyId } })
    expect(data.map(({ id }) => id)).toEqual([made.id])
    expect(data[0]).toMatchObject(facts)
  }
  const columns = ['recipientName', 'locationId', 'ownReference', 'purpose'].map((key) => ({ key, title: key }))
  const filter = { q: 'muianga', surveyId: String(surveyId) }
  givenWorker(app, jobKinds)
  const body = { format: 'CSV', columns, filter, locale: 'en' }
  const { jobId } = (await approver.call(payments.export, { body })).data
  const [, ...rows] = await readExport(approver, (await untilState(app, approver, jobId, 'DONE')).file, 'CSV')
  expect(rows).toEqual([['Ana Muianga', String(locationId), 'June-7', 'Transport to the clinic']])
})

test('people sign what was entered: another recipient has another checksum', async ({ app }) => {
  const { surveyId } = await app.given.payments({ count: 0 })
  const entry = { locationId: surveyId, overrideReason: 'Two months' }
  const hashes = new Set<string>()
  for (const more of [
    {},
    { recipientName: 'Ana' },
    { recipientName: 'Eva' },
    { reference: 'Ana' },
    { reasonText: 'Ana' },
    { overrideReason: 'Ana' },
  ]) {
    hashes.add((await enter(app, { ...entry, ...more })).factsHash)
  }
  expect(hashes.size).toBe(6)
  const payment = await enter(app, { ...entry, recipientName: 'Isa' })
  const reject = { params: { id: String(payment.id) }, body: { status: 'REJECTED' as const } }
  await app.approver.call(manualPayments.setStatus, reject)
  const params = { id: payment.paymentId }
  const again = (await app.maker.call(paymentWayCalls.reopen, { params, body: { reasonText: 'A mistake' } })).data
  expect(again).toMatchObject({ status: 'ELIGIBLE', factsHash: payment.factsHash, recipientName: 'Isa' })
})

test('the payments of one file are a filter, for those who see one of them', async ({ app }) => {
  const { given, maker, approver, as } = app
  const { surveyId } = await given.payments({ count: 1 })
  const lines = csv('phone_number,amount,recipient_name', '+258840007201,5,Ana', '+258840007202,6,Eva')
  const { batchId } = (await maker.call(manualPayments.upload, { query: { surveyId }, file: lines })).data
  const upload = { id: batchId, name: 'june.csv' }
  const { data, total } = await approver.call(payments.list, { query: { uploadId: String(batchId), sort: 'amount' } })
  expect([total, data.map(({ recipientName }) => recipientName)]).toEqual([2, ['Ana', 'Eva']])
  expect(data[0]).toMatchObject({ upload })
  const others = await approver.call(payments.list, { query: { uploadId: '~', surveyId } })
  expect(others.data.map(({ kind }) => kind)).toEqual(['INDIVIDUAL'])
  const body = { step: 'approve' as const, filter: { uploadId: String(batchId) } }
  expect((await approver.call(paymentSelections.make, { body })).data).toMatchObject({ count: 2 })
  const found = { ...upload, rows: 2, uploadedBy: { id: maker.id } }
  const one = (await approver.call(manualPayments.getUpload, { params: { id: batchId ?? 0 } })).data
  expect(one).toMatchObject(found)
  for (const q of ['june', one.uploadedBy.name])
    expect((await approver.call(manualPayments.uploads, { query: { q } })).data).toMatchObject([found])
  const stranger = as(await given.admin({ permissions: ['payments.read'] }))
  expect((await stranger.call(manualPayments.uploads)).data).toEqual([])
  const unseen = stranger.call(manualPayments.getUpload, { params: { id: batchId ?? 0 } })
  await expect(unseen).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('payments of one visit name each other, whatever their kind', async ({ app }) => {
  const { given, approver, authorizer, maker } = app
  const { ids, responseIds, surveyId } = await given.payments({ count: 2 })
  const [owed = 0, alone = 0] = ids
  const [locationId = 0] = responseIds
  const first = await enter(app, { locationId })
  const second = await enter(app, { locationId, overrideReason: 'The first one was short' })
  const seen = async (id: number | string) => {
    const { others, overrideReason } = (await approver.call(payments.get, { params: { id: String(id) } })).data
    return { others: others.map(({ id, status }) => `${id} ${status}`), overrideReason }
  }
  expect(await seen(owed)).toEqual({
    others: [`${first.id} INITIATED`, `${second.id} INITIATED`],
    overrideReason: null,
  })
  const reason = 'The first one was short'
  expect(await seen(second.id)).toEqual({
    others: [`${owed} ELIGIBLE`, `${first.id} INITIATED`],
    overrideReason: reason,
  })
  expect(await seen(alone)).toEqual({ others: [], overrideReason: null })
  const reject = { params: { id: String(first.id) }, body: { status: 'REJECTED' as const } }
  await authorizer.call(manualPayments.setStatus, reject)
  expect(await seen(owed)).toMatchObject({ others: [`${second.id} INITIATED`] })
  const body = { step: 'initiate' as const, filter: { surveyId: String(surveyId) } }
  const chosen = (await maker.call(paymentSelections.make, { body })).data
  expect(chosen.sameVisit).toMatchObject({ count: 1, sample: [{ id: owed, others: [{ id: second.id }] }] })
})
