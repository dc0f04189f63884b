/**
 * Works on jobs. Any number of workers may run on one database, and any of them may die at any moment. A job whose worker
 * gives no sign of life is taken by another one, as attempts of payments are.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { keepHouse } from './housekeeping.ts'
import type { JobKind } from './kind.ts'
import { type JobLog, runJob, type Runner } from './run.ts'
import { giveBack, type HeldJob, takeJob } from './run-store.ts'

interface WorkerOptions {
  services: Services
  kinds: readonly JobKind[]
  log: JobLog
  /** Work of other areas on the clock. The worker repeats a chore, and the chore finds its due work. */
  chores?: readonly Chore[]
  /** The same every few seconds. */
  quickChores?: readonly Chore[]
  /** How long to rest when nothing waits. */
  pollMs?: number
}

export type Chore = (services: Services, log: JobLog) => Promise<void>

export interface JobWorker {
  /** Takes no more jobs; batches under way end and their jobs go on elsewhere. At most `drainMs`. */
  stop(): Promise<void>
}

/** Jobs of one process at the same time. */
const concurrency = 2
const drainMs = 9000
const houseEveryMs = 60_000
const quickEveryMs = 3000

export function startJobWorker({
  services,
  kinds,
  log,
  chores = [],
  quickChores = [],
  pollMs = 1000,
}: WorkerOptions): JobWorker {
  const { db } = services.database
  const stopping = new AbortController()
  const runner: Runner = {
    services,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    stopping: stopping.signal,
    log,
  }
  const inHand = new Map<Promise<void>, HeldJob>()
  const polling = poll()
  const houses = [
    startHouse(services, { chores: [keepHouse, ...chores], everyMs: houseEveryMs }, log),
    startHouse(services, { chores: quickChores, everyMs: quickEveryMs }, log),
  ]

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const taken = inHand.size < concurrency && (await take())
      if (!taken) await Promise.race([rest(), ...(inHand.size < concurrency ? [] : inHand.keys())])
    }
  }

  async function take(): Promise<boolean> {
    const job = await takeJob(db, [...runner.kinds.keys()]).catch((err: unknown) => {
      log.error({ err }, 'jobs cannot be taken in hand')
      return undefined
    })
    if (!job) return false
    const work = runJob(runner, job)
      .catch((err: unknown) => log.error({ err }, 'a job is left for later'))
      .finally(() => inHand.delete(work))
    inHand.set(work, job)
    return true
  }

  const rest = () => wait(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)

  return {
    async stop() {
      stopping.abort()
      for (const house of houses) house.stop()
      await polling
      await Promise.race([Promise.all(inHand.keys()), wait(drainMs, undefined, { ref: false })])
      // A job that does not end goes on elsewhere at once; work that this process still does on it counts for nothing.
      for (const job of inHand.values()) await giveBack(db, job)
    },
  }
}

/** A chore that takes longer than its turn is not begun a second time. */
function startHouse(
  services: Services,
  { chores, everyMs }: { chores: readonly Chore[]; everyMs: number },
  log: JobLog,
): { stop(): void } {
  const underWay = new Set<Chore>()
  const keep = () => {
    for (const chore of chores) {
      if (underWay.has(chore)) continue
      underWay.add(chore)
      void chore(services, log)
        .catch((err: unknown) => log.error({ err, chore: chore.name }, 'a chore was not done'))
        .finally(() => underWay.delete(chore))
    }
  }
  keep()
  const timer = setInterval(keep, everyMs)
  return { stop: () => clearInterval(timer) }
}
