/** The data of a chart for readers of tables. */
import { Link } from 'react-router'
import type { MessageId } from '../../i18n/messages.ts'
import type { ChartInput, Row } from './chart.ts'
import { named } from './options/common.ts'
import { endHead, Table } from '../../ui/Table.tsx'

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
      <Table
        heads={[first, ...(hasGroups ? ['charts.of' as const] : []), ...others.map(endHead)]}
        label={t('charts.data')}
        caption={title}
      >
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
      </Table>
    </details>
  )
}
