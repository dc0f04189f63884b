/** The keys of a tree (WAI-ARIA): where each leads from a row, among the rows that are shown. Pure. */

export interface TreeRow {
  level: number
  state: 'open' | 'closed' | 'leaf'
}

export type TreeMove = { to: number } | { turn: 'open' | 'closed' }

/** Undefined: the key does nothing here. */
export function moveBy(key: string, rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at]
  if (!row) return undefined
  switch (key) {
    case 'ArrowDown':
      return at + 1 < rows.length ? { to: at + 1 } : undefined
    case 'ArrowUp':
      return at > 0 ? { to: at - 1 } : undefined
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: rows.length - 1 }
    case 'ArrowRight':
      if (row.state === 'closed') return { turn: 'open' }
      return row.state === 'open' && (rows[at + 1]?.level ?? 0) > row.level ? { to: at + 1 } : undefined
    case 'ArrowLeft': {
      if (row.state === 'open') return { turn: 'closed' }
      const above = rows.findLastIndex(({ level }, place) => place < at && level < row.level)
      return above < 0 ? undefined : { to: above }
    }
    default:
      return undefined
  }
}

/** The next row whose name begins with the letter, from the top again after the last; undefined when there is none. */
export function rowByLetter(letter: string, names: readonly string[], at: number): number | undefined {
  const wanted = letter.toLocaleLowerCase()
  const order = names.map((_, step) => (at + 1 + step) % names.length)
  return order.find((place) => names[place]?.toLocaleLowerCase().startsWith(wanted))
}
