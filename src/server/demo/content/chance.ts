/** Random choices that come out the same every time: the demo is the same on every machine. */

export interface Chance {
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  /** `weights` says how often each comes up. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T
  /** True in `percent` of 100 cases. */
  happens(percent: number): boolean
}

/** Mulberry32: 32 bits of state are plenty for a demo. */
export function chanceFrom(seed: number): Chance {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    pick<T>(from: readonly T[]) {
      return from[whole(0, from.length - 1)] as T
    },
    weighted<T extends string>(weights: Readonly<Record<T, number>>) {
      const entries = Object.entries(weights) as [T, number][]
      let left = whole(
        1,
        entries.reduce((sum, [, weight]) => sum + weight, 0),
      )
      for (const [value, weight] of entries) {
        left -= weight
        if (left <= 0) return value
      }
      throw new Error('No weights')
    },
    happens: (percent) => next() * 100 < percent,
  }
}
