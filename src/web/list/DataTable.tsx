/** The rows as a real table: headings that sort, row headings that lead on, checkboxes that say whose they are. */
import type { CSSProperties } from 'react'
import { useText, useTextOr } from '../i18n/text.ts'
import type { RowAction, RowMenuState } from './RowMenu.tsx'
import { RowMenuButton } from './RowMenu.tsx'
import type { Column } from './columns.tsx'
import { EmptyRows, useCaption } from './list-parts.tsx'
import { nextSort } from './list-state.ts'
import { ChooseAll, ChooseRow, RowLink } from './row-parts.tsx'
import type { ListRow, ListTable } from './use-list-table.ts'
import { WidthHandle } from './WidthHandle.tsx'

export interface RowsProps<Row extends ListRow> {
  table: ListTable<Row>
  title: string
  selectable: boolean
  actionsOf: (row: Row) => RowAction[]
  menu: RowMenuState<Row>
}

export function DataTable<Row extends ListRow>({ table, title, selectable, actionsOf, menu }: RowsProps<Row>) {
  const t = useText()
  const caption = useCaption(table, title)
  const hasMenu = table.rows.some((row) => actionsOf(row).length > 0)
  const width = table.columns.length + (selectable ? 1 : 0) + (hasMenu ? 1 : 0)
  return (
    <div className="table-frame">
      <table className="table" data-density={table.look.density} aria-busy={table.isLoading || table.isRefreshing}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="table-check">
                <ChooseAll table={table} />
              </th>
            )}
            {table.columns.map((column) => (
              <Heading key={column.key} table={table} column={column} />
            ))}
            {hasMenu && (
              <th scope="col" className="table-menu">
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.isLoading && <SkeletonRows width={width} rows={table.state.pageSize} />}
          {!table.isLoading && table.rows.length === 0 && (
            <tr>
              <td colSpan={width}>
                <EmptyRows table={table} />
              </td>
            </tr>
          )}
          {table.rows.map((row) => (
            <tr key={row.id} data-row={row.id} tabIndex={-1} data-chosen={table.selection.has(row.id)}>
              {selectable && (
                <td className="table-check">
                  <ChooseRow table={table} row={row} />
                </td>
              )}
              {table.columns.map((column) =>
                column.key === table.naming ? (
                  <th key={column.key} scope="row" className={cellClass(column)} style={widthOf(table, column)}>
                    <RowLink table={table} row={row}>
                      {column.render(row)}
                    </RowLink>
                  </th>
                ) : (
                  <td key={column.key} className={cellClass(column)} style={widthOf(table, column)}>
                    {column.render(row)}
                  </td>
                ),
              )}
              {hasMenu && (
                <td className="table-menu">
                  <RowMenuButton row={row} label={table.labelOf(row)} menu={menu} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellClass<Row>({ align, grows }: Column<Row>): string | undefined {
  if (grows) return 'table-grow'
  return align === 'end' ? 'table-end' : undefined
}

/** A width that the user chose wins over the width of the cells. */
function widthOf<Row extends ListRow>({ look }: ListTable<Row>, { key }: Column<Row>): CSSProperties | undefined {
  const width = look.widths?.[key]
  return width === undefined ? undefined : { width, minWidth: width, maxWidth: width }
}

function Heading<Row extends ListRow>({ table, column }: { table: ListTable<Row>; column: Column<Row> }) {
  const textOr = useTextOr()
  const label = textOr(`${table.name}.field.${column.key}`, column.key)
  const { sort } = table.state
  const order = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
  const className = cellClass(column)
  const style = widthOf(table, column)
  if (column.pictorial) {
    return (
      <th scope="col" className="table-picture">
        <span className="visually-hidden">{label}</span>
      </th>
    )
  }
  if (!table.sortKeys.includes(column.key)) {
    return (
      <th scope="col" className={className} style={style}>
        {label}
        <WidthHandle table={table} name={column.key} />
      </th>
    )
  }
  return (
    <th scope="col" aria-sort={order ?? 'none'} className={className} style={style}>
      <button type="button" className="table-sort" onClick={() => table.show({ sort: nextSort(sort, column.key) })}>
        {label}
        <span aria-hidden="true" className="table-arrow" data-order={order} />
      </button>
      <WidthHandle table={table} name={column.key} />
    </th>
  )
}

const skeleton = <span className="skeleton" />

/** As many as the window holds, so that the part below the table does not visibly jump when the rows come. */
function SkeletonRows({ width, rows }: { width: number; rows: number }) {
  return Array.from({ length: Math.min(rows, Math.ceil(innerHeight / 40)) }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell}>{skeleton}</td>
      ))}
    </tr>
  ))
}
