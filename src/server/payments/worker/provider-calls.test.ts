/** Providers by the calls of people: entered, let in, switched on, tested. Nothing that lets us in comes out again. */
import { expect } from 'vitest'
import { paymentProviders } from '#contract/payment-providers.ts'
import { paymentStops } from '#contract/payment-stops.ts'
import { payments } from '#contract/payments.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { startSimulator } from '../simulator/server.ts'
import { test } from '../../test/with-payments.ts'
import { askBalances } from './provider-balances.ts'

function missing(path: string) {
  return { code: 'VALIDATION_FAILED', errors: [{ path, code: 'REQUIRED' }] }
}

test('a provider is entered, let in, tested and switched on, and two people confirm it', async ({ app }) => {
  await using running = new AsyncDisposableStack()
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', floatMinor: 70_000 })
  running.defer(() => simulator.close())
  const admin = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const body = { name: 'mpesa', title: 'M-Pesa', dialect: 'GSMA' as const, prefixes: ['+25884'], currencies: ['MZN'] }
  const { data: made } = await admin.call(paymentProviders.create, { body })
  const params = { id: made.id }
  expect(made).toMatchObject({ name: 'mpesa', enabled: false, credentials: [], stops: [], refusesDuplicates: false })
  await expect(admin.call(paymentProviders.create, { body })).rejects.toMatchObject({
    errors: [{ path: 'name', code: 'DUPLICATE' }],
  })
  const change = (of: object) => admin.call(paymentProviders.update, { params, body: of })
  await expect(change({ enabled: true })).rejects.toMatchObject(missing('baseUrl'))
  await expect(change({ baseUrl: 'http://pay.example.org' })).rejects.toMatchObject({ errors: [{ code: 'FORMAT' }] })
  await expect(change({ enabled: true, baseUrl: `${simulator.url}/` })).rejects.toMatchObject(missing('accountId'))
  await change({ baseUrl: `${simulator.url}/`, accountId: simulatorAccountId })
  const secret = { params, body: { credentials: { apiKey: 'very secret key' } } }
  const { data: known } = await admin.call(paymentProviders.setCredentials, secret)
  expect(known).toMatchObject({ baseUrl: simulator.url, credentials: [{ name: 'apiKey' }] })
  await expect(
    admin.call(paymentProviders.setCredentials, {
      params,
      body: { credentials: { tokenUrl: 'http://x', pin: '1' } },
    }),
  ).rejects.toMatchObject({ errors: [{ path: 'credentials.pin' }, { path: 'credentials.tokenUrl', code: 'FORMAT' }] })
  expect((await admin.call(paymentProviders.test, { params })).data.code).toBeNull()
  simulator.faults.access = 'REFUSED'
  expect((await admin.call(paymentProviders.test, { params })).data.code).toBe('HTTP_401')
  const { data: on } = await change({ enabled: true, version: known.version })
  expect(on).toMatchObject({ enabled: true, stops: ['ADDRESS'] })
  await expect(change({ priority: 1, version: known.version })).rejects.toMatchObject({ code: 'STALE' })
  expect((await app.maker.call(paymentStops.list)).list).toMatchObject([{ provider: 'mpesa', reason: 'NEW' }])

  // Elsewhere it opens nothing: what was entered for one address is sent to no other one.
  await expect(change({ baseUrl: 'https://evil.example.org' })).rejects.toMatchObject(missing('credentials'))

  const { rows } = await app.sql.owner.query(
    `select (select string_agg(encode(sealed, 'escape'), '') from provider_credential)
        || (select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), '') from audit) as kept`,
  )
  expect(rows[0].kept).not.toContain('very secret')
  const shown = JSON.stringify(await admin.call(paymentProviders.list))
  expect(shown).not.toContain('very secret')
  const own = await app.sql.owner.query(`select id from provider where name = 'gsma'`)
  await expect(
    admin.call(paymentProviders.update, { params: { id: own.rows[0].id }, body: { priority: 1 } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(
    app.as(await app.given.admin({ permissions: ['payments.read'] })).call(paymentProviders.test, { params }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a provider’s word on our account is asked hourly and shown beside our books', async ({ app }) => {
  await using running = new AsyncDisposableStack()
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', floatMinor: 70_000 })
  running.defer(() => simulator.close())
  const account = { baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 5000 }
  let asked = 0
  const provider = gsmaProvider({ ...account, name: 'gsma' })
  const counted = { ...provider, balance: (currency: string) => ((asked += 1), provider.balance(currency)) }
  await app.given.float({ amountMinor: 50_000, provider: 'gsma' })
  const { db } = app.services.database
  await askBalances(db, [counted])
  await askBalances(db, [counted])
  expect(asked).toBe(1)
  const { data } = await app.maker.call(payments.balance)
  expect(data.find((row) => row.provider === 'gsma')).toMatchObject({
    providerReported: { amount: '700.00' },
    difference: { amount: '200.00' },
  })
})
