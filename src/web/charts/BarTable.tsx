/** Bars that are a table: each row says its words, its count and its share, and draws them. */
import { Link } from 'react-router'
import { useFormat, useText } from '../i18n/text.ts'
import './charts.css'

export interface Bar {
  label: string
  n: number
  /** Tells rows of one label apart. */
  key?: string
  /** More about it, in the column `noted`. */
  note?: string
  /** Where its words lead. */
  to?: string
}

interface BarTableProps {
  caption: string
  rows: readonly Bar[]
  /** What the shares are of. */
  of: number
  /** The heading of the notes. */
  noted?: string
}

export function BarTable({ caption, rows, of, noted }: BarTableProps) {
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
          {noted !== undefined && <th scope="col">{noted}</th>}
          <th scope="col">{t('chart.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, n, to, key = to ?? label, note }) => (
          <tr key={key}>
            <th scope="row">
              {to === undefined ? <span>{label}</span> : <Link to={to}>{label}</Link>}
              <i aria-hidden="true" style={{ width: `${(n / most) * 100}%` }} />
            </th>
            <td>{format.number(n)}</td>
            {noted !== undefined && <td>{note}</td>}
            <td>{t('chart.percent', { percent: of === 0 ? 0 : Math.round((n / of) * 100) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
