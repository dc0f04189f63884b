/** The rows on a phone: a card each, with the same link, checkbox and menu. */
import { useText, useTextOr } from '../i18n/text.ts'
import type { RowsProps } from './DataTable.tsx'
import { RowMenuButton } from './RowMenu.tsx'
import { EmptyRows, useCaption, ChooseAll, ChooseRow, RowLink } from './row-parts.tsx'
import type { ListRow } from './list-data.ts'
import { fact, Facts } from '../ui/Facts.tsx'

export function CardList<Row extends ListRow>(props: RowsProps<Row>) {
  const { data, view, selection, title, selectable, actionsOf, menu } = props
  const t = useText()
  const textOr = useTextOr()
  const caption = useCaption(view, data.total, title)
  const naming = data.columns.find((column) => column.key === data.naming)
  const pictures = data.columns.filter((column) => column.pictorial)
  const rest = data.columns.filter((column) => !column.pictorial && column !== naming)
  if (data.isLoading) return <SkeletonCards />
  if (data.rows.length === 0) return <EmptyRows view={view} />
  return (
    <>
      {selectable && (
        <div className="cards-all">
          <ChooseAll data={data} selection={selection}>
            <span aria-hidden="true">{t('list.chooseAll')}</span>
          </ChooseAll>
        </div>
      )}
      <ul className="cards" aria-label={caption} aria-busy={data.isRefreshing}>
        {data.rows.map((row) => (
          <li key={row.id} className="card" data-row={row.id} tabIndex={-1} data-chosen={selection.has(row.id)}>
            <div className="card-head">
              {selectable && <ChooseRow data={data} selection={selection} row={row} />}
              {pictures.map((column) => (
                <span key={column.key}>{column.render(row)}</span>
              ))}
              <strong>
                <RowLink data={data} row={row}>
                  {naming?.render(row)}
                </RowLink>
              </strong>
              {actionsOf(row).length > 0 && <RowMenuButton row={row} label={data.labelOf(row)} menu={menu} />}
            </div>
            <Facts
              className="card-facts"
              of={rest.map(({ key, render }) => fact(textOr(`${view.name}.field.${key}`, key), render(row)))}
            />
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
