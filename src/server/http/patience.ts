/** Calls that wait for another call, without a connection: it is given back before the wait. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorCode } from '#domain/errors.ts'
import { AppError } from '../errors.ts'

const waitAtMostMs = 5000
const pollMs = 40

/** Thrown inside a transaction without work yet; `refusal` goes to a caller who waited in vain. */
export class ComeAgain extends Error {
  readonly refusal: ErrorCode

  constructor(refusal: ErrorCode) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Runs a transaction again while it waits for another call or cannot get its lock; for 5 s at most. */
export async function withPatience<T>(run: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + waitAtMostMs
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const refusal = refusalOfWait(error)
      if (!refusal) throw error
      if (Date.now() > deadline) throw new AppError(refusal, { retryAfterSeconds: waitAtMostMs / 1000 })
      await wait(pollMs)
    }
  }
}

function refusalOfWait(error: unknown): ErrorCode | undefined {
  if (error instanceof ComeAgain) return error.refusal
  return (error as { code?: unknown }).code === '55P03' ? 'BUSY' : undefined
}
