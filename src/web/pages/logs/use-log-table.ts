/** The trail as a list: by cursor where others go by number. */
import { useLocation, useSearchParams } from 'react-router'
import { logList, type LogRow, logs } from '#contract/logs.ts'
import { withWords } from '../../list/list-state.ts'
import { type ListTable, useListTable } from '../../list/use-list-table.ts'
import { logColumns } from './log-columns.tsx'
import { cursorFrom, cursorOf } from './log-query.ts'

export interface LogTable extends ListTable<LogRow> {
  /** Where the page shown begins; '' at the newest. */
  cursor: string
  /** The cursors of the pages before this one, as far as one came by them. */
  trail: readonly string[]
  /** Where the next page begins; undefined on the last. */
  nextCursor: string | undefined
}

/** The kind of subject has a control of its own, as have the action and the number of the subject. */
const { subjectType: _type, ...kinds } = logList.filters
const filters = ['action', 'subjectType', 'subjectId']
const exporting = { start: logs.export, keys: logList.columns }

export function useLogTable(): LogTable {
  const [search] = useSearchParams()
  const state = useLocation().state as { trail?: readonly string[] } | null
  const trail = state?.trail ?? []
  const cursor = cursorOf(search)
  const list = useListTable(logs.list, logColumns, {
    name: 'logs',
    searchable: false,
    filters,
    kinds,
    canBeBlank: (name) => name !== 'at',
    exporting,
    fixed: { cursor },
    open: ({ id }) => ({ search: withWords(search, { ...held(), open: id }).toString() }),
    label: ({ id }) => `#${id}`,
    emptyText: 'logs.empty',
  })

  /** The newest page is held fast, so that its link still shows this row when others have come in. */
  function held(): Record<string, string> {
    const [first] = list.rows
    return cursor === '' && list.state.page === 1 && first ? { cursor: cursorFrom(first) } : {}
  }

  return {
    ...list,
    // Another filter begins at its newest row.
    show: (words, how) => list.show('page' in words ? words : { ...words, cursor: undefined }, how),
    linkState: { opened: 'open', trail },
    cursor,
    trail,
    nextCursor: list.answer?.nextCursor ?? undefined,
  }
}
