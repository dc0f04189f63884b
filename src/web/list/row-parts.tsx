/** What a row consists of, in the table and on cards alike. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useText } from '../i18n/text.ts'
import type { ListData, ListRow } from './list-data.ts'
import type { RowSelection } from './use-selection.ts'

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

/** All rows of this page that can be chosen; half ticked while only some are. */
export function ChooseAll<Row extends ListRow>({ data, selection }: ChooseProps<Row>) {
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
