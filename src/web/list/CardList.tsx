/** The rows on a phone: a card each, with the same link, checkbox and menu. */
import { useText, useTextOr } from '../i18n/text.ts'
import type { RowsProps } from './DataTable.tsx'
import { RowMenuButton } from './RowMenu.tsx'
import { EmptyRows, useCaption } from './list-parts.tsx'
import { ChooseAll, ChooseRow, RowLink } from './row-parts.tsx'
import type { ListRow } from './use-list-table.ts'

export function CardList<Row extends ListRow>({ table, title, selectable, actionsOf, menu }: RowsProps<Row>) {
  const t = useText()
  const textOr = useTextOr()
  const caption = useCaption(table, title)
  const naming = table.columns.find((column) => column.key === table.naming)
  const pictures = table.columns.filter((column) => column.pictorial)
  const rest = table.columns.filter((column) => !column.pictorial && column !== naming)
  if (table.isLoading) return <SkeletonCards />
  if (table.rows.length === 0) return <EmptyRows table={table} />
  return (
    <>
      {selectable && (
        <div className="cards-all">
          <ChooseAll table={table} /> <span aria-hidden="true">{t('list.chooseAll')}</span>
        </div>
      )}
      <ul className="cards" aria-label={caption} aria-busy={table.isRefreshing}>
        {table.rows.map((row) => (
          <li key={row.id} className="card" data-row={row.id} tabIndex={-1} data-chosen={table.selection.has(row.id)}>
            <div className="card-head">
              {selectable && <ChooseRow table={table} row={row} />}
              {pictures.map((column) => (
                <span key={column.key}>{column.render(row)}</span>
              ))}
              <strong>
                <RowLink table={table} row={row}>
                  {naming?.render(row)}
                </RowLink>
              </strong>
              {actionsOf(row).length > 0 && <RowMenuButton row={row} label={table.labelOf(row)} menu={menu} />}
            </div>
            <dl>
              {rest.map((column) => (
                <div key={column.key}>
                  <dt>{textOr(`${table.name}.field.${column.key}`, column.key)}</dt>
                  <dd>{column.render(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

function SkeletonCards() {
  return (
    <ul className="cards" aria-hidden="true">
      {Array.from({ length: 5 }, (_, index) => (
        <li key={index} className="card">
          <span className="skeleton" />
          <span className="skeleton" />
        </li>
      ))}
    </ul>
  )
}
