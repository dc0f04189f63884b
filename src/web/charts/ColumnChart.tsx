/** Counts as thin columns in the order of what is counted, and the same figures as a table for readers of no columns. */
import { useFormat, useText } from '../i18n/text.ts'
import './charts.css'

interface ColumnChartProps {
  columns: readonly { label: string; n: number }[]
  /** Names the counted things: the caption of the table. */
  title: string
  /** The heading of the labels. */
  named: string
  /** The heading of the counts. */
  counted: string
}

export function ColumnChart({ columns, title, named, counted }: ColumnChartProps) {
  const t = useText()
  const format = useFormat()
  const most = Math.max(1, ...columns.map(({ n }) => n))
  return (
    <div className="column-chart">
      <div className="column-bars" aria-hidden="true" data-most={format.number(most)}>
        {columns.map(({ label, n }) => (
          <span key={label} title={`${label}: ${format.number(n)}`}>
            {n > 0 && <i style={{ height: `${(n / most) * 100}%` }} />}
          </span>
        ))}
      </div>
      <div className="column-ends" aria-hidden="true">
        {marked(columns).map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <details>
        <summary>{t('chart.table')}</summary>
        <table className="column-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{named}</th>
              <th scope="col">{counted}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ label, n }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format.number(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

/** The first and the last, and the middle one where there is room for it. */
function marked<Column>(columns: readonly Column[]): Column[] {
  const places = columns.length > 6 ? [0, Math.floor(columns.length / 2), columns.length - 1] : [0, columns.length - 1]
  return [...new Set(places)].flatMap((place) => columns[place] ?? [])
}
