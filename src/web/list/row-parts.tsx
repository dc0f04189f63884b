/** What a row consists of, in the table and on cards alike. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useText } from '../i18n/text.ts'
import type { ListRow, ListTable } from './use-list-table.ts'

interface RowProps<Row extends ListRow> {
  table: ListTable<Row>
  row: Row
}

export function ChooseRow<Row extends ListRow>({ table: { selection, labelOf, refusalOf }, row }: RowProps<Row>) {
  const t = useText()
  const label = labelOf(row)
  const refusal = refusalOf(row)
  return (
    <label className="choose" title={refusal}>
      <input
        type="checkbox"
        aria-label={t('list.choose', { label })}
        checked={selection.has(row.id)}
        aria-disabled={refusal !== undefined}
        {...(refusal === undefined ? {} : { 'aria-description': refusal })}
        onChange={(event) => {
          if (refusal === undefined) selection.set([{ id: row.id, label }], event.target.checked ? 'add' : 'drop')
        }}
      />
    </label>
  )
}

/** All rows of this page that can be chosen; half ticked while only some are. */
export function ChooseAll<Row extends ListRow>({ table }: { table: ListTable<Row> }) {
  const { selection, labelOf, refusalOf } = table
  const t = useText()
  const box = useRef<HTMLInputElement>(null)
  const rows = table.rows.filter((row) => refusalOf(row) === undefined)
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
        onChange={(event) =>
          selection.set(
            rows.map((row) => ({ id: row.id, label: labelOf(row) })),
            event.target.checked ? 'add' : 'drop',
          )
        }
      />
    </label>
  )
}

/** The cell that names the row, as a link to its record where there is one to open. */
export function RowLink<Row extends ListRow>({ table, row, children }: RowProps<Row> & { children: ReactNode }) {
  const to = table.linkTo(row)
  if (to === undefined) return children
  return (
    <Link to={to} state={table.linkState} preventScrollReset={table.linkState !== undefined}>
      {children}
    </Link>
  )
}
