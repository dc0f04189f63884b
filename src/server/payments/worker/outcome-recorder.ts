/** Writes outcomes in small batches, so that the accounts are touched once for many payments. */
import type { Kysely } from 'kysely'
import { type Outcome, recordOutcomes } from './attempt-store.ts'
import { batched } from './batched.ts'

const batchSize = 50

/** Resolves when the outcome is written, or given up: then the attempt's lease runs out and it is asked about again. */
export type Recorder = (outcome: Outcome) => Promise<void>

export function outcomeRecorder(
  db: Kysely<unknown>,
  on: { written: (outcome: Outcome) => void; failed: (error: unknown) => void },
): Recorder {
  /** One that the database refuses does not hold up the others. */
  async function write(outcomes: Outcome[]): Promise<void[]> {
    try {
      for (const outcome of await recordOutcomes(db, outcomes)) on.written(outcome)
    } catch (error) {
      if (outcomes.length === 1) on.failed(error)
      else for (const outcome of outcomes) await write([outcome])
    }
    return []
  }

  return batched(write, batchSize)
}
