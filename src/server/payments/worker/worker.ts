/**
 * Sends authorized payments and finds out their outcome. Any number of workers may run on one database, and any of them
 * may die at any moment. The attempt's row says what is due, which worker has it in hand and until when.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { isStillInTrouble } from '#domain/money/provider-trouble.ts'
import { inTrace, traceOf } from '../../trace.ts'
import type { Database } from '../../db/pool.ts'
import { beginSends, claimDue, claimProbe, isQueued, type Lease, type Outcome } from './attempt-store.ts'
import { batched } from './batched.ts'
import { breakerOf } from './breaker.ts'
import type { PaymentProvider, StatusResult } from '../providers/provider.ts'
import { whenQueued } from './worker-nudge.ts'
import { lookBack } from './late-success.ts'
import { verdictOfName } from './name-check.ts'
import { type Evidence, evidenceOf } from './provider-events.ts'
import { rateOf } from './rate.ts'
import { outcomeRecorder } from './outcome-recorder.ts'
import {
  type Job,
  mismatch,
  type Pace,
  type Verdict,
  verdictOfEarlier,
  verdictOfFirst,
  verdictOfSend,
  verdictOfStatus,
} from './verdict.ts'

export interface WorkerOptions extends Partial<Omit<Pace, 'refusesDuplicates'>>, Partial<Omit<Lease, 'provider'>> {
  database: Database
  provider: PaymentProvider
  log: WorkerLog
  /** Looked before anything is taken in hand (database-watch.ts); nothing is, when it fails. */
  watch?: () => Promise<void>
  /** How long to rest when nothing is due. */
  pollMs?: number
  /** Calls to the provider at the same time. */
  concurrency?: number
  /** Sendings in a second; as many as it takes when missing. */
  perSecond?: number
  /** How often a provider in trouble is tried. */
  probeMs?: number
}

/** A part of every logger. Neither phones nor amounts are logged. */
export interface WorkerLog {
  error(details: object, message: string): void
}

/** A worker that does nothing by itself. */
export interface ManualWorker {
  /** Takes what is due in hand, as far as it has room, and starts on it. Returns how many attempts that was. */
  claim(atMost?: number): Promise<number>
  /** Tries a provider in trouble, when that is due. */
  probe(): Promise<void>
  /** Looks again at failures that are due (late-success.ts). */
  lookBack(): Promise<void>
  /** Its sendings of this moment have begun: more may in a fraction of a second. */
  isSpent(): boolean
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>
}

export interface PaymentWorker {
  /** Takes nothing more in hand and waits for what it has. */
  stop(): Promise<void>
}

/** With a payment that is in hand. */
interface Hands {
  deadline: number
  evidence: Evidence
}

/** A call is over before it ends, so that an outcome finds the attempt still in its worker's hands. */
const defaultLeaseMs = 60_000
/** This part of a lease is left to a call. The rest is for bytes that are still on their way to the provider. */
const shareForCalls = 0.75
/** Where a repeat is refused, only the questions are spared by a wait; elsewhere people have to look when it is over. */
const defaultVisibilityMs = { refusesDuplicates: 60_000, paysThem: 600_000 }
const defaultProbeMs = 60_000
const defaultQuietMs = 600_000
const spentMs = 200
/** A provider that answers at all refuses a wrong password by then. */
const aloneMs = 3000

export function startPaymentWorker(options: WorkerOptions): PaymentWorker {
  const { database, log, watch = async () => undefined, pollMs = 1000 } = options
  const worker = paymentWorker(options)
  const stopping = new AbortController()
  let rested = Promise.withResolvers<void>()
  const wake = () => rested.resolve()
  const stopListening = whenQueued(database, wake)
  let looking: Promise<void> | undefined

  async function run(): Promise<void> {
    let lookedAt = -Infinity
    let hasCalled = false
    while (!stopping.signal.aborted) {
      rested = Promise.withResolvers<void>()
      // The first call of a process goes alone for a while: a wrong password is refused once.
      const claimed: number = await watch()
        .then(() => worker.claim(hasCalled ? undefined : 1))
        .catch((error: unknown) => {
          log.error({ err: error }, 'payments cannot be taken in hand')
          return 0
        })
      if (!hasCalled) await Promise.race([worker.idle(), wait(aloneMs, undefined, { ref: false })])
      hasCalled ||= claimed > 0
      // Many payments to send are no reason to look back later. No question waits for a call that hangs.
      if (claimed > 0 && performance.now() - lookedAt < pollMs) continue
      lookedAt = performance.now()
      looking ??= lookAround().finally(() => (looking = undefined))
      if (claimed > 0) continue
      const timer = setTimeout(wake, worker.isSpent() ? Math.min(pollMs, spentMs) : pollMs)
      await rested.promise
      clearTimeout(timer)
    }
  }

  async function lookAround(): Promise<void> {
    await worker.probe().catch((error: unknown) => log.error({ err: error }, 'a provider in trouble cannot be tried'))
    await worker
      .lookBack()
      .catch((error: unknown) => log.error({ err: error }, 'failed payments cannot be looked at again'))
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      stopListening()
      wake()
      await running
      await looking
      await worker.idle()
    },
  }
}

export function paymentWorker(options: WorkerOptions): ManualWorker {
  const { database, provider, log, concurrency = 64 } = options
  const { refusesDuplicates } = provider
  const {
    leaseMs = defaultLeaseMs,
    visibilityMs = defaultVisibilityMs[refusesDuplicates ? 'refusesDuplicates' : 'paysThem'],
  } = options
  const lease: Lease = { provider: provider.name, place: provider.place, leaseMs, visibilityMs }
  const breaker = breakerOf({
    db: database.db,
    provider,
    probeMs: options.probeMs ?? defaultProbeMs,
    onStop: (details) => log.error(details, 'nothing more is sent to the provider, as it is in trouble'),
  })
  const { askAfterMs = 1000, askAtMostEveryMs = 300_000, quietMs = defaultQuietMs } = options
  const pace: Pace = { askAfterMs, askAtMostEveryMs, quietMs, refusesDuplicates }
  const record = outcomeRecorder(database.db, {
    written({ job, verdict }) {
      if (verdict.reason !== mismatch) return
      log.error({ paymentId: job.paymentId, clientRef: job.clientRef }, 'the provider paid something else than ordered')
    },
    failed: (error) => log.error({ err: error }, 'the outcome of a payment cannot be written'),
  })
  const begin = batched((jobs: Job[]) => beginSends(database.db, jobs, lease), concurrency)
  const rate = rateOf(options.perSecond)
  const inHand = new Set<Promise<void>>()

  async function claim(atMost = concurrency): Promise<number> {
    // Half empty before the next look, so that looks are few.
    while (inHand.size > concurrency / 2) await Promise.race(inHand)
    const jobs = await claimDue(database.db, lease, Math.min(atMost, concurrency - inHand.size), rate.left())
    rate.take(jobs.filter(({ state }) => state === 'QUEUED').length)
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
    // Before the lease begins, so that it ends later than any call.
    const deadline = performance.now() + leaseMs * shareForCalls
    const evidence = evidenceOf(job)
    const outcome =
      job.state === 'QUEUED'
        ? await send(job, { deadline, evidence, mayBegin: begin })
        : {
            job,
            verdict: verdictOfStatus(job, await statusOf(job, { deadline, evidence }), pace),
            events: evidence.events,
          }
    if (outcome) await record(outcome)
  }

  /** Undefined when it is not this worker's to send any more. */
  async function send(
    queued: Job,
    { mayBegin, ...hands }: Hands & { mayBegin: (job: Job) => Promise<boolean> },
  ): Promise<Outcome | undefined> {
    const { evidence } = hands
    const { events } = evidence
    const isFirst = queued.sends === 0
    const held = isFirst ? await askAboutEarlier(queued, hands) : undefined
    if (held) return { job: queued, verdict: held, events }
    const known = isFirst && queued.mayBeKnown ? await statusOf(queued, hands) : undefined
    const unclear = known && verdictOfFirst(known, pace)
    if (unclear) return { job: queued, verdict: unclear, events }
    const isNew = isFirst && (!known || known.kind === 'NOT_FOUND')
    const withheld = isNew ? await verdictOfName(database.db, provider, queued, hands) : undefined
    const from = performance.now()
    if (!(await mayBegin(queued))) return undefined
    const job: Job = { ...queued, state: 'SENDING', sends: queued.sends + 1 }
    if (withheld) return { job, verdict: withheld, events }
    // What the provider knows was sent, by a life of the database that is gone.
    if (known && known.kind !== 'NOT_FOUND') return { job, verdict: verdictOfStatus(job, known, pace), events }
    const { clientRef, amountMinor, currency, msisdn, surveyTitle, sends } = job
    const order = { clientRef, amountMinor, currency, msisdn, description: surveyTitle, earlierSends: sends - 1 }
    const result = await evidence.by(job.attemptNo, (heard) =>
      inTrace(traceOf(clientRef), () => provider.send({ ...order, heard, deadline: from + leaseMs * shareForCalls })),
    )
    await breaker.see(result, currency)
    return { job, verdict: verdictOfSend(job, result, pace), events }
  }

  /** One payment goes out though sending is stopped; it goes on when the provider takes that one as it should. */
  async function probe(): Promise<void> {
    const due = await breaker.due()
    if (!due) return
    const job = await claimProbe(database.db, lease, due)
    if (!job) {
      if (!(await isQueued(database.db, lease, due.currency))) await breaker.close()
      return
    }
    const deadline = performance.now() + leaseMs * shareForCalls
    const outcome = await send(job, {
      deadline,
      evidence: evidenceOf(job),
      mayBegin: async (one) => (await beginSends(database.db, [one], lease, true))[0] ?? false,
    })
    if (!outcome) return
    await record(outcome)
    if (outcome.job.state === 'SENDING' && !isStillInTrouble(outcome.verdict.reason)) await breaker.close()
  }

  /** Undefined when none of them is paid: the provider's word is as fresh as it can be. */
  async function askAboutEarlier(
    { earlier, currency }: Job,
    { deadline, evidence }: Hands,
  ): Promise<Verdict | undefined> {
    for (const each of earlier) {
      const { clientRef, providerRef } = each
      const result = await evidence.by(each.no, (heard) =>
        inTrace(traceOf(clientRef), () =>
          provider.status({ clientRef, providerRef: providerRef ?? undefined, deadline, heard }),
        ),
      )
      // Why an earlier try failed is no news of the provider.
      if (result.kind !== 'FAILED_DEFINITE') await breaker.see(result, currency)
      const verdict = verdictOfEarlier(result, each, pace)
      if (verdict) return verdict
    }
    return undefined
  }

  async function statusOf(job: Job, { deadline, evidence }: Hands): Promise<StatusResult> {
    const { clientRef, polls, pollLimit } = job
    const handle = polls < (pollLimit ?? Infinity) ? job.providerRef : null
    const result = await evidence.by(job.attemptNo, (heard) =>
      inTrace(traceOf(clientRef), () =>
        provider.status({ clientRef, providerRef: handle ?? undefined, deadline, heard }),
      ),
    )
    await breaker.see(result, job.currency)
    return result
  }

  return {
    claim,
    probe,
    async lookBack() {
      for (const look of await lookBack(database.db, provider, lease, concurrency))
        log.error(look, 'the provider paid what it had called failed')
    },
    isSpent: () => rate.left() < 1,
    async idle() {
      while (inHand.size > 0) await Promise.all(inHand)
    },
  }
}
