/** The rows as a real table: headings that sort, row headings that lead on, checkboxes that say whose they are. */
import type { CSSProperties, PointerEvent } from 'react'
import { useText, useTextOr } from '../i18n/text.ts'
import type { MenuEntry } from '../ui/MenuEntries.tsx'
import { type RowMenuState, RowMenuButton } from './RowMenu.tsx'
import type { Column } from './columns.tsx'
import { EmptyRows, useCaption, ChooseAll, ChooseRow, RowLink } from './row-parts.tsx'
import { nextSort } from './list-state.ts'
import type { ListRow } from './list-data.ts'
import type { ListView } from './list-view.ts'
import type { List } from './use-list.ts'
import { toast } from '../ui/toasts.ts'
import { withWidth } from '../views/look.ts'
import { changeLook } from '../views/look-store.ts'
import '../ui/table.css'

export interface RowsProps<Row extends ListRow> extends List<Row> {
  title: string
  selectable: boolean
  actionsOf: (row: Row) => MenuEntry[]
  menu: RowMenuState<Row>
}

export function DataTable<Row extends ListRow>(props: RowsProps<Row>) {
  const { data, view, selection, title, selectable, actionsOf, menu } = props
  const t = useText()
  const caption = useCaption(view, data.total, title)
  const hasMenu = data.rows.some((row) => actionsOf(row).length > 0)
  const width = data.columns.length + (selectable ? 1 : 0) + (hasMenu ? 1 : 0)
  return (
    <div className="table-frame">
      <table className="table" data-density={view.look.density} aria-busy={data.isLoading || data.isRefreshing}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="table-check">
                <ChooseAll data={data} selection={selection} />
              </th>
            )}
            {data.columns.map((column) => (
              <Heading key={column.key} view={view} column={column} />
            ))}
            {hasMenu && (
              <th scope="col" className="table-menu">
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.isLoading && <SkeletonRows width={width} rows={view.state.pageSize} />}
          {!data.isLoading && data.rows.length === 0 && (
            <tr>
              <td colSpan={width}>
                <EmptyRows view={view} />
              </td>
            </tr>
          )}
          {data.rows.map((row) => (
            <tr key={row.id} data-row={row.id} tabIndex={-1} data-chosen={selection.has(row.id)}>
              {selectable && (
                <td className="table-check">
                  <ChooseRow data={data} selection={selection} row={row} />
                </td>
              )}
              {data.columns.map((column) =>
                column.key === data.naming ? (
                  <th key={column.key} scope="row" className={cellClass(column)} style={widthOf(view, column)}>
                    <RowLink data={data} row={row}>
                      {column.render(row)}
                    </RowLink>
                  </th>
                ) : (
                  <td key={column.key} className={cellClass(column)} style={widthOf(view, column)}>
                    {column.render(row)}
                  </td>
                ),
              )}
              {hasMenu && (
                <td className="table-menu">
                  <RowMenuButton row={row} label={data.labelOf(row)} menu={menu} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadingColumn = Omit<Column<never>, 'render'>

function cellClass({ align, grows }: HeadingColumn): string | undefined {
  if (grows) return 'table-grow'
  return align === 'end' ? 'table-end' : undefined
}

/** A width that this person set counts more than the width of the cells. */
function widthOf({ look }: ListView, { key }: HeadingColumn): CSSProperties | undefined {
  const width = look.widths?.[key]
  return width === undefined ? undefined : { width, minWidth: width, maxWidth: width }
}

function Heading({ view, column }: { view: ListView; column: HeadingColumn }) {
  const textOr = useTextOr()
  const label = textOr(`${view.name}.field.${column.key}`, column.key)
  const { sort } = view.state
  const order = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
  const className = cellClass(column)
  const style = widthOf(view, column)
  if (column.pictorial) {
    return (
      <th scope="col" className="table-picture">
        <span className="visually-hidden">{label}</span>
      </th>
    )
  }
  if (!view.sortKeys.includes(column.key)) {
    return (
      <th scope="col" className={className} style={style}>
        {label}
        <WidthHandle view={view} name={column.key} />
      </th>
    )
  }
  return (
    <th scope="col" aria-sort={order ?? 'none'} className={className} style={style}>
      <button type="button" className="table-sort" onClick={() => view.show({ sort: nextSort(sort, column.key) })}>
        {label}
        <span aria-hidden="true" className="table-arrow" data-order={order} />
      </button>
      <WidthHandle view={view} name={column.key} />
    </th>
  )
}

const skeleton = <span className="skeleton" />

/** As many as the window holds, so that nothing below the table jumps when the rows come. */
function SkeletonRows({ width, rows }: { width: number; rows: number }) {
  return Array.from({ length: Math.min(rows, Math.ceil(innerHeight / 40)) }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell}>{skeleton}</td>
      ))}
    </tr>
  ))
}

/** The edge of a heading by which its column is pulled wider. The keyboard has the widths in the column chooser. */
function WidthHandle({ view, name }: { view: ListView; name: string }) {
  const t = useText()
  const { lookKeptAs, look } = view

  function pull(event: PointerEvent<HTMLSpanElement>) {
    const handle = event.currentTarget
    const heading = handle.closest('th')
    if (!heading || event.button !== 0) return
    event.preventDefault()
    const { width } = heading.getBoundingClientRect()
    const start = event.clientX
    const move = ({ clientX }: globalThis.PointerEvent) => {
      changeLook(lookKeptAs, withWidth(look, name, width + clientX - start), () => toast(t('list.lookFailed')))
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }

  return <span className="table-edge" aria-hidden="true" onPointerDown={pull} />
}
