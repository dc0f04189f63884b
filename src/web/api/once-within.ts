/** Runs `act` on the first call and then not again until `ms` have passed (seed §9: the 401 guard resets after 1000 ms). */
export function onceWithin(ms: number, act: () => void, now: () => number = Date.now): () => void {
  let closedUntil = Number.NEGATIVE_INFINITY
  return () => {
    if (now() < closedUntil) return
    closedUntil = now() + ms
    act()
  }
}
