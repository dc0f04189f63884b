/**
 * The pages of the trail. A page is held by the cursor of the page before it, so that rows which come in meanwhile move
 * nothing. Pure.
 */
import { Cursor, deepestRow } from '#contract/logs.ts'
import type { ListState } from '../../list/list-state.ts'

/** The cursor of the URL; one that makes no sense counts as not said ('' is not sent). */
export function cursorOf(search: URLSearchParams): string {
  const cursor = search.get('cursor')
  return Cursor.safeParse(cursor).data ?? ''
}

/** The cursor that begins a page with this very row, when it is the newest of all. */
export function cursorFrom({ at }: { at: string }): string {
  return `${(Date.parse(at) + 1) * 1000}_0`
}

/** The place of a page: words of the URL. */
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
 * The page before; undefined on the newest. A link from another person brings no trail: then the page is asked for by its
 * number, as far as the server counts, or else the newest.
 */
export function newerPage({ page, pageSize }: ListState, cursor: string, trail: readonly string[]): Step | undefined {
  if (page <= 1 && cursor === '') return undefined
  const before = page - 1
  if (trail.length > 0) return { words: { page: before, cursor: trail.at(-1) || undefined }, trail: trail.slice(0, -1) }
  const isCounted = before >= 1 && before * pageSize <= deepestRow
  return { words: { page: isCounted ? before : undefined, cursor: undefined }, trail: [] }
}
