/** Chosen rows, kept while one pages, sorts and searches: what was ticked on page 1 is still ticked after page 3. */
import { useState } from 'react'

export interface Selected {
  id: number | string
  label: string
}

export interface Selection {
  chosen: readonly Selected[]
  has: (id: number | string) => boolean
  set: (rows: readonly Selected[], how: 'add' | 'drop') => void
  clear: () => void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number | string, Selected>>(new Map())
  return {
    chosen: [...chosen.values()],
    has: (id) => chosen.has(id),
    clear: () => setChosen(new Map()),
    set: (rows, how) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (how === 'add') after.set(row.id, row)
          else after.delete(row.id)
        }
        return after
      }),
  }
}
