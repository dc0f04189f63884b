/**
 * A list of any endpoint, driven by the URL: `const list = useList(responses.list, columns, { name: 'responses',
 * filters: ['status'], open: (row) => `/response/${row.id}` })`, shown by `<ListPage {...list} />`. Extra answer fields
 * (statusCounts) are in `list.data.answer`. The list of a declared resource is `useResourceList`.
 */
import type { Answered, Endpoint } from '#contract/endpoint.ts'
import type { Column } from './columns.tsx'
import { type DataOptions, type ListData, type ListRow, useListData } from './list-data.ts'
import { type ListView, useListView, type ViewOptions } from './list-view.ts'
import { type RowSelection, useSelection } from './use-selection.ts'

export interface ListOptions<Row, Answer = unknown> extends ViewOptions, DataOptions<Row, Answer> {
  /** Why a row cannot be chosen; undefined when it can. */
  refusalOf?: (row: Row) => string | undefined
}

export interface List<Row extends ListRow, Answer = unknown> {
  data: ListData<Row, Answer>
  view: ListView
  selection: RowSelection<Row>
}

export type RowOf<E> = Answered<E> extends { list: (infer Row)[] } ? Row : never

export function useList<E extends Endpoint>(
  endpoint: E,
  columns: readonly Column<RowOf<E>>[],
  options: ListOptions<RowOf<E>, Answered<E>>,
): List<RowOf<E> & ListRow, Answered<E>> {
  return useListOf<RowOf<E> & ListRow, Answered<E>>(endpoint, columns, options)
}

/** Of a call that is only known at run time: the caller says what its rows are. */
export function useListOf<Row extends ListRow, Answer = unknown>(
  endpoint: Endpoint,
  columns: readonly Column<Row>[],
  options: ListOptions<Row, Answer>,
): List<Row, Answer> {
  const view = useListView(endpoint, columns, options)
  const { q } = view.state
  return {
    view,
    data: useListData(endpoint, columns, view, options),
    selection: useSelection(q === '' ? view.callWords : { ...view.callWords, q }, options.refusalOf),
  }
}
