/** Bars that are a table: each row says its words, its count and its share, and draws them. */
import { Link } from 'react-router'
import { useFormat, useText } from '../i18n/text.ts'
import './charts.css'

export interface Bar {
  label: string
  n: number
  /** Where its words lead. */
  to?: string
}

interface BarTableProps {
  caption: string
  rows: readonly Bar[]
  /** What the shares are of. */
  of: number
}

export function BarTable({ caption, rows, of }: BarTableProps) {
  const t = useText()
  const format = useFormat()
  const most = Math.max(1, ...rows.map(({ n }) => n))
  if (rows.length === 0) return <p className="blank">{t('chart.none')}</p>
  return (
    <table className="bar-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('chart.answer')}</th>
          <th scope="col">{t('chart.count')}</th>
          <th scope="col">{t('chart.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, n, to }) => (
          <tr key={to ?? label}>
            <th scope="row">
              {to === undefined ? <span>{label}</span> : <Link to={to}>{label}</Link>}
              <i aria-hidden="true" style={{ width: `${(n / most) * 100}%` }} />
            </th>
            <td>{format.number(n)}</td>
            <td>{t('chart.percent', { percent: of === 0 ? 0 : Math.round((n / of) * 100) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
