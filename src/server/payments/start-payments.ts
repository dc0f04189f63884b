/** The payment side of the process: the provider of the settings, the worker that pays through it. */
import { join } from 'node:path'
import type { Database } from '../db/pool.ts'
import type { Settings } from '../settings.ts'
import type { PaymentProvider } from './provider.ts'
import { gsmaProvider } from './providers/gsma.ts'
import { simulatorAccountId } from './simulator/disbursement.ts'
import { startSimulator } from './simulator/server.ts'
import { startPaymentWorker, type WorkerLog } from './worker.ts'

/** The longest provider call. Without an answer by then the outcome is unknown, and the worker asks for it. */
const providerTimeoutMs = 30_000

/** The simulator pays late to one number only (faults.ts), so a further try has little to wait for. */
const simulatorQuietMs = 5000

/** Starts paying. Without a provider authorized payments wait. `running` stops it again. */
export async function startPayments(
  settings: Settings,
  { database, log }: { database: Database; log: WorkerLog },
  running: AsyncDisposableStack,
): Promise<void> {
  const provider = await openProvider(settings, running)
  if (!provider) return
  const worker = startPaymentWorker({
    database,
    provider,
    log,
    ...(settings.provider ? {} : { quietMs: simulatorQuietMs }),
  })
  running.defer(() => worker.stop())
}

async function openProvider(settings: Settings, running: AsyncDisposableStack): Promise<PaymentProvider | undefined> {
  const { provider, simulatorPort } = settings
  if (provider) return gsmaProvider({ ...provider, timeoutMs: providerTimeoutMs })
  const ledgerFile = simulatorFileOf(settings)
  if (ledgerFile === undefined) return undefined
  const simulator = await startSimulator({
    port: simulatorPort,
    host: '127.0.0.1',
    ledgerFile,
  })
  running.defer(() => simulator.close())
  return gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: providerTimeoutMs })
}

/** Where authorized payments go. */
export function whoPays(settings: Settings): 'PROVIDER' | 'SIMULATOR' | 'NOBODY' {
  if (settings.provider) return 'PROVIDER'
  return simulatorFileOf(settings) === undefined ? 'NOBODY' : 'SIMULATOR'
}

/** The books of the simulator, where it is the one that pays. */
export function simulatorFileOf({ provider, database, dataDir }: Settings): string | undefined {
  return provider || database.kind === 'external' ? undefined : join(dataDir, 'simulator.jsonl')
}
