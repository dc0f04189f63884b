/** A payment whose money came back and that is owed all the same: two people have a new one follow it, once. */
import { expect } from 'vitest'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { answered, paidAs } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { makePayables } from './payables.ts'

const price = 5_000
const body = { evidence: 'It went to another person.' }

/** Paid, and got back by two people. */
async function reversed(app: PaymentsApp, id: number): Promise<void> {
  const { approver, authorizer, given } = app
  await given.float({ amountMinor: 2 * price })
  await answered(app, [id], paidAs(price))
  await approver.call(ways.reverse, { params: { id }, body })
  await authorizer.call(ways.confirmReverse, { params: { id }, body: { ...body, outcome: 'RECOVERED' } })
}

const detail = async ({ maker }: PaymentsApp, id: number) => (await maker.call(payments.get, { params: { id } })).data

async function followerOf(app: PaymentsApp, id: number): Promise<number> {
  for (const person of [app.approver, app.authorizer]) await person.call(ways.oweAgain, { params: { id }, body })
  return (await detail(app, id)).followedBy ?? 0
}

test('Two people owe a reversed payment again: one new payment follows it, and is paid', async ({ app }) => {
  const { approver, authorizer, maker } = app
  const { ids, responseIds } = await app.given.payments({ count: 1, amountMinor: price })
  const [id = 0] = ids
  await reversed(app, id)
  const owe = (person: typeof maker) => person.call(ways.oweAgain, { params: { id }, body })
  await owe(approver)
  await expect(owe(approver)).rejects.toMatchObject({ code: 'OWN_FINDING' })
  expect(await detail(app, id)).toMatchObject({ status: 'REVERSED', followedBy: null })
  const both = await Promise.allSettled([owe(authorizer), owe(maker)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(owe(maker)).rejects.toMatchObject({ code: 'ALREADY_DONE' })
  const { followedBy } = await detail(app, id)
  expect(await detail(app, followedBy ?? 0)).toMatchObject({
    status: 'ELIGIBLE',
    follows: id,
    responseIds,
    amountMinor: price,
  })
  await answered(app, [followedBy ?? 0], paidAs(price))
  expect(await app.stand([followedBy ?? 0])).toMatchObject([{ status: 'SUCCESSFUL' }])
})

test('A payment by hand and a set are owed again as they were', async ({ app }) => {
  const { given, maker, services } = app
  const survey = await given.survey({ amount: '25.00', setSize: 2, allowMultipleResponses: true })
  const made = await given.responses(survey, 2, { phone: '+258841230077', status: 'APPROVED' })
  const { db } = services.database
  await db.transaction().execute((tx) => makePayables(tx, { surveyId: survey.id, ids: made.map(({ id }) => id) }))
  const { list } = await maker.call(payments.list, { query: { surveyId: survey.id } })
  const set = list[0]?.paymentId ?? 0
  const hand = {
    locationId: survey.id,
    phoneNumber: '+258841230078',
    amount: '50.00',
    reason: 'OTHER',
    reference: 'A1',
  }
  const entered = await maker.call(manualPayments.initiate, { body: hand })
  for (const id of [set, entered.data.paymentId]) {
    await reversed(app, id)
    const [before, after] = [await detail(app, id), await detail(app, await followerOf(app, id))]
    expect(after).toMatchObject({
      kind: before.kind,
      amountMinor: price,
      phone: before.phone,
      status: 'ELIGIBLE',
      follows: id,
    })
    expect([after.responseIds, after.purpose]).toEqual([before.responseIds, before.purpose])
  }
})

test('A response that another payment pays, or that is not approved, is not owed again', async ({ app }) => {
  const { given, sql, authorizer, approver, services } = app
  const { ids, responseIds, surveyId } = await given.payments({ count: 2, amountMinor: price })
  const [taken = 0, rejected = 0] = ids
  for (const id of ids) {
    await reversed(app, id)
    await approver.call(ways.oweAgain, { params: { id }, body })
  }
  const { db } = services.database
  await db.transaction().execute((tx) => makePayables(tx, { surveyId, ids: responseIds.slice(0, 1) }))
  await sql.owner.query(`update form set status = 'REJECTED' where id = $1`, [responseIds[1]])
  for (const id of [taken, rejected])
    await expect(authorizer.call(ways.oweAgain, { params: { id }, body })).rejects.toMatchObject({
      code: 'RESPONSE_NOT_APPROVED',
    })
})
