/** Payments that people made by hand: stated by one, settled by another, and never sent. */
import { expect } from 'vitest'
import { paymentFiles } from '#contract/payment-files.ts'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { firstMapping } from '#domain/money/payment-file.ts'
import { answered, paidAs, refusedWith, workerOf } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const price = 50_000
const receipt = { name: 'receipt.pdf', bytes: Buffer.from('%PDF-1.4 signed') }
const today = new Date().toISOString().slice(0, 10)
let made = 0

/** A cash point with money for one payment, and an approved payment that another provider would pay. */
async function givenApproved({ given, sql, maker, approver }: PaymentsApp) {
  made += 1
  const provider = `cash-${made}`
  await sql.owner.query(
    `insert into provider (name, title, kind, prefixes, enabled) values ($1, 'Cash', 'FILE', '{+25889999}', true)`,
    [provider],
  )
  await given.float({ provider, amountMinor: price })
  const { ids } = await given.payments({ status: 'APPROVED', initiatedBy: maker.id, approvedBy: approver.id })
  const body = { provider, reference: `R-${made}`, amount: '500.00', day: today, evidence: 'Signed at the desk.' }
  return { id: ids[0] ?? 0, body }
}

const state = (
  { authorizer }: PaymentsApp,
  id: number,
  body: Awaited<ReturnType<typeof givenApproved>>['body'],
  file = receipt,
) => authorizer.call(ways.payOutside, { params: { id: String(id) }, body, file })

async function availableAt({ authorizer }: PaymentsApp, name: string) {
  const { data } = await authorizer.call(payments.balance)
  const row = data.find(({ provider }) => provider === name)
  return [row?.available.amount, row?.reserved.amount, row?.spent.amount]
}

test('what one person states and another finds too is paid from the float it names', async ({ app }) => {
  const { id, body } = await givenApproved(app)
  const { data } = await state(app, id, body)
  expect(data).toMatchObject({ status: 'PROCESSING', processingState: 'QUEUED', reason: 'PAID_OUTSIDE' })
  expect(await availableAt(app, body.provider)).toEqual(['0.00', '500.00', '0.00'])
  // No worker of the cash point or of the other provider takes it, and no file.
  for (const name of [body.provider, data.provider]) expect(await workerOf(app, {}, { name }).claim()).toBe(0)
  const ask = { provider: body.provider, currency: 'MZN', mapping: firstMapping }
  await expect(app.maker.call(paymentFiles.ask, { body: ask })).rejects.toMatchObject({ code: 'NOTHING_WAITS' })
  const paid = { outcome: 'PAID', evidence: 'The receipt has the payee’s signature.' } as const
  await expect(app.authorizer.call(ways.resolve, { params: { id: String(id) }, body: paid })).rejects.toMatchObject({
    code: 'OWN_FINDING',
  })
  const waiting = await app.approver.call(payments.list, { query: { waitingForMe: 'true', pageSize: 100 } })
  expect(waiting.list.map(({ paymentId }) => paymentId)).toContain(id)
  await app.approver.call(ways.resolve, { params: { id: String(id) }, body: paid })
  const after = (await app.maker.call(payments.get, { params: { id: String(id) } })).data
  expect(after).toMatchObject({
    status: 'SUCCESSFUL',
    attempts: [{ provider: body.provider, providerRef: body.reference, state: 'SUCCESSFUL' }],
    findings: [{ document: null }, { document: body.reference, paidOn: today, file: { name: 'receipt.pdf' } }],
  })
  expect(after.steps.map(({ step, actorId }) => [step, actorId])).toContainEqual(['authorize', app.authorizer.id])
  expect(await availableAt(app, body.provider)).toEqual(['0.00', '0.00', '500.00'])
})

test('a statement is refused with all that is wrong, by two people, or without money', async ({ app }) => {
  const { id, body } = await givenApproved(app)
  const wrong = { ...body, provider: 'simulator', amount: '499.00', day: '2999-01-01' }
  await expect(state(app, id, wrong)).rejects.toMatchObject({
    errors: [
      { path: 'amount', code: 'NOT_OWED' },
      { path: 'provider', code: 'UNKNOWN_REFERENCE' },
      { path: 'day', code: 'IN_FUTURE' },
    ],
  })
  const page = { name: 'receipt.pdf', bytes: Buffer.from('<html>') }
  await expect(state(app, id, body, page)).rejects.toMatchObject({ code: 'FILE_TYPE' })
  const { maker } = app
  await expect(maker.call(ways.payOutside, { params: { id: String(id) }, body, file: receipt })).rejects.toMatchObject({
    code: 'SELF_ACTION',
  })
  await state(app, id, body)
  await expect(state(app, id, body)).rejects.toMatchObject({ code: 'ALREADY_DONE' })
  const second = await givenApproved(app)
  const shortOf = { ...second.body, provider: body.provider }
  await expect(state(app, second.id, shortOf)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  await app.given.float({ provider: body.provider, amountMinor: price })
  await expect(state(app, second.id, { ...shortOf, reference: body.reference })).rejects.toMatchObject({
    errors: [{ path: 'reference', code: 'REFERENCE_PAID' }],
  })
})

test('a wrong statement is recalled, and its reference is free again', async ({ app }) => {
  const { id, body } = await givenApproved(app)
  await state(app, id, body)
  const { data } = await app.authorizer.call(ways.recall, { params: { id: String(id) }, body: {} })
  expect(data.status).toBe('APPROVED')
  expect(await availableAt(app, body.provider)).toEqual(['500.00', '0.00', '0.00'])
  expect((await state(app, id, body)).data.status).toBe('PROCESSING')
  for (const who of [app.maker, app.approver])
    await who.call(ways.resolve, {
      params: { id: String(id) },
      body: { outcome: 'NOT_PAID', evidence: 'Not there.' },
    })
  expect(await app.stand([id])).toMatchObject([{ status: 'FAILED', reason: 'RESOLVED' }])
  expect(await availableAt(app, body.provider)).toEqual(['500.00', '0.00', '0.00'])
})

test('no payment on its way is paid outside; a failed one is, once it is tried again', async ({ app }) => {
  const { body } = await givenApproved(app)
  const { ids } = await app.given.payments({ count: 2 })
  const [open = 0, failed = 0] = ids
  await app.given.float({ provider: 'gsma', amountMinor: 2 * price })
  await answered(app, [open], { kind: 'ACCEPTED', providerRef: `A-${made}` })
  await expect(state(app, open, body)).rejects.toMatchObject({ code: 'ALREADY_DONE' })
  await answered(app, [failed], refusedWith('payeeLimit'))
  await expect(state(app, failed, body)).rejects.toMatchObject({ code: 'ALREADY_DONE' })
  await app.maker.call(ways.retry, { params: { id: String(failed) }, body: {} })
  expect((await state(app, failed, body)).data).toMatchObject({ status: 'PROCESSING', reason: 'PAID_OUTSIDE' })
  await workerOf(app, { status: paidAs(price) }).claim()
  expect(await app.stand([failed])).toMatchObject([{ status: 'PROCESSING' }])
})
