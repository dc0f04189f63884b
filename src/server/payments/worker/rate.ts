/** How many sendings one process begins in a second: a provider that is sent more turns them away. */

interface Rate {
  /** So many may begin now. */
  left(): number
  take(sendings: number): void
}

/** Undefined: no limit. Never more than a quarter of a second's at once. */
export function rateOf(perSecond: number | undefined): Rate {
  if (perSecond === undefined) return { left: () => Infinity, take: () => undefined }
  const atOnce = Math.max(1, perSecond / 4)
  let left = atOnce
  let at = performance.now()
  return {
    left() {
      const now = performance.now()
      left = Math.min(atOnce, left + ((now - at) / 1000) * perSecond)
      at = now
      return Math.floor(left)
    },
    take(sendings) {
      left -= sendings
    },
  }
}
