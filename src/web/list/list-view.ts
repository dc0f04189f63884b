/** What a list shows now, by the words of its URL and the columns this person likes, and what else it can show. */
import type { ComponentType } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import type { ListLook } from '#contract/views.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { ColumnFacts } from '../views/look.ts'
import { useLook } from '../views/look-store.ts'
import { type ListState, readListState, withWords } from './list-state.ts'

/** How the list becomes a file. */
export interface Exporting {
  start: Endpoint
  /** Keys of the row: what a file may hold. */
  keys: readonly string[]
  /** What the list is narrowed by beyond the URL. */
  fixed?: Readonly<Record<string, string>>
  /** Asks first, in place of the usual dialog: for a list whose rows hold more than its columns. */
  asks?: ComponentType<ExportAsking>
}

export interface ExportAsking {
  view: ListView
  total: number
  /** On to the usual dialog. */
  onColumns: () => void
  onClose: () => void
}

export interface ViewOptions {
  /** First part of its locale keys: `responses` → `responses.field.status`. */
  name: string
  sort?: readonly string[]
  /** Further query keys that live in the URL, with controls of the page's own. */
  filters?: readonly string[]
  /** Those of them that say where the list is: they do not narrow it, and clearing its filters keeps them. */
  places?: readonly string[]
  /** Filters that the filter bar offers. */
  kinds?: Filters
  exporting?: Exporting | undefined
  /** Whether a column may hold nothing, so that its filter offers the blank ones. */
  canBeBlank?: (name: string) => boolean
  /** Filters that hold when the URL says nothing. */
  defaults?: Readonly<Record<string, string>>
  /** False hides the search box: the endpoint takes no `q`. */
  searchable?: boolean
  /** The one record whose rows are shown: its columns are its own, and so is the look of the list. */
  of?: number | undefined
  /** The filters of the URL in the words of the call, where these are others. */
  asCallWords?: (filters: Readonly<Record<string, string>>) => Record<string, string>
  /** Said when the list has no rows at all; `<name>.empty` unless given. */
  emptyText?: MessageId | undefined
  /** Whether the page has a button for a new record, which an empty list then names. */
  canAdd?: boolean
}

type Words = Record<string, string | number | undefined>

/** Knows nothing of rows, so that the tools of every list take it as it is. */
export interface ListView extends Required<Omit<ViewOptions, 'sort' | 'filters' | 'defaults' | 'of' | 'asCallWords'>> {
  /** Columns that can be sorted by. */
  sortKeys: readonly string[]
  /** All that can be shown, as the page lists them. */
  columns: readonly ColumnFacts[]
  look: ListLook
  /** What this list is called where looks and views are kept. */
  keptAs: string
  /** The same for its look alone. */
  lookKeptAs: string
  state: ListState
  /** The filters as the call takes them. */
  callWords: Record<string, string>
  /** Sets words of the URL; all but paging itself go back to the first page. */
  show: (words: Words, how?: 'push' | 'replace') => void
}

export function useListView(call: Endpoint, columns: readonly ColumnFacts[], options: ViewOptions): ListView {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { name, sort = [], filters = [], kinds = {}, defaults = {} } = options
  const keptAs = keptName(name)
  const lookKeptAs = options.of === undefined ? keptAs : `${keptAs}-${options.of}`
  const state = readListState(search, { sort, filters: [...filters, ...Object.keys(kinds)], call, defaults })

  function show(words: Words, how: 'push' | 'replace' = 'push') {
    const isPaging = 'page' in words || 'modal' in words
    // Of the URL as it is: after a click just before, the page may not show its words yet.
    const now = new URLSearchParams(window.location.search)
    const next = withWords(now, isPaging ? words : { ...words, page: undefined, cursor: undefined })
    void navigate({ search: next.toString() }, { replace: how === 'replace', preventScrollReset: how === 'replace' })
  }

  return {
    name,
    kinds,
    places: options.places ?? [],
    exporting: options.exporting,
    canBeBlank: options.canBeBlank ?? (() => true),
    searchable: options.searchable ?? true,
    emptyText: options.emptyText,
    canAdd: options.canAdd ?? false,
    sortKeys: sort,
    columns,
    look: useLook(lookKeptAs),
    keptAs,
    lookKeptAs,
    state,
    callWords: options.asCallWords?.(state.filters) ?? state.filters,
    show,
  }
}

/** `users/participants` → `usersParticipants`: a name that the server takes. */
function keptName(name: string): string {
  return name.replaceAll(/[^A-Za-z]+([a-z]?)/g, (_, letter: string) => letter.toUpperCase())
}
