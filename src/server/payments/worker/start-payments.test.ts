import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { paymentStops } from '#contract/payment-stops.ts'
import { parseSettings, type Settings } from '../../settings.ts'
import { paidAs, workerOf } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import type { ProviderPlace } from '../providers/provider.ts'
import { meetProviders, payerOf, whoPays } from './meet-providers.ts'
import { startPayments } from './start-payments.ts'

const real = { PROVIDER_URL: 'https://pay.example.org', PROVIDER_ACCOUNT: 'a' }
const external = { DATABASE_URL: 'postgres://db.example.org/canvass' }
const price = 50_000

test('authorized payments go to the provider, else to the simulator, else they wait', () => {
  const payers = [{ ...real, ...external }, real, {}, external, { PROVIDER: 'none' }].map(parseSettings)
  expect(payers.map((settings) => payerOf(settings, { hasPaid: false, hasOthers: false }))).toEqual([
    'PROVIDER',
    'PROVIDER',
    'SIMULATOR',
    'NOBODY',
    'NOBODY',
  ])
  expect(payerOf(parseSettings({}), { hasPaid: true, hasOthers: false })).toBe('NOBODY')
})

function settingsOf({ services }: PaymentsApp, env: Record<string, string>): Settings {
  return parseSettings({ ...env, DATA_DIR: services.settings.dataDir })
}

function at(address: unknown, account: unknown): ProviderPlace {
  return { address: String(address), account: String(account) }
}

async function stopsOf({ approver }: PaymentsApp) {
  const { list } = await approver.call(paymentStops.list)
  return list.map(({ kind, reason }) => `${kind} ${reason}`)
}

test('a house that paid for real and lost its provider starts, warns and sends nothing', async ({ app }) => {
  const { db } = app.services.database
  await meetProviders(settingsOf(app, real), db)
  const people = { initiatedBy: app.maker.id, approvedBy: app.approver.id }
  const { ids } = await app.given.payments({ status: 'APPROVED', ...people })
  await app.given.float({ amountMinor: price })
  await app.authorizer.call(payments.bulkAuthorize, { body: ids })

  const errors: object[] = []
  const log = { error: (details: object) => void errors.push(details) }
  await using running = new AsyncDisposableStack()
  await startPayments(settingsOf(app, {}), { database: app.services.database, log }, running)
  expect(errors).toMatchObject([{ stops: [{ kind: 'NO_PROVIDER' }] }])
  expect(await stopsOf(app)).toEqual(['NO_PROVIDER NOT_SET'])
  expect((await app.maker.call(payments.balance)).pays).toBe('NOBODY')
  expect((await app.server.inject('/readyz')).json()).toMatchObject({ stopped: ['NO_PROVIDER'] })

  await meetProviders(settingsOf(app, real), db)
  expect(await stopsOf(app)).toEqual([])
})

test('a provider that the settings name for the first time gets a row, and pays', async ({ app }) => {
  const { db } = app.services.database
  const { provider, ...settings } = settingsOf(app, real)
  await meetProviders({ ...settings, provider: provider && { ...provider, name: 'another' } }, db)
  const { surveyId } = await app.given.payments()
  const { data } = await app.maker.call(payments.list, { query: { surveyId: String(surveyId) } })
  expect(data.map((payment) => payment.provider)).toEqual(['another'])
  await meetProviders(settingsOf(app, real), db)
  expect(await whoPays(db)).toBe('PROVIDER')
})

test('a new address asks and sends nothing until two people confirm the same account', async ({ app }) => {
  const { approver, authorizer, services, stand } = app
  const { db } = services.database
  await meetProviders(settingsOf(app, real), db)
  const people = { initiatedBy: app.maker.id, approvedBy: approver.id }
  const { ids } = await app.given.payments({ status: 'APPROVED', ...people })
  await app.given.float({ amountMinor: price })
  await authorizer.call(payments.bulkAuthorize, { body: ids })
  const moved = settingsOf(app, { ...real, PROVIDER_URL: 'https://elsewhere.example.org' })
  await meetProviders(moved, db)
  expect(await stopsOf(app)).toEqual(['ADDRESS MOVED'])
  // An address that was mistyped and is corrected needs no confirmation.
  await meetProviders(settingsOf(app, real), db)
  expect(await stopsOf(app)).toEqual([])

  await meetProviders(moved, db)
  const { list } = await approver.call(paymentStops.list)
  const { details = {}, id = 0 } = list[0] ?? {}
  expect(details).toMatchObject({ address: 'https://pay.example.org', newAddress: 'https://elsewhere.example.org' })
  const worker = workerOf(
    app,
    { send: paidAs(price) },
    {
      place: at(details['newAddress'], details['newAccount']),
    },
  )
  const former = workerOf(
    app,
    { send: paidAs(price) },
    {
      place: at(details['address'], details['account']),
    },
  )
  for (const person of [approver, authorizer]) {
    expect(await worker.claim()).toBe(0)
    await person.call(paymentStops.confirm, { params: { id } })
  }
  expect(await former.claim()).toBe(0)
  expect(await worker.claim()).toBeGreaterThan(0)
  await worker.idle()
  expect(await stand(ids)).toMatchObject([{ status: 'SUCCESSFUL' }])
})
