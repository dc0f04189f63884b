/**
 * Sends what was authorized and finds out what became of it. Any number of workers may run on one database, and any of
 * them may die at any moment: what is due, who has it in hand and until when stands in the attempt's row.
 */
import type { Database } from '../db/pool.ts'
import { claimDue, claimForResend, type Job, type Lease } from './attempt-store.ts'
import type { PaymentProvider, SendResult } from './provider.ts'
import { whenQueued } from './queued.ts'
import { outcomeRecorder } from './recorder.ts'
import { type Pace, type Verdict, verdictOfSend, verdictOfStatus } from './verdict.ts'

export interface WorkerOptions extends Partial<Pace>, Partial<Omit<Lease, 'provider'>> {
  database: Database
  provider: PaymentProvider
  log: WorkerLog
  /** How long to rest when nothing is due. */
  pollMs?: number
  /** Calls to the provider at the same time. */
  concurrency?: number
}

/** A part of every logger. Neither phones nor amounts are logged. */
export interface WorkerLog {
  error(details: object, message: string): void
}

export interface PaymentWorker {
  /** Does everything that is due now and waits until it is written; returns how many attempts that was. */
  tick(): Promise<number>
  /** Takes nothing more in hand and waits for what it has. */
  stop(): Promise<void>
}

/** Longer than a provider call may take: a lease that ends while its holder still waits costs a needless question. */
const defaultLeaseMs = 120_000
const defaultVisibilityMs = 600_000

export function startPaymentWorker(options: WorkerOptions): PaymentWorker {
  const worker = paymentWorker(options)
  const { database, log, pollMs = 1000 } = options
  let stopping = false
  let rest = Promise.withResolvers<void>()
  const wake = () => rest.resolve()
  const stopListening = whenQueued(database, wake)

  async function run(): Promise<void> {
    while (!stopping) {
      rest = Promise.withResolvers<void>()
      try {
        if ((await worker.claim()) > 0) continue
      } catch (error) {
        log.error({ err: error }, 'payments cannot be taken up')
      }
      const timer = setTimeout(wake, pollMs)
      await rest.promise
      clearTimeout(timer)
    }
  }

  const running = run()
  return {
    tick: worker.tick,
    async stop() {
      stopping = true
      stopListening()
      wake()
      await running
      await worker.idle()
    },
  }
}
