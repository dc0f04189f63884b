/**
 * Writes outcomes in small batches, so that the accounts are touched once for many payments. Outcomes that come in
 * while one batch is being written make the next.
 */
import type { Kysely } from 'kysely'
import { type Outcome, recordOutcomes } from './attempt-store.ts'

const batchSize = 50

interface Waiting {
  outcome: Outcome
  done: () => void
}

export interface Recorder {
  /** Resolves once the outcome is written or given up. After that the lease ends, and a worker asks again. */
  record(outcome: Outcome): Promise<void>
}

export function outcomeRecorder(
  db: Kysely<unknown>,
  on: { written: (outcome: Outcome) => void; failed: (error: unknown) => void },
): Recorder {
  const waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      await write(batch.map(({ outcome }) => outcome))
      for (const { done } of batch) done()
    }
    isWriting = false
  }

  /** One that the database refuses does not hold up the others. */
  async function write(outcomes: Outcome[]): Promise<void> {
    try {
      for (const outcome of await recordOutcomes(db, outcomes)) on.written(outcome)
    } catch (error) {
      if (outcomes.length === 1) on.failed(error)
      else for (const outcome of outcomes) await write([outcome])
    }
  }

  return {
    record(outcome) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ outcome, done: resolve })
      if (!isWriting) void writeAll()
      return promise
    },
  }
}
