/** Several providers at once: which of them a payment goes through, and that none waits for another. */
import * as fc from 'fast-check'
import { expect, vi } from 'vitest'
import { paymentStops } from '#contract/payment-stops.ts'
import { payments } from '#contract/payments.ts'
import { type Route, routeOf } from '#domain/money/provider-route.ts'
import { seal } from '../../secrets.ts'
import { parseSettings } from '../../settings.ts'
import { ofOwnReferences, paidAs } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { startSimulator } from '../simulator/server.ts'
import { meetProviders } from './meet-providers.ts'
import { placeOfCredential } from './provider-records.ts'
import { startPayments } from './start-payments.ts'
import { startPaymentWorker } from './worker.ts'

const price = 50_000

interface Entered {
  currencies?: string[]
  prefixes?: string[]
  priority?: number
  baseUrl?: string
  perSecond?: number
}

/** The provider of the settings pays, and no other one. */
async function alone({ sql }: PaymentsApp): Promise<void> {
  await sql.owner.query(
    `update provider set enabled = false where origin = 'PEOPLE'; select own_provider('gsma', null)`,
  )
}

async function admit({ sql, services, maker }: PaymentsApp, name: string, baseUrl: string): Promise<void> {
  const key = seal(services.settings, 'key', placeOfCredential({ name, baseUrl }, 'apiKey'))
  await sql.app.query('delete from provider_credential where provider = $1', [name])
  await sql.app.query(
    `insert into provider_credential (provider, name, sealed, set_by) values ($1, 'apiKey', $2, $3)`,
    [name, key, maker.id],
  )
}

/** As people enter it and switch it on. */
async function entered(app: PaymentsApp, name: string, record: Entered = {}): Promise<void> {
  const { sql } = app
  const {
    currencies = [],
    prefixes = [],
    priority = 100,
    baseUrl = 'https://pay.example.org',
    perSecond = null,
  } = record
  await sql.app.query(
    `insert into provider (name, title, dialect, base_url, account_id, refuses_duplicates, currencies, prefixes, priority, per_second)
     values ($1, $1, 'GSMA', $2, $3, true, $4, $5, $6, $7)`,
    [name, baseUrl, simulatorAccountId, currencies, prefixes, priority, perSecond],
  )
  await admit(app, name, baseUrl)
  await sql.app.query('update provider set enabled = true where name = $1', [name])
}

function phones(prefix: string): string[] {
  return Array.from({ length: 150 }, (_, n) => `${prefix}${String(1_000_000 + n)}`)
}

async function rowsOf({ maker }: PaymentsApp, surveyId: number) {
  const { data } = await maker.call(payments.list, { query: { surveyId: String(surveyId), sort: 'createdAt' } })
  return data
}

const anyRoute = fc.record({
  enabled: fc.boolean(),
  currencies: fc.subarray(['MZN', 'KES']),
  prefixes: fc.subarray(['+2', '+258', '+25884', '+258840', '+254']),
  priority: fc.integer({ min: 1, max: 2 }),
})

test('the database chooses the provider that the rule chooses', async ({ sql }) => {
  await sql.owner.query('update provider set enabled = false')
  const phone = fc.option(fc.constantFrom('+258840000001', '+258871230001', '+254700000001', '+12125550123'), {
    nil: undefined,
  })
  const own = fc.option(fc.constantFrom('p0', 'p1'), { nil: undefined })
  const drawn = fc.array(anyRoute, { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(drawn, phone, fc.constantFrom('MZN', 'KES'), own, async (routes, phone, currency, own) => {
      const providers: Route[] = routes.map((route, n) => ({ ...route, name: `p${n}` }))
      const client = await sql.owner.connect()
      try {
        await client.query('begin')
        await client.query(
          `insert into provider (name, title, enabled, currencies, prefixes, priority)
             select name, name, enabled, array(select jsonb_array_elements_text(currencies)), array(select jsonb_array_elements_text(prefixes)), priority
             from jsonb_to_recordset($1::jsonb) as r (name text, enabled boolean, currencies jsonb, prefixes jsonb, priority int)`,
          [JSON.stringify(providers)],
        )
        const { rows } = await client.query('select provider_for($1, $2, $3) as name', [
          phone ?? null,
          currency,
          own ?? null,
        ])
        expect(rows[0].name).toBe(routeOf(providers, { phone, currency, own })?.name ?? null)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }),
    { numRuns: 60 },
  )
})

test('unsigned payments follow the providers; one that none serves is held', async ({ app }) => {
  const { maker, given, sql } = app
  await alone(app)
  const phones = ['+258840000001', '+258870000001', '+254700000001']
  const { ids, surveyId } = await given.payments({ phones })
  const [signed = 0] = (await given.payments({ phones: ['+258840000002'], status: 'INITIATED' })).ids
  const [, , abroad = 0] = ids
  const through = async () => (await rowsOf(app, surveyId)).map(({ provider, hold }) => `${provider} ${hold}`)
  await entered(app, 'south', { prefixes: ['+258'], currencies: ['MZN'], priority: 1 })
  await entered(app, 'voda', { prefixes: ['+25884'], priority: 2 })
  expect(await through()).toEqual(['voda null', 'south null', 'gsma null'])
  const { rows } = await sql.owner.query('select provider from payable where id = $1', [signed])
  expect(rows).toEqual([{ provider: 'gsma' }])

  // Nothing of the settings pays any more.
  await sql.owner.query('select own_provider(null, null)')
  expect(await through()).toEqual(['voda null', 'south null', 'south NO_ROUTE'])
  expect(await maker.call(payments.get, { params: { id: String(ids[0]) } })).toMatchObject({
    data: { route: { title: 'voda', prefix: '+25884' } },
  })
  const { data } = await maker.call(payments.bulkInitiate, { body: ids })
  expect(data.results.map(({ code }) => code)).toEqual(['OK', 'OK', 'NO_ROUTE'])
  await entered(app, 'north', { prefixes: ['+254'] })
  expect((await through())[2]).toBe('north null')
  expect(await maker.call(payments.bulkInitiate, { body: [abroad] })).toMatchObject({ data: { succeeded: 1 } })
})

test('a provider that never answers keeps no other one waiting', async ({ app }) => {
  const { database } = app.services
  await alone(app)
  await entered(app, 'stuck', { prefixes: ['+25884'] })
  const people = { initiatedBy: app.maker.id, approvedBy: app.approver.id, status: 'APPROVED' as const }
  const waiting = await app.given.payments({ ...people, phones: phones('+25884') })
  const paid = await app.given.payments({ ...people, phones: phones('+25887') })
  for (const provider of ['gsma', 'stuck']) await app.given.float({ amountMinor: 150 * price, provider })
  await app.authorizer.call(payments.bulkAuthorize, { body: { ids: [...waiting.ids, ...paid.ids] } })
  const stuck = Promise.withResolvers<{ kind: 'UNKNOWN'; reason: string }>()
  const never = () => stuck.promise
  const said = { log: { error: () => undefined }, database, pollMs: 50 }
  const answers = { refusesDuplicates: true, status: never, balance: never }
  const waits = startPaymentWorker({ ...said, provider: { ...answers, name: 'stuck', send: never } })
  const perSecond = 100
  const from = performance.now()
  const quick = ofOwnReferences({ ...answers, name: 'gsma', send: async () => paidAs(price) })
  const worker = startPaymentWorker({ ...said, provider: quick, perSecond })
  await vi.waitFor(
    async () =>
      expect(new Set((await app.stand(paid.ids)).map(({ status }) => status))).toEqual(new Set(['SUCCESSFUL'])),
    { timeout: 45_000, interval: 50 },
  )
  const seconds = (performance.now() - from) / 1000
  await worker.stop()
  expect(seconds).toBeGreaterThan(150 / perSecond - 0.5)
  expect(new Set((await app.stand(waiting.ids)).map(({ status }) => status))).toEqual(new Set(['PROCESSING']))
  stuck.resolve({ kind: 'UNKNOWN', reason: 'TIMEOUT' })
  await waits.stop()
})

test('an entered provider pays once two confirmed its place, without a restart', async ({ app }) => {
  const { services, sql, approver, authorizer, stand } = app
  const { dataDir } = services.settings
  await alone(app)
  await using running = new AsyncDisposableStack()
  const simulators = await Promise.all([1, 2].map(() => startSimulator({ port: 0, host: '127.0.0.1', delayMs: 20 })))
  for (const simulator of simulators) running.defer(() => simulator.close())
  const [first, second] = simulators
  const settings = {
    ...parseSettings({ DATA_DIR: dataDir, PROVIDER_URL: first?.url, PROVIDER_ACCOUNT: simulatorAccountId }),
  }
  const errors: object[] = []
  await startPayments(
    settings,
    { database: services.database, log: { error: (what) => void errors.push(what) } },
    running,
  )

  await entered(app, 'other', { prefixes: ['+25884'], baseUrl: second?.url ?? '' })
  await meetProviders(settings, services.database.db)
  const people = { initiatedBy: app.maker.id, approvedBy: approver.id, status: 'APPROVED' as const }
  const { ids } = await app.given.payments({ ...people, phones: ['+258840000011', '+258870000011'] })
  for (const provider of ['gsma', 'other']) await app.given.float({ amountMinor: price, provider })
  await authorizer.call(payments.bulkAuthorize, { body: ids })
  const became = (statuses: string[]) =>
    vi.waitFor(async () => expect((await stand(ids)).map(({ status }) => status)).toEqual(statuses), {
      timeout: 15_000,
    })
  await became(['PROCESSING', 'SUCCESSFUL'])
  const stops = async () => (await approver.call(paymentStops.list)).list.filter(({ provider }) => provider === 'other')
  const list = await stops()
  expect(list).toMatchObject([
    { provider: 'other', kind: 'ADDRESS', reason: 'NEW', details: { newAddress: second?.url } },
  ])
  for (const person of [approver, authorizer]) {
    expect(second?.ledger.payments()).toEqual([])
    await person.call(paymentStops.confirm, { params: { id: list[0]?.id ?? 0 } })
  }
  await became(['SUCCESSFUL', 'SUCCESSFUL'])
  expect([first, second].map((one) => one?.ledger.payments().length)).toEqual([1, 1])

  // Confirmed by two, it is not moved by one: also not between their confirmations.
  const move = async (url: string) => {
    await sql.app.query(`update provider set base_url = $1 where name = 'other'`, [url])
    await meetProviders(settings, services.database.db)
    expect((await stops()).map(({ reason }) => reason)).toContain('NO_ACCESS')
    await admit(app, 'other', url)
    await meetProviders(settings, services.database.db)
    return await stops()
  }
  const [moved] = await move('https://elsewhere.example.org')
  await approver.call(paymentStops.confirm, { params: { id: moved?.id ?? 0 } })
  const again = await move('https://evil.example.org')
  expect(again).toMatchObject([
    { reason: 'MOVED', confirmations: [], details: { newAddress: 'https://evil.example.org' } },
  ])
  expect(await move(second?.url ?? '')).toEqual([])
  expect(JSON.stringify(errors)).not.toContain('"other"')
})
