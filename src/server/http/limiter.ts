/** How many calls of one key a process takes in a minute. */
export type Limiter = (key: string) => boolean

const minuteMs = 60_000

/** False from the call on that is one too many of its key in a minute. */
export function limiter(perMinute: number): Limiter {
  let begun = 0
  const counts = new Map<string, number>()
  return (key) => {
    const now = Date.now()
    if (now - begun > minuteMs) {
      begun = now
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= perMinute
  }
}
