/** The data of a chart for readers of tables. */
import { Link } from 'react-router'
import type { MessageId } from '../../i18n/messages.ts'
import type { ChartInput, Row } from './chart.ts'
import { named } from './options/common.ts'
import '../../ui/table.css'

interface ChartTableProps {
  columns: readonly MessageId[]
  given: ChartInput
  /** Each row is a chart of the gallery. */
  links: boolean
}

export function ChartTable({ columns, given, links }: ChartTableProps) {
  const { rows, title, t, format } = given
  const [first = 'charts.chart', ...others] = columns
  const hasGroups = rows.some(({ of }) => of !== undefined)
  const label = (row: Row) => named(given, row.label)
  return (
    <details className="chart-data" open>
      <summary>{t('charts.data')}</summary>
      {/* A region that scrolls is reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="table-frame" aria-label={t('charts.data')} tabIndex={0}>
        <table className="table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t(first)}</th>
              {hasGroups && <th scope="col">{t('charts.of')}</th>}
              {others.map((id) => (
                <th key={id} scope="col" className="table-end">
                  {t(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key ?? `${row.label} ${row.values.join()}`}>
                <th scope="row">{links ? <Link to={`/chart/${row.of}/${row.key}`}>{label(row)}</Link> : label(row)}</th>
                {hasGroups && <td>{row.of}</td>}
                {row.values.map((value, at) => (
                  <td key={others[at]} className="table-end">
                    {format.number(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
