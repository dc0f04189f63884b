/** The charge for cashing out, on top of what is owed: fixed with the signatures, by the provider and the amount. */
import { expect } from 'vitest'
import { books } from '#contract/books.ts'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentProviders } from '#contract/payment-providers.ts'
import { paymentSelections } from '#contract/payment-runs.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import type { ChargeBand } from '#domain/money/cash-out.ts'
import { answered, paidAs, refusedWith } from '../../test/ended-payments.ts'
import type { PaymentsSpec } from '../../test/given-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const tariff = [
  { currency: 'MZN', upTo: '100.00', charge: '5.00' },
  { currency: 'MZN', upTo: '600.00', charge: '15.00' },
]

/** Of the provider of the settings, as the operator has it. */
async function charge({ sql }: PaymentsApp, minor: number, upTo = 60_000): Promise<void> {
  await sql.owner.query(`update provider set charges = $1 where name = 'gsma'`, [
    JSON.stringify([{ currency: 'MZN', upTo, charge: minor }]),
  ])
}

async function amountsOf({ maker }: PaymentsApp, ids: readonly number[]): Promise<string[]> {
  const get = async (id: number) => (await maker.call(payments.get, { params: { id: String(id) } })).data
  return (await Promise.all(ids.map(get))).map((row) => `${row.provider} ${row.amount} ${row.charge}`)
}

test('an unsigned payment follows the charges of its provider, a signed one does not', async ({ app }) => {
  const { given, as } = app
  const admin = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const body = { name: 'charging', title: 'Charging', dialect: 'GSMA' as const, prefixes: ['+258841'] }
  const enter = (charges: ChargeBand[]) => admin.call(paymentProviders.create, { body: { ...body, charges } })
  await expect(enter([...tariff, ...tariff.slice(0, 1)])).rejects.toMatchObject({
    errors: [{ path: 'charges[2].upTo', code: 'DUPLICATE' }],
  })
  const { id, charges } = (await enter(tariff)).data
  expect(charges).toEqual(tariff)
  const set = async (change: string) => await app.sql.owner.query(`update provider set ${change} where id = $1`, [id])
  await set('enabled = true')
  let people = 0
  const owe = async (more: PaymentsSpec = {}) => {
    people += 1
    return (await given.payments({ phones: [`+25884100000${people}`, `+25887100000${people}`], ...more })).ids
  }
  const [ours = 0, other = 0] = await owe()
  const small = await owe({ amountMinor: 10_000 })
  const large = await owe({ amountMinor: 60_001 })
  const signed = await owe({ status: 'INITIATED' })
  expect(await amountsOf(app, [ours, other])).toEqual(['charging 515.00 15.00', 'gsma 500.00 0.00'])
  expect(await amountsOf(app, [...small, ...large])).toEqual([
    'charging 105.00 5.00',
    'gsma 100.00 0.00',
    'charging 600.01 0.00',
    'gsma 600.01 0.00',
  ])

  await set(`charges = jsonb_set(charges, '{1,charge}', '2000')`)
  expect(await amountsOf(app, [ours, ...signed])).toEqual([
    'charging 520.00 20.00',
    'charging 515.00 15.00',
    'gsma 500.00 0.00',
  ])
  // To a phone of the other provider, which takes nothing.
  await app.sql.owner.query(
    `update person set payment_phone = '+258871000009' where id = (select participant_id from payable where id = $1)`,
    [ours],
  )
  expect(await amountsOf(app, [ours])).toEqual(['gsma 500.00 0.00'])
  await set('enabled = false')
  expect(await amountsOf(app, small)).toEqual(['gsma 100.00 0.00', 'gsma 100.00 0.00'])
})

test('what is sent, limits and books have the charge; a correction computes it again', async ({ app }) => {
  const { given, maker, server } = app
  await charge(app, 1500)
  const { ids, surveyId } = await given.payments({ count: 2 })
  const [paid = 0, failed = 0] = ids
  const made = await maker.call(paymentSelections.make, { body: { step: 'initiate', ids } })
  const { willing } = (await maker.call(paymentSelections.get, { params: { id: made.data.id } })).data
  expect(willing).toMatchObject({ totalAmount: [{ amount: '1030.00' }], totalCharge: [{ amount: '30.00' }] })
  await given.float({ provider: 'gsma', amountMinor: 200_000 })
  await answered(app, [paid], paidAs(51_500))
  await answered(app, [failed], refusedWith('requestDeclined'))
  // A change of the tariff says nothing of what was sent.
  await charge(app, 100, 30_000)
  expect(await amountsOf(app, ids)).toEqual(['gsma 515.00 15.00', 'gsma 515.00 15.00'])
  await maker.call(paymentWayCalls.correct, { params: { id: failed }, body: { amount: '300' } })
  expect(await amountsOf(app, [failed])).toEqual(['gsma 301.00 1.00'])

  const params = { id: String(paid) }
  const { path } = (await maker.call(payments.receipt, { params, body: { language: 'en' } })).data
  expect((await server.inject(path)).body).toMatch(/515\.00.*cashing out.*15\.00/s)
  const month = new Date().toISOString().slice(0, 7)
  const { lines } = (await maker.call(books.month, { params: { month } })).data
  expect(lines.find(({ survey }) => survey?.id === surveyId)).toMatchObject({
    paid: { amount: '515.00' },
    charges: { amount: '15.00' },
  })
})

test('a payment by hand and one that is owed again have the charge of their time', async ({ app }) => {
  const { given, maker, approver, authorizer } = app
  await charge(app, 1500)
  const { surveyId, ids } = await given.payments()
  const body = { locationId: surveyId, phoneNumber: '+258879990077', amount: '20', overrideReason: 'Meant.' }
  const manual = (await maker.call(manualPayments.initiate, { body })).data
  expect([manual.amount, manual.charge]).toEqual(['35.00', '15.00'])
  await given.float({ provider: 'gsma', amountMinor: 200_000 })
  await answered(app, ids, paidAs(51_500))
  await charge(app, 900)
  const back = { params: { id: ids[0] ?? 0 }, body: { evidence: 'seen' } }
  await approver.call(paymentWayCalls.reverse, back)
  await authorizer.call(paymentWayCalls.confirmReverse, { ...back, body: { outcome: 'RECOVERED', evidence: 'seen' } })
  for (const person of [approver, authorizer]) await person.call(paymentWayCalls.oweAgain, back)
  const { followedBy } = (await maker.call(payments.get, { params: { id: String(ids[0]) } })).data
  expect(await amountsOf(app, [followedBy ?? 0])).toEqual(['gsma 509.00 9.00'])
})
