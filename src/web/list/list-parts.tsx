import { useText, useTextOr } from '../i18n/text.ts'
import { lastPage } from './list-state.ts'
import { useNarrowingWords } from './use-filter-words.ts'
import type { ListView } from './list-view.ts'
import { Button } from '../ui/Button.tsx'

/** The list in words, for the table's caption: what, which page, sorted and searched how. */
export function useCaption({ name, state, kinds }: ListView, total: number, title: string): string {
  const t = useText()
  const narrowed = useNarrowingWords(name, kinds, { ...state.filters, q: state.q })
  const textOr = useTextOr()
  const parts = [t('list.caption', { title, page: state.page, pages: lastPage(total, state.pageSize) })]
  if (state.sort) {
    const key = state.sort.replace(/^-/, '')
    const column = textOr(`${name}.field.${key}`, key)
    parts.push(t(state.sort.startsWith('-') ? 'list.sortedDown' : 'list.sortedUp', { column }))
  }
  return [...parts, ...narrowed].join(', ')
}

/** Nothing there at all, or nothing that fits the search: two different sentences. */
export function EmptyRows({ view }: { view: ListView }) {
  const t = useText()
  const { q, filters } = view.state
  const words = Object.keys(filters).filter((word) => !view.places.includes(word))
  if (q === '' && words.length === 0) return <p className="no-rows">{t(view.emptyText)}</p>
  const cleared = Object.fromEntries(['q', ...words].map((word) => [word, undefined]))
  return (
    <div className="no-rows">
      <p>{t('list.noMatch')}</p>
      <Button onClick={() => view.show(cleared)}>{t('list.clearSearch')}</Button>
    </div>
  )
}
