/** The rows of a list as the server answered, and how the screen shows, calls and opens each of them. */
import { useEffect } from 'react'
import { type To, useNavigate, useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { useCall } from '../api/query.ts'
import type { Printable } from '../api/url.ts'
import { plainText } from '../form/form-state.ts'
import { namingKey, shownColumns } from '../views/look.ts'
import type { Column } from './columns.tsx'
import { lastPage, withWords } from './list-state.ts'
import type { ListView } from './list-view.ts'

export interface ListRow {
  id: number | string
}

export interface DataOptions<Row, Answer> {
  /** Where the first cell leads; left out, or undefined for a row, it is plain text. */
  open?: (row: Row) => To | undefined
  /** Goes into the history with the link of a row. */
  linkState?: object
  /** How dialogs and checkboxes call a row; left out, by its first worded column. */
  label?: (row: Row) => string
  /** For rows that have no `id`: what tells them apart. */
  idOf?: (row: Row) => number | string
  /** Sent always, never in the URL. */
  fixed?: Readonly<Record<string, Printable | undefined>>
  /** Parameters of the call's own path. */
  params?: Record<string, Printable>
  /** Asked instead of the list during a search: `word` is its query key for the text, `fixed` what it takes besides. */
  search?: { endpoint: Endpoint; word: string; fixed?: Record<string, string> }
  /** See `useCall`. */
  everyMs?: (answer: Answer | undefined) => number | undefined
}

export interface ListData<Row extends ListRow, Answer = unknown> {
  rows: readonly Row[]
  total: number
  /** The whole last answer; undefined before the first and after a failure. */
  answer: Answer | undefined
  /** Nothing to show yet. */
  isLoading: boolean
  /** Another page is on its way while this one is still shown. */
  isRefreshing: boolean
  error: unknown
  retry: () => void
  /** Those shown, in the order that this person likes. */
  columns: readonly Column<Row>[]
  /** Key of the column that names the row. */
  naming: string | undefined
  labelOf: (row: Row) => string
  linkTo: (row: Row) => To | undefined
  linkState: object | undefined
}

interface Rows<Row> {
  list?: Row[]
  total?: number
}

export function useListData<Row extends ListRow, Answer>(
  endpoint: Endpoint,
  columns: readonly Column<Row>[],
  view: ListView,
  options: DataOptions<Row, Answer>,
): ListData<Row, Answer> {
  const { page, pageSize, sort, q } = view.state
  const { everyMs, idOf } = options
  const searched = q === '' ? undefined : options.search
  const asked = searched ? { page, size: pageSize, [searched.word]: q } : { page, pageSize, q: q || undefined }
  const query = { ...asked, sort, ...view.callWords, ...options.fixed, ...searched?.fixed }
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useCall(
    searched?.endpoint ?? endpoint,
    { query, ...(options.params ? { params: options.params } : {}) },
    { with: endpoint, keepPrevious: true, everyMs: everyMs && ((answer) => everyMs(answer as Answer | undefined)) },
  )
  // A failed list is empty and says so; rows of before would look like an answer.
  const answer = error ? undefined : (data as (Answer & Rows<Row>) | undefined)
  const { list = [], total = 0 }: Rows<Row> = answer ?? {}
  const rows = idOf ? list.map((row) => ({ ...row, id: idOf(row) })) : list
  const isEmpty = answer !== undefined && !isPlaceholderData && rows.length === 0
  const isPastEnd = useLastPage(lastPage(total, pageSize), isEmpty ? page : 1)
  const naming = namingKey(columns)
  return {
    rows,
    total,
    answer,
    isLoading: isPending || isPastEnd,
    isRefreshing: isFetching && isPlaceholderData,
    error: error ?? undefined,
    retry: () => void refetch(),
    columns: shownColumns(columns, view.look),
    naming,
    labelOf: options.label ?? ((row) => plainText(Reflect.get(row, naming ?? 'id'))),
    linkTo: (row) => options.open?.(row),
    linkState: options.linkState,
  }
}

/** A page past the end (rows were deleted, an old link) falls back to the last one; true while it does. */
function useLastPage(end: number, emptyPage: number): boolean {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isPastEnd = emptyPage > end
  useEffect(() => {
    if (isPastEnd) void navigate({ search: withWords(search, { page: end }).toString() }, { replace: true })
  }, [isPastEnd, end, search, navigate])
  return isPastEnd
}
