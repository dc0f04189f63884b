/** Counts per day as thin bars, and the same figures as a table for readers of no bars. */
import { useFormat, useText } from '../i18n/text.ts'
import './charts.css'

interface DayChartProps {
  days: readonly { day: string; n: number }[]
  /** Names the counted things: the caption of the table. */
  title: string
  /** The heading of the counts. */
  counted: string
  /** Said when there is no day. */
  none: string
}

export function DayChart({ days, title, counted, none }: DayChartProps) {
  const t = useText()
  const format = useFormat()
  const [first] = days
  const last = days.at(-1)
  const middle = days.length > 6 ? days[Math.floor(days.length / 2)] : undefined
  if (!first || !last) return <p className="blank">{none}</p>
  const most = Math.max(1, ...days.map(({ n }) => n))
  return (
    <div className="day-chart">
      <div className="day-bars" aria-hidden="true" data-most={format.number(most)}>
        {days.map(({ day, n }) => (
          <span key={day} title={`${format.utcDay(day)}: ${format.number(n)}`}>
            {n > 0 && <i style={{ height: `${(n / most) * 100}%` }} />}
          </span>
        ))}
      </div>
      <div className="day-ends" aria-hidden="true">
        <span>{format.utcDay(first.day)}</span>
        {middle && <span>{format.utcDay(middle.day)}</span>}
        {days.length > 1 && <span>{format.utcDay(last.day)}</span>}
      </div>
      <details>
        <summary>{t('chart.table')}</summary>
        <table className="day-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chart.day')}</th>
              <th scope="col">{counted}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, n }) => (
              <tr key={day}>
                <th scope="row">{format.utcDay(day)}</th>
                <td>{format.number(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
