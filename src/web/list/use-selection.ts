/**
 * Chosen rows, kept through paging, sorting and searching: a row ticked on page 1 is still ticked after page 3. "All that
 * match" is frozen with its filter and its count: another filter on the screen does not change it. Back finds the
 * selection as it was left.
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
  add: (rows: readonly Selected[]) => void
  drop: (ids: readonly Selected['id'][]) => void
  clear: () => void
}

export interface RowSelection<Row> extends Selection {
  /** Why the row cannot be chosen; undefined when it can. */
  refusalOf: (row: Row) => string | undefined
}

interface Left {
  chosen: ReadonlyMap<number | string, Selected>
  matching: Matching | undefined
}

/** By the entry of the history: a new visit of the list begins with nothing chosen, as does another person. */
const left = new Map<string, Left>()
onSessionEnd(() => left.clear())

export function useSelection<Row>(
  filter: Matching['filter'],
  refusalOf?: (row: Row) => string | undefined,
): RowSelection<Row> {
  const { key } = useLocation()
  const [chosen, setChosen] = useState<Left['chosen']>(() => left.get(key)?.chosen ?? new Map())
  const [matching, setMatching] = useState(() => left.get(key)?.matching)
  useEffect(() => {
    if (chosen.size > 0 || matching) left.set(key, { chosen, matching })
    else left.delete(key)
  }, [key, chosen, matching])
  const isElsewhere = matching !== undefined && !sameFilter(matching.filter, filter)

  function change(edit: (rows: Map<number | string, Selected>) => void) {
    setMatching(undefined)
    setChosen((before) => {
      const after = new Map(before)
      edit(after)
      return after
    })
  }

  return {
    chosen: [...chosen.values()],
    matching,
    isElsewhere,
    chooseMatching: (count) => setMatching({ count, filter }),
    has: (id) => (matching ? !isElsewhere : chosen.has(id)),
    add: (rows) => change((all) => rows.forEach((row) => all.set(row.id, row))),
    drop: (ids) => change((all) => ids.forEach((id) => all.delete(id))),
    clear: () => {
      setChosen(new Map())
      setMatching(undefined)
    },
    refusalOf: (row) => refusalOf?.(row),
  }
}

function sameFilter(a: Matching['filter'], b: Matching['filter']): boolean {
  const names = Object.keys({ ...a, ...b })
  return names.every((name) => a[name] === b[name])
}
