/** The last verdict of this reviewer, which can be taken back for some seconds, in the list and in the open response alike. */
import { useEffect, useState } from 'react'
import { responseTimeline } from '#contract/response-timeline.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { type ResponseStatus, type ReviewTarget, undoSeconds } from '#domain/answers/response.ts'
import { useSend } from '../../api/query.ts'
import { withWords } from '../../list/list-state.ts'
import type { ResponseList } from './response-list.ts'

interface Acted {
  id: number
  formKey: string
  to: ReviewTarget
}

export type Undo = ReturnType<typeof useUndo>

export function useUndo({ view }: ResponseList) {
  const [last, setLast] = useState<Acted>()
  const [error, setError] = useState<unknown>()
  const filter = withWords(new URLSearchParams(view.callWords), { q: view.state.q }).toString()
  const [left, setLeft] = useState<{ filter: string; ids: ReadonlySet<number> }>({ filter, ids: new Set() })
  const ids = left.filter === filter ? left.ids : new Set<number>()
  const send = useSend(responses.undo, { refreshes: [responses.list, responses.get, responseTimeline, surveys.list] })
  useEffect(() => {
    if (!last) return undefined
    const timer = setTimeout(() => setLast(undefined), undoSeconds.offered * 1000)
    return () => clearTimeout(timer)
  }, [last])

  return {
    /** What can be undone now. */
    last,
    /** So many verdicts took their responses out of the list since it was opened with this filter. */
    gone: ids.size,
    acted(acted: Acted) {
      setLast(acted)
      setError(undefined)
      const leaves = !staysIn(view.state.filters['status'], acted.to)
      setLeft({ filter, ids: leaves ? new Set([...ids, acted.id]) : ids })
    },
    /** The response that is as it was; undefined when it could not be undone. */
    async undo() {
      if (!last || send.isPending) return undefined
      try {
        await send.mutateAsync({ params: { id: last.id } })
      } catch (thrown) {
        setError(thrown)
        return undefined
      }
      setLast(undefined)
      setLeft({ filter, ids: new Set([...ids].filter((id) => id !== last.id)) })
      return last
    },
    error,
  }
}

/** Whether the list still shows a response of this status. */
export function staysIn(filter: string | undefined, status: ResponseStatus): boolean {
  return filter === undefined || filter === '!~' || filter.split(',').includes(status)
}
