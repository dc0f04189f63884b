/** The payment side of the process: a worker for each provider, as their records are now. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../db/pool.ts'
import type { Settings } from '../../settings.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorName } from '../providers/provider.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { startSimulator } from '../simulator/server.ts'
import { watchDatabase } from './database-watch.ts'
import { meetProviders, simulatorFileOf, simulatorPlace, whoPays } from './meet-providers.ts'
import { askBalances } from './provider-balances.ts'
import {
  type OpenedProvider,
  openRecord,
  type ProviderRecord,
  providerTimeoutMs,
  readRecords,
} from './provider-records.ts'
import { openStops } from './stops.ts'
import { type PaymentWorker, startPaymentWorker, type WorkerLog, type WorkerOptions } from './worker.ts'

/** The simulator pays late to one number only (faults.ts), so a further try has little to wait for. */
const simulatorQuietMs = 5000

/** How soon each process knows of a change of a provider. */
const lookEveryMs = 2000

interface Started {
  /** All that the worker was started with. */
  made: string
  opened: OpenedProvider | undefined
  worker: PaymentWorker | undefined
}

/** Starts paying; what is authorized waits where there is no provider. `running` stops it again. */
export async function startPayments(
  settings: Settings,
  { database, log }: { database: Database; log: WorkerLog },
  running: AsyncDisposableStack,
): Promise<void> {
  const { db } = database
  const watch = oneAtATime(watchDatabase({ db, dataDir: settings.dataDir, log }))
  await watch()
  const payer = await meetProviders(settings, db)
  const stops = await openStops(db)
  if (stops.length > 0) log.error({ stops }, 'payments are not sent')
  const start = (provider: OpenedProvider, options: Partial<WorkerOptions>) =>
    startPaymentWorker({ database, provider, watch, log, ...options })
  const simulator = payer === 'SIMULATOR' ? await openSimulator(settings, running) : undefined
  const ofSimulator = simulator && start(simulator, { quietMs: simulatorQuietMs })
  const workers = new Map<string, Started>()
  const ending = new Set<Promise<void>>()
  let asking: Promise<void> | undefined
  let known = JSON.stringify(await readRecords(db))

  function end(worker: PaymentWorker | undefined): void {
    const ended = worker?.stop().finally(() => ending.delete(ended ?? Promise.resolve()))
    if (ended) ending.add(ended)
  }

  /** A provider that changed has a worker of its own from now on; the former one ends what it has in hand. */
  async function look(): Promise<void> {
    const found = await readRecords(db)
    // Each process meets them: the one that changed a record may be gone since.
    if (known !== JSON.stringify(found)) await meetProviders(settings, db)
    known = JSON.stringify(found)
    const records = new Map(found.map((record) => [record.name, record]))
    for (const [name, { worker }] of workers) {
      if (records.has(name)) continue
      workers.delete(name)
      end(worker)
    }
    for (const [name, record] of records) {
      const { enabled: _, ...how } = record
      const made = JSON.stringify(how)
      const former = workers.get(name)
      if (former?.made === made) continue
      end(former?.worker)
      const opened = openRecord(settings, record)
      if (!opened && record.origin === 'PEOPLE')
        log.error({ provider: name }, 'a provider cannot be called: its address, account or credentials are missing')
      workers.set(name, { made, opened, worker: opened && start(opened, paceOf(record)) })
    }
    asking ??= askBalances(
      db,
      [...workers.values()].flatMap(({ opened }) => opened ?? []),
    )
      .catch((error: unknown) => log.error({ err: error }, 'the balances at providers cannot be asked for'))
      .finally(() => {
        asking = undefined
      })
    if (ofSimulator && (await whoPays(db)) !== 'SIMULATOR') await ofSimulator.stop()
  }

  await look()
  const stopping = new AbortController()
  const looking = (async () => {
    while (await wait(lookEveryMs, true, { signal: stopping.signal }).catch(() => false))
      await look().catch((error: unknown) => log.error({ err: error }, 'the payment providers cannot be read'))
  })()
  running.defer(async () => {
    stopping.abort()
    await looking
    for (const { worker } of workers.values()) end(worker)
    await Promise.all([...ending, asking, ofSimulator?.stop()])
  })
}

function paceOf({ perSecond, leaseSeconds, visibilitySeconds }: ProviderRecord): Partial<WorkerOptions> {
  return {
    ...(perSecond !== null && { perSecond }),
    ...(leaseSeconds !== null && { leaseMs: leaseSeconds * 1000 }),
    ...(visibilitySeconds !== null && { visibilityMs: visibilitySeconds * 1000 }),
  }
}

/** Those who come while it runs share its end. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () =>
    (underWay ??= work().finally(() => {
      underWay = undefined
    }))
}

async function openSimulator(settings: Settings, running: AsyncDisposableStack): Promise<OpenedProvider> {
  const ledgerFile = simulatorFileOf(settings)
  const simulator = await startSimulator({ port: settings.simulatorPort, host: '127.0.0.1', ledgerFile })
  running.defer(() => simulator.close())
  const account = { baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: providerTimeoutMs }
  return { ...gsmaProvider({ ...account, name: simulatorName }), place: simulatorPlace }
}
