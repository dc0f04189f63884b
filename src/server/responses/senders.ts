/** How much each address may send without an account: so much in a window of time. Kept by each process for itself. */
import { AppError } from '../errors.ts'

interface Window {
  endsAt: number
  sent: number
}

/** Addresses that are remembered: an attacker with more of them does not fill the memory. */
const mostAddresses = 10_000

export class Senders {
  readonly #most: number
  readonly #windowMs: number
  readonly #windows = new Map<string, Window>()

  constructor({ most, windowMinutes }: { most: number; windowMinutes: number }) {
    this.#most = most
    this.#windowMs = windowMinutes * 60_000
  }

  /** TOO_MANY_SENT with the seconds to wait when the address has sent too much. */
  note(address: string, now = Date.now()): void {
    const known = this.#windows.get(address)
    const window = known && known.endsAt > now ? known : { endsAt: now + this.#windowMs, sent: 0 }
    window.sent += 1
    // Written again, it becomes the newest.
    this.#windows.delete(address)
    this.#windows.set(address, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > mostAddresses && oldest !== undefined) this.#windows.delete(oldest)
    if (window.sent > this.#most)
      throw new AppError('TOO_MANY_SENT', { retryAfterSeconds: Math.ceil((window.endsAt - now) / 1000) })
  }
}
