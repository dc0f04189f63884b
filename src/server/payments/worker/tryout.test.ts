/** What the simulator paid never stays in the books of a house that pays for real. */
import { expect } from 'vitest'
import { paymentStops } from '#contract/payment-stops.ts'
import { payments } from '#contract/payments.ts'
import { parseSettings } from '../../settings.ts'
import { answer, paidAs, refusedWith } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { simulatorName } from '../providers/provider.ts'
import { meetProviders } from './meet-providers.ts'

const price = 50_000
const seven = (value: string) => Array.from({ length: 7 }, () => value)
const real = { PROVIDER_URL: 'https://pay.example.org', PROVIDER_ACCOUNT: 'a' }

async function meet({ services }: PaymentsApp, env: Record<string, string>): Promise<void> {
  const settings = parseSettings({ ...env, DATA_DIR: services.settings.dataDir })
  await meetProviders(settings, services.database.db)
}

/** Payments of every status, in play money; then the first real provider. Returns its stop. */
async function triedOut(app: PaymentsApp) {
  const { maker, approver, given } = app
  await meet(app, {})
  await given.float({ amountMinor: 10 * price })
  const people = { initiatedBy: maker.id, approvedBy: approver.id }
  const { ids, surveyId, responseIds } = await given.payments({ count: 7 })
  const [paid = 0, failed = 0, otherwise = 0, onItsWay = 0, approved = 0, initiated = 0] = ids
  await app.letGo([paid])
  await answer(app, paidAs(price), simulatorName)
  await app.letGo([failed])
  await answer(app, refusedWith('requestDeclined'), simulatorName)
  await app.letGo([otherwise])
  await answer(app, paidAs(price + 1), simulatorName)
  await app.letGo([onItsWay])
  await maker.call(payments.bulkInitiate, { body: [approved, initiated] })
  await approver.call(payments.bulkApprove, { body: [approved] })
  const rejected = await given.payments({ status: 'INITIATED', ...people })
  await approver.call(payments.bulkReject, { body: rejected.ids })
  await meet(app, real)
  const { list } = await approver.call(paymentStops.list)
  expect(list).toMatchObject([{ kind: 'TRYOUT', provider: 'gsma', details: { paid: 1 }, refusal: null }])
  return { id: list[0]?.id ?? 0, ids: [...ids, ...rejected.ids], surveyId, responseIds }
}

async function rowsOf({ maker }: PaymentsApp, surveyId: number) {
  const { data } = await maker.call(payments.list, { query: { surveyId: String(surveyId), pageSize: 100 } })
  return data.map(({ provider, status }) => `${provider} ${status}`).sort()
}

test('the simulator has a name and floats of its own', async ({ app }) => {
  await meet(app, {})
  const { surveyId } = await app.given.payments()
  await app.given.float({ amountMinor: price })
  const { data, pays } = await app.maker.call(payments.balance)
  expect([pays, data.map(({ provider }) => provider)]).toEqual(['SIMULATOR', [simulatorName]])
  expect(await rowsOf(app, surveyId)).toEqual([`${simulatorName} ELIGIBLE`])
})

test('a try-out owed again is owed through the real provider, after every outcome', async ({ app }) => {
  const { approver, sql } = app
  const { id, ids, surveyId } = await triedOut(app)
  await expect(approver.call(paymentStops.confirm, { params: { id } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  })
  await approver.call(paymentStops.endTryout, { params: { id }, body: { choice: 'OWED' } })
  expect(new Set((await app.stand(ids)).map(({ status }) => status))).toEqual(new Set(['CANCELLED']))
  expect(await rowsOf(app, surveyId)).toEqual([...seven('gsma ELIGIBLE'), ...seven('simulator CANCELLED')])
  const { rows } = await sql.owner.query<{ left: number }>(
    `select sum(debits - credits)::int as left from account where provider = 'simulator' and kind in ('SPENT', 'RESERVED')`,
  )
  expect(rows).toEqual([{ left: 0 }])
  expect((await approver.call(paymentStops.list)).list).toEqual([])
  await meet(app, real)
  expect((await approver.call(paymentStops.list)).list).toEqual([])
})

test('a try-out that is dropped is owed no more', async ({ app }) => {
  const { id, surveyId } = await triedOut(app)
  await app.authorizer.call(paymentStops.endTryout, { params: { id }, body: { choice: 'DROPPED' } })
  expect(new Set(await rowsOf(app, surveyId))).toEqual(new Set(['simulator CANCELLED']))
})
