/** How long a session lasts, by the two clocks that count. Pure. */
export interface Clock {
  /** Ms of this browser's clock. */
  lastCallAt: number
  /** Ms of the server's clock. */
  expiresAt: number | undefined
  idleMs: number | undefined
  /** How far the server's clock is ahead of ours. */
  aheadMs: number
}

/** The server notes the use of a session only so often: an idle one may end that much earlier. */
const idleSlackMs = 60_000

/** Ms of this browser's clock; undefined while nothing is known. */
export function endOf({ lastCallAt, expiresAt, idleMs, aheadMs }: Clock): number | undefined {
  if (expiresAt === undefined || idleMs === undefined) return undefined
  return Math.min(expiresAt - aheadMs, lastCallAt + idleMs - Math.min(idleSlackMs, idleMs / 4))
}
