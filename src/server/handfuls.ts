/** Takes work of one kind together: what comes while a handful is under way waits and makes the next one. */
import { isConflict } from './db/transaction.ts'
import { AppError } from './errors.ts'
import { refusalOf } from './http/failure.ts'
import type { Turnstiles } from './turnstile.ts'

/** What came of one piece of work in a handful. Undefined: it has to be done alone. */
export type Outcome<T> = T | AppError | undefined

interface Ways<Work, T> {
  /** In one transaction. An error means that nothing of the handful was done. */
  together: (works: readonly Work[]) => Promise<readonly Outcome<T>[]>
  alone: (work: Work) => Promise<T>
}

interface Waiting<Work, T> extends PromiseWithResolvers<T> {
  work: Work
}

/** Larger ones hold their locks longer without being cheaper. */
const mostTogether = 50

export class Handfuls<Work, T> {
  readonly #turns: Turnstiles
  readonly #ways: Ways<Work, T>
  readonly #queues = new Map<string, Waiting<Work, T>[]>()

  constructor(turns: Turnstiles, ways: Ways<Work, T>) {
    this.#turns = turns
    this.#ways = ways
  }

  /** Answers what came of the work. Throws its refusal, or BUSY after the patience of the turnstiles. */
  pass(name: string, work: Work): Promise<T> {
    const waiting = { work, ...Promise.withResolvers<T>() }
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    queue.push(waiting)
    this.#turns
      .pass(name, () => this.#take(queue.splice(0, mostTogether)))
      .catch((error: unknown) => {
        // Another turn may have taken it along: what comes of it is the answer, however late.
        const at = queue.indexOf(waiting)
        if (at < 0) return
        queue.splice(at, 1)
        waiting.reject(error)
      })
      .finally(() => {
        if (queue.length === 0 && this.#queues.get(name) === queue) this.#queues.delete(name)
      })
    return waiting.promise
  }

  async #take(handful: readonly Waiting<Work, T>[]): Promise<void> {
    const outcomes = handful.length > 1 ? await this.#together(handful) : []
    for (const [at, { resolve, reject }] of handful.entries()) {
      const outcome = outcomes[at]
      if (outcome instanceof AppError) reject(outcome)
      else if (outcome !== undefined) resolve(outcome)
    }
    for (const [at, { work, resolve, reject }] of handful.entries())
      if (outcomes[at] === undefined) await this.#ways.alone(work).then(resolve, reject)
  }

  /** One that breaks must not break the others: each is then done alone. Without a database each would wait for it in vain. */
  async #together(handful: readonly Waiting<Work, T>[]): Promise<readonly Outcome<T>[]> {
    try {
      return await this.#ways.together(handful.map(({ work }) => work))
    } catch (error) {
      const refusal = isConflict(error) ? undefined : refusalOf(error)
      return refusal?.code === 'UNAVAILABLE' ? handful.map(() => refusal) : []
    }
  }
}

/** Each time another one was faster by a moment. */
const mostTries = 4

/** One piece of work, until it is decided. Throws its refusal. */
export async function decided<T>(take: () => Promise<readonly Outcome<T>[]>): Promise<T> {
  for (let tries = 1; tries <= mostTries; tries++) {
    const [outcome] = await take()
    if (outcome instanceof AppError) throw outcome
    if (outcome !== undefined) return outcome
  }
  throw new AppError('UNAVAILABLE', { retryAfterSeconds: 1 })
}
