import { useText, useTextOr } from '../i18n/text.ts'
import { lastPage } from './list-state.ts'
import { useNarrowingWords } from './use-filter-words.ts'
import type { ListRow, ListTable } from './use-list-table.ts'
import { Button } from '../ui/Button.tsx'

/** The list in words, for the table's caption: what, which page, sorted and searched how. */
export function useCaption<Row extends ListRow>(table: ListTable<Row>, title: string): string {
  const { name, state, total, kinds } = table
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
export function EmptyRows<Row extends ListRow>({ table }: { table: ListTable<Row> }) {
  const t = useText()
  const { q, filters } = table.state
  const words = Object.keys(filters).filter((word) => !table.places.includes(word))
  if (q === '' && words.length === 0) return <p className="list-empty">{t(table.emptyText)}</p>
  const cleared = Object.fromEntries(['q', ...words].map((word) => [word, undefined]))
  return (
    <div className="list-empty">
      <p>{t('list.noMatch')}</p>
      <Button onClick={() => table.show(cleared)}>{t('list.clearSearch')}</Button>
    </div>
  )
}
