/** How fast a run goes, and when it ends if it goes on like that. Pure. */
interface Under {
  done: number
  total: number
  startedAt: string | null
  /** Done before that. */
  doneBefore: number
  /** By the same clock. */
  readAt: string
}

export interface Pace {
  /** Payments each second. */
  rate: number
  endsAt: string
}

/** Undefined until a first chunk is done. */
export function paceOf({ done, doneBefore, total, startedAt, readAt }: Under): Pace | undefined {
  const now = Date.parse(readAt)
  const ms = startedAt === null ? 0 : now - Date.parse(startedAt)
  const fresh = done - doneBefore
  if (fresh <= 0 || ms <= 0) return undefined
  const perMs = fresh / ms
  return { rate: Math.max(1, Math.round(perMs * 1000)), endsAt: new Date(now + (total - done) / perMs).toISOString() }
}
