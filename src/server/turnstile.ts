/**
 * Lets so many through at once. The others wait their turn in the order they came, before they take any resource that other
 * callers could use.
 */
import { AppError } from './errors.ts'

export class Turnstile {
  readonly #atOnce: number
  readonly #patienceMs: number
  #inside = 0
  readonly #waiting: (() => void)[] = []

  /** A caller who has waited for `patienceMs` is told that others are at it: LOCKED. */
  constructor(atOnce: number, { patienceMs }: { patienceMs: number }) {
    this.#atOnce = atOnce
    this.#patienceMs = patienceMs
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#atOnce) await this.#turn()
    else this.#inside += 1
    try {
      return await work()
    } finally {
      // The turn is handed on rather than given back, so that no other caller takes it in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }

  #turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(enter), 1)
      reject(new AppError('LOCKED', { retryAfterSeconds: Math.ceil(this.#patienceMs / 1000) }))
    }, this.#patienceMs)
    function enter() {
      clearTimeout(leave)
      resolve()
    }
    this.#waiting.push(enter)
    return promise
  }
}
