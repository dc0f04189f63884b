/**
 * A list of any endpoint, driven by the URL: `const table = useListTable(responses.list, columns, { name: 'responses',
 * filters: ['status'], open: (row) => `/response/${row.id}` })`, shown by `<ListPage>`. Extra answer fields (statusCounts)
 * are in `table.answer`. For a declared resource use `useResourceTable`, which adds the form and deleting.
 */
import { useEffect } from 'react'
import { type To, useNavigate, useSearchParams } from 'react-router'
import type { Answered, Endpoint } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import type { ListLook } from '#contract/views.ts'
import type { CallInput } from '../api/client.ts'
import { useCall } from '../api/query.ts'
import type { Printable } from '../api/url.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { Column } from './columns.tsx'
import { plainText } from '../form/form-state.ts'
import { lastPage, type ListState, type ListWords, readListState, withWords } from './list-state.ts'
import { namingKey, shownColumns } from '../views/look.ts'
import { useLook } from '../views/look-store.ts'
import { type Selection, useSelection } from './use-selection.ts'

export interface ListRow {
  id: number | string
}

export type RowOf<E> = Answered<E> extends { list: (infer Row)[] } ? Row : never

/** How the list becomes a file. */
export interface Exporting {
  start: Endpoint
  /** Keys of the row: what a file may hold. */
  keys: readonly string[]
  /** What the list is narrowed by beyond the URL. */
  fixed?: Readonly<Record<string, string>>
}

export interface ListOptions<Row, Answer = unknown> {
  /** First part of its locale keys: `responses` → `responses.field.status`. */
  name: string
  /** Where the first cell leads; left out, or undefined for a row, it is plain text. */
  open?: (row: Row) => To | undefined
  /** How dialogs and checkboxes call a row; left out, by its first worded column. */
  label?: (row: Row) => string
  sort?: readonly string[]
  /** Further query keys that live in the URL, with controls of the page's own. */
  filters?: readonly string[]
  /** Filters that name a place: they do not narrow the list, and clearing the filters keeps them. */
  places?: readonly string[]
  /** Filters that the filter bar offers. */
  kinds?: Filters
  exporting?: Exporting | undefined
  /** Whether a column may hold nothing, so that one may ask for the blank ones. */
  canBeBlank?: (name: string) => boolean
  /** Filters that stand when the URL says nothing. */
  defaults?: Readonly<Record<string, string>>
  /** Asked instead while something is searched for; its query calls the text `word` and the page size `size`, and has `fixed` besides. */
  search?: { endpoint: Endpoint; word: string; fixed?: Record<string, string> }
  /** Sent always, never in the URL. */
  fixed?: Readonly<Record<string, Printable>>
  /** Parameters of the endpoint's own path. */
  params?: Readonly<Record<string, Printable>>
  /** False hides the search box: the endpoint takes no `q`. */
  searchable?: boolean
  /** For rows that have no `id`: what tells them apart. */
  idOf?: (row: Row) => number | string
  /** Why a row cannot be chosen; undefined when it can. */
  refusalOf?: (row: Row) => string | undefined
  /** Said instead of the usual words when there is nothing at all. */
  emptyText?: MessageId
  /** See `useCall`. */
  everyMs?: (answer: Answer | undefined) => number | undefined
}

export interface ListTable<Row extends ListRow, Answer = unknown> {
  name: string
  /** Those shown, in the order that this person likes. */
  columns: readonly Column<Row>[]
  /** Those that can be shown, as the page lists them. */
  allColumns: readonly Column<Row>[]
  /** Key of the column that names the row. */
  naming: string | undefined
  look: ListLook
  /** What this list is called where looks and views are kept. */
  keptAs: string
  kinds: Filters
  canBeBlank: (name: string) => boolean
  sortKeys: readonly string[]
  exporting: Exporting | undefined
  searchable: boolean
  state: ListState
  rows: readonly Row[]
  total: number
  /** The whole last answer; undefined until there is one and after a failure. */
  answer: Answer | undefined
  /** Nothing to show yet. */
  isLoading: boolean
  /** Another page is on its way while this one is still shown. */
  isRefreshing: boolean
  error: unknown
  retry: () => void
  selection: Selection
  linkTo: (row: Row) => To | undefined
  /** Goes into the history with the link of a row. */
  linkState?: object
  labelOf: (row: Row) => string
  /** Why the row cannot be chosen; undefined when it can. */
  refusalOf: (row: Row) => string | undefined
  emptyText: MessageId
  places: readonly string[]
  /** Sets words of the URL; all but paging itself go back to page 1. */
  show: (words: Record<string, string | number | undefined>, how?: 'push' | 'replace') => void
}

export function useListTable<E extends Endpoint>(
  endpoint: E,
  columns: readonly Column<RowOf<E>>[],
  options: ListOptions<RowOf<E>, Answered<E>>,
): ListTable<RowOf<E> & ListRow, Answered<E>> {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const words = wordsOf(endpoint, options)
  const state = readListState(search, words)
  const { page, pageSize, sort, q, filters } = state
  const searched = q === '' ? undefined : options.search
  const asked = searched ? { page, size: pageSize, [searched.word]: q } : { page, pageSize, q: q || undefined }
  const query = { ...asked, sort, ...filters, ...options.fixed, ...searched?.fixed }
  const input = { query, ...(options.params ? { params: options.params } : {}) } as unknown as CallInput<E>
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useCall(
    (searched?.endpoint ?? endpoint) as E,
    input,
    {
      with: endpoint,
      keepPrevious: true,
      everyMs: options.everyMs,
    },
  )
  // A failed list is empty and says so; rows of before would look like an answer.
  const answer = error ? undefined : data
  const { list = [], total = 0 } = (answer ?? {}) as { list?: (RowOf<E> & ListRow)[]; total?: number }
  const { idOf } = options
  const rows = idOf ? list.map((row) => ({ ...row, id: idOf(row) })) : list

  function show(change: Record<string, string | number | undefined>, how: 'push' | 'replace' = 'push') {
    const next = withWords(search, 'page' in change || 'modal' in change ? change : { ...change, page: undefined })
    void navigate({ search: next.toString() }, { replace: how === 'replace', preventScrollReset: how === 'replace' })
  }

  // A page past the end (rows were deleted, an old link) falls back to the last one.
  const end = lastPage(total, pageSize)
  const isPastEnd = answer !== undefined && !isPlaceholderData && rows.length === 0 && page > end
  useEffect(() => {
    if (isPastEnd) void navigate({ search: withWords(search, { page: end }).toString() }, { replace: true })
  }, [isPastEnd, end, search, navigate])

  const naming = namingKey(columns)
  const labelOf = options.label ?? ((row: RowOf<E>) => plainText((row as Record<string, unknown>)[naming ?? 'id']))
  const keptAs = keptName(options.name)
  const look = useLook(keptAs)
  return {
    name: options.name,
    columns: shownColumns(columns, look),
    allColumns: columns,
    naming,
    look,
    keptAs,
    kinds: options.kinds ?? noKinds,
    canBeBlank: options.canBeBlank ?? (() => true),
    sortKeys: words.sort,
    exporting: options.exporting,
    searchable: options.searchable ?? true,
    state,
    rows,
    total,
    answer,
    isLoading: isPending || isPastEnd,
    isRefreshing: isFetching && isPlaceholderData,
    error: error ?? undefined,
    retry: () => void refetch(),
    selection: useSelection(q === '' ? filters : { ...filters, q }),
    linkTo: (row) => options.open?.(row),
    labelOf,
    refusalOf: (row) => options.refusalOf?.(row),
    emptyText: options.emptyText ?? 'list.empty',
    places: options.places ?? [],
    show,
  }
}

const noKinds: Filters = {}

function wordsOf<Row, Answer>(call: Endpoint, options: ListOptions<Row, Answer>): ListWords {
  const { sort = [], filters = [], kinds = {}, defaults = {} } = options
  return { sort, filters: [...filters, ...Object.keys(kinds)], call, defaults }
}

/** `users/participants` → `usersParticipants`: a name that the server takes. */
function keptName(name: string): string {
  return name.replaceAll(/[^A-Za-z]+([a-z]?)/g, (_, letter: string) => letter.toUpperCase())
}
