/**
 * The responses before and after the open one, in the order of the list it was opened from. A verdict may take the open
 * one out of that list: then its old place is between the neighbours. At the end of a page the next page follows.
 */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { lastPage, withWords } from '../../list/list-state.ts'
import type { ResponseList } from './response-list.ts'

/** In place of an id: the first or last row of the page that is still to come. */
const edges = { first: 0, last: -1 } as const

export function isEdge(id: string): id is keyof typeof edges {
  return Object.hasOwn(edges, id)
}

export type Neighbours = ReturnType<typeof useNeighbours>

export function useNeighbours(id: string, { data, view }: ResponseList) {
  const { rows, total, isRefreshing, isLoading } = data
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const [lastIndex, setLastIndex] = useState(0)
  const index = rows.findIndex((row) => String(row.id) === id)
  if (index >= 0 && index !== lastIndex) setLastIndex(index)
  const { page, pageSize } = view.state

  function go(words: Record<string, string | number>) {
    const next = withWords(search, words)
    void navigate({ search: next.toString() }, { replace: true, state: location.state as unknown })
  }

  const arrived = isEdge(id) && !isRefreshing && !isLoading ? rows.at(edges[id])?.id : undefined
  useEffect(() => {
    if (arrived === undefined) return
    const next = withWords(search, { open: arrived })
    void navigate({ search: next.toString() }, { replace: true, state: location.state as unknown })
  }, [arrived, search, navigate, location.state])

  const after = rows[index >= 0 ? index + 1 : lastIndex]
  const before = rows[(index >= 0 ? index : lastIndex) - 1]
  const toNextPage = page < lastPage(total, pageSize) ? () => go({ page: page + 1, open: 'first' }) : undefined
  const toPreviousPage = page > 1 ? () => go({ page: page - 1, open: 'last' }) : undefined
  const inList = rows.length > 0
  return {
    /** Place in the whole list, from 1; undefined for a response that is not in it. */
    place: index >= 0 ? (page - 1) * pageSize + index + 1 : undefined,
    next: after ? () => go({ open: after.id }) : inList ? toNextPage : undefined,
    previous: before ? () => go({ open: before.id }) : inList ? toPreviousPage : undefined,
    /** The next one of this page, to be loaded ahead. */
    nextId: after?.id,
    /** After a verdict: `leaves` when it takes the open one out of the list. False at the end of the list. */
    goOn(leaves: boolean) {
      if (after) go({ open: after.id })
      // The rows behind come up into this page.
      else if (leaves && total > 1) go({ open: 'first' })
      else if (!leaves && toNextPage) toNextPage()
      else return false
      return true
    },
    open: (other: number) => go({ open: other }),
  }
}
