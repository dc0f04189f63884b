/** The payment side of the process: the provider of the settings, the worker that pays through it. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Settings } from '../../settings.ts'
import { watchDatabase } from './database-watch.ts'
import { type PaymentProvider, type ProviderPlace, simulatorName } from '../providers/provider.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { startSimulator } from '../simulator/server.ts'
import { beginStop, endStop, openStops } from './stops.ts'
import { tryoutOf } from './tryout.ts'
import { startPaymentWorker, type WorkerLog } from './worker.ts'

/** The longest provider call. Without an answer by then the outcome is unknown, and the worker asks for it. */
const providerTimeoutMs = 30_000

/** The simulator pays late to one number only (faults.ts), so a further try has little to wait for. */
const simulatorQuietMs = 5000

export type WhoPays = 'PROVIDER' | 'SIMULATOR' | 'NOBODY'

/** The simulator never pays in a house that paid for real, whatever variable is lost. */
export function payerOf({ provider, noProvider, database }: Settings, hasPaid: boolean): WhoPays {
  if (provider) return 'PROVIDER'
  return noProvider || hasPaid || database.kind === 'external' ? 'NOBODY' : 'SIMULATOR'
}

/** Where authorized payments go, as the last start found it. */
export async function whoPays(db: Db): Promise<WhoPays> {
  if ((await openStops(db)).some(({ kind }) => kind === 'NO_PROVIDER')) return 'NOBODY'
  const { rows } = await sql<{ name: string }>`select paying_provider() as name`.execute(db)
  return rows[0]?.name === simulatorName ? 'SIMULATOR' : 'PROVIDER'
}

/** Says to the database who pays from now on, before the first payment is made. */
export async function meetProvider(settings: Settings, db: Database['db']): Promise<WhoPays> {
  const payer = payerOf(settings, await hasPaid(settings, db))
  const stop = { provider: null, kind: 'NO_PROVIDER' } as const
  if (payer === 'NOBODY') {
    await beginStop(db, { ...stop, reason: settings.noProvider ? 'MEANT' : 'NOT_SET' })
    return payer
  }
  const { address, account } = placeOf(settings)
  const name = settings.provider?.name ?? simulatorName
  await sql`select meet_provider(${name}, ${address}, ${account})`.execute(db)
  await endStop(db, stop)
  const tried = payer === 'PROVIDER' ? await tryoutOf(db) : undefined
  if (tried) await beginStop(db, { provider: name, kind: 'TRYOUT', reason: 'FIRST_PROVIDER', details: tried })
  return payer
}

/** Payments of former versions name no place: the books of the simulator tell that those were play money. */
async function hasPaid(settings: Settings, db: Db): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean; tried: boolean }>`
    select has_paid() as paid, exists (select from attempt where provider <> ${simulatorName}) as tried`.execute(db)
  const [found] = rows
  return found !== undefined && (found.paid || (found.tried && !existsSync(simulatorFileOf(settings))))
}

/** The simulator has another port at each start, and is one place all the same. */
function placeOf({ provider }: Settings): ProviderPlace {
  const { origin, pathname } = new URL(provider?.baseUrl ?? 'http://simulator')
  const accountId = provider?.accountId ?? simulatorAccountId
  return {
    address: origin + pathname.replace(/\/$/, ''),
    account: createHash('sha256').update(accountId).digest('hex').slice(0, 12),
  }
}

/** Starts paying; what is authorized waits where there is no provider. `running` stops it again. */
export async function startPayments(
  settings: Settings,
  { database, log }: { database: Database; log: WorkerLog },
  running: AsyncDisposableStack,
): Promise<void> {
  const { db } = database
  const watch = watchDatabase({ db, dataDir: settings.dataDir, log })
  await watch()
  const payer = await meetProvider(settings, db)
  const stops = await openStops(db)
  if (stops.length > 0) log.error({ stops }, 'payments are not sent')
  if (payer === 'NOBODY') return
  const place = placeOf(settings)
  const provider = payer === 'PROVIDER' ? openProvider(settings) : await openSimulator(settings, running)
  const worker = startPaymentWorker({
    database,
    provider: { ...provider, place },
    watch,
    log,
    ...(payer === 'SIMULATOR' && { quietMs: simulatorQuietMs }),
  })
  running.defer(() => worker.stop())
}

function openProvider({ provider }: Settings): PaymentProvider {
  if (!provider) throw new Error('no provider is set')
  return gsmaProvider({ ...provider, timeoutMs: providerTimeoutMs })
}

async function openSimulator(settings: Settings, running: AsyncDisposableStack): Promise<PaymentProvider> {
  const ledgerFile = simulatorFileOf(settings)
  const simulator = await startSimulator({ port: settings.simulatorPort, host: '127.0.0.1', ledgerFile })
  running.defer(() => simulator.close())
  const account = { baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: providerTimeoutMs }
  return gsmaProvider({ ...account, name: simulatorName })
}

/** The books of the simulator. */
export function simulatorFileOf({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'simulator.jsonl')
}
