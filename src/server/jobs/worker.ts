/**
 * Works on jobs. Any number of workers may run on one database, and any of them may die at any moment. The queue gives
 * the job of a worker without a sign of life to another one. The job's own row says which worker has it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { queueName } from '../db/queue-schema.ts'
import type { Services } from '../services.ts'
import { keepHouse } from './housekeeping.ts'
import type { JobKind } from './kind.ts'
import { openBoss } from './queue.ts'
import { type JobLog, runEntry, type Runner } from './run.ts'

interface WorkerOptions {
  services: Services
  kinds: readonly JobKind[]
  log: JobLog
  /** Work of other areas on the clock. The worker repeats a chore, and the chore finds its due work. */
  chores?: readonly Chore[]
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
/** Well within the queue's patience (`heartbeatSeconds`), also when a sign is missed. */
const signOfLifeMs = 5000
const houseEveryMs = 60_000

export async function startJobWorker({
  services,
  kinds,
  log,
  chores = [],
  pollMs = 1000,
}: WorkerOptions): Promise<JobWorker> {
  const boss = openBoss(services.database, { supervise: true })
  boss.on('error', (err) => log.error({ err }, 'the job queue is in trouble'))
  await boss.start()
  const stopping = new AbortController()
  const runner: Runner = {
    services,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    stopping: stopping.signal,
    log,
  }
  const inHand = new Map<string, Promise<void>>()
  const polling = poll()
  const house = startHouse(services, [keepHouse, ...chores], log)

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const taken = inHand.size < concurrency && (await take())
      if (!taken) await Promise.race([rest(), ...(inHand.size < concurrency ? [] : inHand.values())])
    }
  }

  async function take(): Promise<boolean> {
    const entries = await boss.fetch(queueName).catch((err: unknown) => {
      log.error({ err }, 'jobs cannot be taken in hand')
      return []
    })
    for (const { id } of entries) {
      const work = workOn(boss, runner, id).finally(() => inHand.delete(id))
      inHand.set(id, work)
    }
    return entries.length > 0
  }

  const rest = () => wait(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)

  return {
    async stop() {
      stopping.abort()
      house.stop()
      await polling
      await Promise.race([Promise.all(inHand.values()), wait(drainMs, undefined, { ref: false })])
      // A job that does not end goes on elsewhere at once; work that this process still does on it counts for nothing.
      if (inHand.size > 0) await boss.fail(queueName, [...inHand.keys()])
      await boss.stop({ graceful: false })
    },
  }
}

/** Runs the job of the entry and tells the queue how it ended, unless another worker has it by then. */
async function workOn(boss: PgBoss, runner: Runner, queueId: string): Promise<void> {
  const sign = () => void boss.touch(queueName, queueId).catch(() => undefined)
  const timer = setInterval(sign, signOfLifeMs)
  try {
    const outcome = await runEntry(runner, queueId)
    if (outcome === 'SETTLED') await boss.complete(queueName, queueId)
  } catch (err) {
    runner.log.error({ err }, 'a job is left for later')
    await boss.fail(queueName, queueId).catch(() => undefined)
  } finally {
    clearInterval(timer)
  }
}

function startHouse(services: Services, chores: readonly Chore[], log: JobLog): { stop(): void } {
  const keep = () => {
    for (const chore of chores)
      void chore(services, log).catch((err: unknown) => log.error({ err, chore: chore.name }, 'a chore was not done'))
  }
  keep()
  const timer = setInterval(keep, houseEveryMs)
  return { stop: () => clearInterval(timer) }
}
