/** What a row consists of, in the table and on cards alike. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useText, useTextOr } from '../i18n/text.ts'
import type { ListData, ListRow } from './list-data.ts'
import type { RowSelection } from './use-selection.ts'
import { lastPage } from './list-state.ts'
import { useNarrowingWords } from './use-filter-words.ts'
import type { ListView } from './list-view.ts'
import { Button } from '../ui/Button.tsx'

interface RowProps<Row extends ListRow> {
  data: ListData<Row>
  row: Row
}

interface ChooseProps<Row extends ListRow> {
  data: ListData<Row>
  selection: RowSelection<Row>
}

export function ChooseRow<Row extends ListRow>({ data, selection, row }: ChooseProps<Row> & RowProps<Row>) {
  const t = useText()
  const label = data.labelOf(row)
  const refusal = selection.refusalOf(row)
  return (
    <label className="choose" title={refusal}>
      <input
        type="checkbox"
        aria-label={t('list.choose', { label })}
        checked={selection.has(row.id)}
        aria-disabled={refusal !== undefined}
        {...(refusal === undefined ? {} : { 'aria-description': refusal })}
        onChange={(event) => {
          if (refusal !== undefined) return
          if (event.target.checked) selection.add([{ id: row.id, label }])
          else selection.drop([row.id])
        }}
      />
    </label>
  )
}

interface ChooseAllProps<Row extends ListRow> extends ChooseProps<Row> {
  /** Words beside the box, which press it too. */
  children?: ReactNode
}

/** All rows of this page that can be chosen; half ticked while only some are. */
export function ChooseAll<Row extends ListRow>({ data, selection, children }: ChooseAllProps<Row>) {
  const t = useText()
  const box = useRef<HTMLInputElement>(null)
  const rows = data.rows.filter((row) => selection.refusalOf(row) === undefined)
  const chosen = rows.filter((row) => selection.has(row.id)).length
  const isPart = chosen > 0 && chosen < rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart
  }, [isPart])
  return (
    <label className="choose">
      <input
        ref={box}
        type="checkbox"
        aria-label={t('list.chooseAll')}
        checked={rows.length > 0 && chosen === rows.length}
        disabled={rows.length === 0}
        onChange={(event) => {
          if (event.target.checked) selection.add(rows.map((row) => ({ id: row.id, label: data.labelOf(row) })))
          else selection.drop(rows.map(({ id }) => id))
        }}
      />
      {children}
    </label>
  )
}

/** The cell that names the row, as a link to its record where there is one to open. */
export function RowLink<Row extends ListRow>({ data, row, children }: RowProps<Row> & { children: ReactNode }) {
  const to = data.linkTo(row)
  if (to === undefined) return children
  return (
    <Link to={to} state={data.linkState} preventScrollReset={data.linkState !== undefined}>
      {children}
    </Link>
  )
}

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
  const textOr = useTextOr()
  const { q, filters } = view.state
  const words = Object.keys(filters).filter((word) => !view.places.includes(word))
  if (q === '' && words.length === 0) {
    const why = view.emptyText ? t(view.emptyText) : textOr(`${view.name}.empty`, t('list.empty'))
    return (
      <div className="no-rows">
        <p>{why}</p>
        {view.canAdd && <p>{t('list.pressNew', { button: t('action.new') })}</p>}
      </div>
    )
  }
  const cleared = Object.fromEntries(['q', ...words].map((word) => [word, undefined]))
  return (
    <div className="no-rows">
      <p>{t('list.noMatch')}</p>
      <Button onClick={() => view.show(cleared)}>{t('list.clearSearch')}</Button>
    </div>
  )
}
