/** The trail as a list: by cursor where others go by number. */
import { useLocation, useSearchParams } from 'react-router'
import { logList, type LogRow, logs } from '#contract/logs.ts'
import { withWords } from '../../list/list-state.ts'
import { type List, useList } from '../../list/use-list.ts'
import { logColumns } from './log-columns.tsx'
import { cursorFrom, cursorOf } from './log-query.ts'

export interface LogList extends List<LogRow> {
  /** Where the page shown begins; '' at the newest. */
  cursor: string
  /** The cursors of the pages before this one, as far as they were visited. */
  trail: readonly string[]
  /** Where the next page begins; undefined on the last. */
  nextCursor: string | undefined
}

/** The kind of subject has a control of its own, as have the action and the number of the subject. */
const { subjectType: _type, ...kinds } = logList.filters
const filters = ['action', 'subjectType', 'subjectId']
const exporting = { start: logs.export, keys: logList.columns }

export function useLogList(): LogList {
  const [search] = useSearchParams()
  const state = useLocation().state as { trail?: readonly string[] } | null
  const trail = state?.trail ?? []
  const cursor = cursorOf(search)
  const list = useList(logs.list, logColumns, {
    name: 'logs',
    searchable: false,
    filters,
    kinds,
    canBeBlank: (name) => name !== 'at',
    exporting,
    fixed: { cursor },
    open: ({ id }) => ({ search: withWords(search, { ...held(), open: id }).toString() }),
    label: ({ id }) => `#${id}`,
    linkState: { opened: 'open', trail },
    emptyText: 'logs.empty',
  })

  /** The link holds the newest page by its cursor, and still shows this row when others have come in. */
  function held(): Record<string, string> {
    const [first] = list.data.rows
    return cursor === '' && list.view.state.page === 1 && first ? { cursor: cursorFrom(first) } : {}
  }

  return {
    ...list,
    cursor,
    trail,
    nextCursor: list.data.answer?.nextCursor ?? undefined,
  }
}
