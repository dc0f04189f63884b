/**
 * Sends authorized payments and finds out their outcome. Any number of workers may run on one database, and any of them
 * may die at any moment. The attempt's row says what is due, which worker has it in hand and until when.
 */
import type { Database } from '../db/pool.ts'
import { beginSend, claimDue, type Lease } from './attempt-store.ts'
import type { PaymentProvider } from './provider.ts'
import { whenQueued } from './worker-nudge.ts'
import { lookBack } from './late-success.ts'
import { outcomeRecorder } from './outcome-recorder.ts'
import {
  type Job,
  mismatch,
  type Pace,
  type Verdict,
  verdictOfEarlier,
  verdictOfSend,
  verdictOfStatus,
} from './verdict.ts'

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

/** A worker that does nothing by itself. */
export interface ManualWorker {
  /** Claims the due attempts that fit, and starts on them. Returns their number. */
  claim(): Promise<number>
  /** Looks again at failures that are due (late-success.ts). */
  lookBack(): Promise<void>
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>
}

export interface PaymentWorker {
  /** Takes nothing more in hand and waits for what it has. */
  stop(): Promise<void>
}

/** Longer than a provider call may take: a lease that ends while its holder still waits costs a needless question. */
const defaultLeaseMs = 120_000
const defaultVisibilityMs = 600_000
const defaultQuietMs = 600_000

export function startPaymentWorker(options: WorkerOptions): PaymentWorker {
  const { database, log, pollMs = 1000 } = options
  const worker = paymentWorker(options)
  const stopping = new AbortController()
  let rested = Promise.withResolvers<void>()
  const wake = () => rested.resolve()
  const stopListening = whenQueued(database, wake)

  async function run(): Promise<void> {
    let lookedAt = -Infinity
    while (!stopping.signal.aborted) {
      rested = Promise.withResolvers<void>()
      const claimed = await worker.claim().catch((error: unknown) => {
        log.error({ err: error }, 'payments cannot be taken in hand')
        return 0
      })
      // Many payments to send are no reason to look back later.
      if (claimed > 0 && performance.now() - lookedAt < pollMs) continue
      lookedAt = performance.now()
      await worker
        .lookBack()
        .catch((error: unknown) => log.error({ err: error }, 'failed payments cannot be looked at again'))
      if (claimed > 0) continue
      const timer = setTimeout(wake, pollMs)
      await rested.promise
      clearTimeout(timer)
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      stopListening()
      wake()
      await running
      await worker.idle()
    },
  }
}

export function paymentWorker(options: WorkerOptions): ManualWorker {
  const { database, provider, log, concurrency = 64 } = options
  const { leaseMs = defaultLeaseMs, visibilityMs = defaultVisibilityMs } = options
  const lease: Lease = { provider: provider.name, leaseMs, visibilityMs }
  const { askAfterMs = 1000, askAtMostEveryMs = 300_000, quietMs = defaultQuietMs } = options
  const pace: Pace = { askAfterMs, askAtMostEveryMs, quietMs }
  const recorder = outcomeRecorder(database.db, {
    written({ job, verdict }) {
      if (verdict.reason !== mismatch) return
      log.error({ paymentId: job.paymentId, clientRef: job.clientRef }, 'the provider paid something else than ordered')
    },
    failed: (error) => log.error({ err: error }, 'the outcome of a payment cannot be written'),
  })
  const inHand = new Set<Promise<void>>()

  async function claim(): Promise<number> {
    // Half empty before the next look, so that looks are few.
    while (inHand.size > concurrency / 2) await Promise.race(inHand)
    const jobs = await claimDue(database.db, lease, concurrency - inHand.size)
    for (const job of jobs) start(job)
    return jobs.length
  }

  function start(job: Job): void {
    const work = handle(job)
      .catch((error: unknown) => log.error({ err: error, clientRef: job.clientRef }, 'a payment is left for later'))
      .finally(() => inHand.delete(work))
    inHand.add(work)
  }

  async function handle(job: Job): Promise<void> {
    if (job.state === 'SENDING') return await recorder.record({ job, verdict: await send(job) })
    const verdict = job.state === 'QUEUED' ? await askAboutEarlier(job) : await ask(job)
    if (verdict) return await recorder.record({ job, verdict })
    const begun = await beginSend(database.db, job, lease)
    if (begun) await recorder.record({ job: begun, verdict: await send(begun) })
  }

  /** Undefined when none of them is paid: the provider's word is as fresh as it can be. */
  async function askAboutEarlier({ earlier }: Job): Promise<Verdict | undefined> {
    for (const each of earlier) {
      const { clientRef, providerRef } = each
      const result = await provider.status({ clientRef, providerRef: providerRef ?? undefined })
      const verdict = verdictOfEarlier(result, each, pace)
      if (verdict) return verdict
    }
    return undefined
  }

  async function send(job: Job): Promise<Verdict> {
    const { clientRef, amountMinor, currency, msisdn, surveyTitle, sends } = job
    const order = { clientRef, amountMinor, currency, msisdn, description: surveyTitle, earlierSends: sends - 1 }
    return verdictOfSend(job, await provider.send(order), pace)
  }

  async function ask(job: Job): Promise<Verdict> {
    const { clientRef, providerRef } = job
    return verdictOfStatus(job, await provider.status({ clientRef, providerRef: providerRef ?? undefined }), pace)
  }

  return {
    claim,
    async lookBack() {
      for (const look of await lookBack(database.db, provider, lease, concurrency))
        log.error(look, 'the provider paid what it had called failed')
    },
    async idle() {
      while (inHand.size > 0) await Promise.all(inHand)
    },
  }
}
