/**
 * How much work one response may make, counted in steps and by no clock: server and page agree on the same answers. A
 * question takes one step, a part of an expression two, and a pattern one for each of its places at each character.
 */
export class Budget {
  readonly #most: number
  #spent = 0
  #at = ''
  #spentAt: string | undefined

  constructor(steps: number = mostSteps) {
    this.#most = steps
  }

  /** The key of the answer that the next steps are for. */
  set at(key: string) {
    this.#at = key
  }

  /** False once nothing is left: what asks for more work does without. */
  spend(steps: number): boolean {
    this.#spent += steps
    const isEnough = this.#spent <= this.#most
    if (!isEnough) this.#spentAt ??= this.#at
    return isEnough
  }

  get spent(): number {
    return this.#spent
  }

  /** The key of the answer whose work was too much; undefined while there is some left. */
  get spentAt(): string | undefined {
    return this.#spentAt
  }
}

/** At most some tenths of a second of a processor. */
export const mostSteps = 5_000_000
