/**
 * Runs `act` on the first call and then not again until `ms` have passed (seed §9: the 401 guard resets after 1000 ms).
 * A call about another thing than the last one runs at once: each session ends, however soon after another.
 */
export function onceWithin(ms: number, act: () => void, now: () => number = Date.now): (about?: string) => void {
  let closedUntil = Number.NEGATIVE_INFINITY
  let named: string | undefined
  return (about = named) => {
    if (about === named && now() < closedUntil) return
    named = about
    closedUntil = now() + ms
    act()
  }
}
