/** An order in which all that a thing depends on comes before it, and the circles that have none. */

export interface Ordered {
  order: number[]
  /** Each circle with all of its members, in their own order. */
  cycles: number[][]
}

/**
 * Tarjan's algorithm without recursion. `needs`: for each of `count` things the things that it depends on. Those of a circle
 * come one after the other.
 */
export function orderOf(count: number, needs: (index: number) => readonly number[]): Ordered {
  const met = new Int32Array(count).fill(-1)
  const lowest = new Int32Array(count)
  const isOpen = new Uint8Array(count)
  const open: number[] = []
  const order: number[] = []
  const cycles: number[][] = []
  let time = 0

  function enter(index: number, path: { index: number; needed: readonly number[]; next: number }[]): void {
    met[index] = lowest[index] = time
    time += 1
    open.push(index)
    isOpen[index] = 1
    path.push({ index, needed: needs(index), next: 0 })
  }

  function close(index: number): void {
    const members = open.splice(open.lastIndexOf(index)).sort((one, other) => one - other)
    for (const member of members) isOpen[member] = 0
    order.push(...members)
    if (members.length > 1 || needs(index).includes(index)) cycles.push(members)
  }

  for (let start = 0; start < count; start += 1) {
    if (met[start] !== -1) continue
    const path: { index: number; needed: readonly number[]; next: number }[] = []
    enter(start, path)
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { index } = step
      const needed = step.needed[step.next]
      step.next += 1
      if (needed === undefined) {
        path.pop()
        if (lowest[index] === met[index]) close(index)
        const above = path.at(-1)
        if (above) lower(above.index, lowest[index] ?? 0)
      } else if (met[needed] === -1) enter(needed, path)
      else if (isOpen[needed]) lower(index, met[needed] ?? 0)
    }
  }

  function lower(index: number, to: number): void {
    lowest[index] = Math.min(lowest[index] ?? 0, to)
  }

  return { order, cycles: cycles.sort(([one = 0], [other = 0]) => one - other) }
}
