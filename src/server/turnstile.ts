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

  /** A caller who has waited for `patienceMs` is told that others are at it: BUSY. */
  constructor(atOnce: number, { patienceMs }: { patienceMs: number }) {
    this.#atOnce = atOnce
    this.#patienceMs = patienceMs
  }

  get isEmpty(): boolean {
    return this.#inside === 0
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
      reject(new AppError('BUSY', { retryAfterSeconds: Math.ceil(this.#patienceMs / 1000) }))
    }, this.#patienceMs)
    function enter() {
      clearTimeout(leave)
      resolve()
    }
    this.#waiting.push(enter)
    return promise
  }
}

/** A turnstile for each name, behind which all share one: callers of a busy name leave places to those of others. */
export class Turnstiles {
  readonly #each: number
  readonly #patienceMs: number
  readonly #all: Turnstile
  readonly #named = new Map<string, Turnstile>()

  constructor({ each, all }: { each: number; all: number }, { patienceMs }: { patienceMs: number }) {
    this.#each = each
    this.#patienceMs = patienceMs
    this.#all = new Turnstile(all, { patienceMs })
  }

  async pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    const own = this.#named.get(name) ?? new Turnstile(this.#each, { patienceMs: this.#patienceMs })
    this.#named.set(name, own)
    try {
      return await own.pass(() => this.#all.pass(work))
    } finally {
      // Strangers may send any name.
      if (own.isEmpty) this.#named.delete(name)
    }
  }
}
