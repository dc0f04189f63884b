/** Places among siblings. Pure. Equal positions stand in the order of their ids (contract/answers.ts). */

export interface Placed {
  id: number
  position: number
}

export function inOrder<T extends Placed>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
}

/**
 * Positions that must change so that the sibling at `index` moves one place up or down. They are two when all positions
 * differ, more when equal ones have to be told apart first. `siblings` come in order.
 */
export function positionsAfterMove(siblings: readonly Placed[], index: number, by: -1 | 1): Placed[] {
  const moved = siblings[index]
  if (!moved) return []
  const order = siblings.toSpliced(index, 1).toSpliced(index + by, 0, moved)
  const distinct = siblings.every((row, at) => at === 0 || row.position > (siblings[at - 1]?.position ?? 0))
  return order
    .map(({ id }, at) => ({ id, position: distinct ? (siblings[at]?.position ?? at + 1) : at + 1 }))
    .filter(({ id, position }) => siblings.find((row) => row.id === id)?.position !== position)
}
