/**
 * The state of a list is its URL and nothing else: page, pageSize, sort, q, the page's own filters, and the open modal
 * (`modal=create`, `modal=update&id=5`). Pure reading and writing; `list-view.ts` does the navigating.
 */
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { defaultPage, defaultPageSize, maxPageSize } from '#contract/fields.ts'

export interface ListState {
  page: number
  pageSize: number
  /** `title` or `-title`; undefined is the server's own order. */
  sort: string | undefined
  q: string
  filters: Record<string, string>
  /** Words of the URL that narrow and sort nothing, as none of their kind is written so: the page says which. */
  unread: Record<string, string>
  modal: ModalState | undefined
}

type ModalState = { type: 'create' } | { type: 'update'; id: string }

/** Longer words are searched by their beginning. */
export const longestSearch = 200

/** What a list may be sorted and filtered by. `defaults` are filters that hold when the URL says nothing. */
export interface ListWords {
  sort: readonly string[]
  filters: readonly string[]
  /** The call of the list: a word that its query does not take counts as not said. */
  call: Pick<Endpoint, 'query'>
  defaults: Readonly<Record<string, string>>
}

/** Words that make no sense (page 0, an unknown column) count as not said: a link typed by hand still opens. */
export function readListState(search: URLSearchParams, words: ListWords): ListState {
  const sort = search.get('sort') ?? ''
  const isSort = words.sort.includes(sort.replace(/^-/, ''))
  const pageSize = wholeNumber(search.get('pageSize')) ?? defaultPageSize
  const filters: Record<string, string> = {}
  const unread: Record<string, string> = {}
  for (const name of words.filters) {
    const said = search.get(name)
    const isRead = !said || takesWord(words.call, name, said)
    if (!isRead) unread[name] = said
    const word = (isRead ? said : undefined) ?? words.defaults[name]
    if (word) filters[name] = word
  }
  if (sort !== '' && !isSort) unread['sort'] = sort
  return {
    page: wholeNumber(search.get('page')) ?? defaultPage,
    pageSize: pageSize <= maxPageSize ? pageSize : defaultPageSize,
    sort: isSort ? sort : undefined,
    q: (search.get('q') ?? '').slice(0, longestSearch).toWellFormed(),
    filters,
    unread,
    modal: readModal(search),
  }
}

/** Whether this word of the URL may go into the query of the call as it is. */
export function takesWord({ query }: ListWords['call'], name: string, word: string | null): boolean {
  const shape = query.shape[name] as z.ZodMiniType | undefined
  return shape?.safeParse(word).success ?? false
}

function readModal(search: URLSearchParams): ModalState | undefined {
  const type = search.get('modal')
  const id = search.get('id')
  if (type === 'create') return { type }
  return type === 'update' && id ? { type, id } : undefined
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/** The search with these words set; undefined or '' takes a word out, as does a value that is the default anyway. */
export function withWords(
  search: URLSearchParams,
  words: Record<string, string | number | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(words)) {
    const isDefault = (name === 'page' && value === defaultPage) || (name === 'pageSize' && value === defaultPageSize)
    if (value === undefined || value === '' || isDefault) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Up, down, and back to the server's own order. */
export function nextSort(current: string | undefined, key: string): string | undefined {
  if (current === key) return `-${key}`
  return current === `-${key}` ? undefined : key
}

/** The last page there is; 1 when there is nothing. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** First, last and those around the page shown; undefined where some are left out. */
export function pagesShown(page: number, last: number): (number | undefined)[] {
  const around = [1, page - 2, page - 1, page, page + 1, page + 2, last]
  const near = [...new Set(around)].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b)
  return near.flatMap((number, index) => {
    const before = near[index - 1] ?? 0
    if (number - before === 1) return [number]
    return number - before === 2 ? [number - 1, number] : [undefined, number]
  })
}

/** What is said in place of the rows when they did not come (seed §8). */
export function failedTitle({ q }: ListState): 'list.searchFailed' | 'list.failed' {
  return q === '' ? 'list.failed' : 'list.searchFailed'
}
