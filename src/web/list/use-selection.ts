/**
 * Chosen rows, kept while one pages, sorts and searches: what was ticked on page 1 is still ticked after page 3. "All
 * that match" is frozen with its filter and its count: another filter on the screen makes it no other selection. Back
 * finds it as it was left.
 */
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onSessionEnd } from '../api/session-end.ts'

export interface Selected {
  id: number | string
  label: string
}

/** Everything that matched the list's filter at the moment of asking, beyond what was ticked. */
export interface Matching {
  count: number
  filter: Readonly<Record<string, string>>
}

export interface Selection {
  chosen: readonly Selected[]
  /** Set by a second, explicit click; ends when anything is ticked or cleared. */
  matching: Matching | undefined
  /** Whether the list shows another filter than the one that `matching` was asked under. */
  isElsewhere: boolean
  chooseMatching: (count: number) => void
  has: (id: number | string) => boolean
  set: (rows: readonly Selected[], how: 'add' | 'drop') => void
  clear: () => void
}

interface Left {
  chosen: ReadonlyMap<number | string, Selected>
  matching: Matching | undefined
}

/** By the entry of the browser's history: a new visit to the list, or another user, begins without a selection. */
const left = new Map<string, Left>()
onSessionEnd(() => left.clear())

export function useSelection(filter: Matching['filter']): Selection {
  const { key } = useLocation()
  const [chosen, setChosen] = useState<Left['chosen']>(() => left.get(key)?.chosen ?? new Map())
  const [matching, setMatching] = useState(() => left.get(key)?.matching)
  useEffect(() => {
    if (chosen.size > 0 || matching) left.set(key, { chosen, matching })
    else left.delete(key)
  }, [key, chosen, matching])
  const isElsewhere = matching !== undefined && !sameFilter(matching.filter, filter)
  return {
    chosen: [...chosen.values()],
    matching,
    isElsewhere,
    chooseMatching: (count) => setMatching({ count, filter }),
    has: (id) => (matching ? !isElsewhere : chosen.has(id)),
    clear: () => {
      setChosen(new Map())
      setMatching(undefined)
    },
    set: (rows, how) => {
      setMatching(undefined)
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (how === 'add') after.set(row.id, row)
          else after.delete(row.id)
        }
        return after
      })
    },
  }
}

function sameFilter(a: Matching['filter'], b: Matching['filter']): boolean {
  const names = Object.keys({ ...a, ...b })
  return names.every((name) => a[name] === b[name])
}
