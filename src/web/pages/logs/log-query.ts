/**
 * Turns the URL of the trail into the query of the call. Days are in the user's time zone. A page is held by the cursor
 * of the page before it, so that new rows move nothing. Pure.
 */
import { Day, Moment } from '#contract/fields.ts'
import { deepestRow } from '#contract/logs.ts'
import type { ListState } from '../../list/list-state.ts'

export const logFilterNames = ['actor', 'action', 'subjectType', 'subjectId', 'from', 'to', 'address'] as const

/** Days as moments; a day or a cursor that makes no sense counts as not said ('' is not sent). */
export function sentFilters(search: URLSearchParams): Record<'from' | 'to' | 'cursor', string> {
  const cursor = search.get('cursor') ?? ''
  return {
    from: momentOf(search.get('from') ?? '', '00:00:00.000'),
    // The server counts microseconds; a Date would lose the last of the day.
    to: momentOf(search.get('to') ?? '', '23:59:59.999').replace('.999Z', '.999999Z'),
    cursor: /^\d{1,16}_\d{1,15}$/.test(cursor) ? cursor : '',
  }
}

/** The end of a local day as a moment, a moment as it is; '' for what is neither. */
function momentOf(word: string, time: string): string {
  if (Moment.safeParse(word).success) return word
  return Day.safeParse(word).success ? new Date(`${word}T${time}`).toISOString() : ''
}

/** The cursor that begins a page with this very row, when it is the newest of all. */
export function cursorFrom({ at }: { at: string }): string {
  return `${(Date.parse(at) + 1) * 1000}_0`
}

/** The place of a page, as words of the URL. */
type PageWords = Record<'page' | 'cursor', string | number | undefined>

export interface Step {
  words: PageWords
  /** Cursors of the pages before, the first page's first ('' for one without). Kept in the history, not in the URL. */
  trail: readonly string[]
}

export function olderPage({ page }: ListState, cursor: string, trail: readonly string[], next: string): Step {
  return { words: { page: page + 1, cursor: next }, trail: [...trail, cursor] }
}

/**
 * The page before; undefined on the newest. A link from another user brings no trail. Then the page is requested by its
 * number, as far as the server counts, or else the newest.
 */
export function newerPage({ page, pageSize }: ListState, cursor: string, trail: readonly string[]): Step | undefined {
  if (page <= 1 && cursor === '') return undefined
  const before = page - 1
  if (trail.length > 0) return { words: { page: before, cursor: trail.at(-1) || undefined }, trail: trail.slice(0, -1) }
  const isCounted = before >= 1 && before * pageSize <= deepestRow
  return { words: { page: isCounted ? before : undefined, cursor: undefined }, trail: [] }
}
