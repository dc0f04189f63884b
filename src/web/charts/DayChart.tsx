import { useFormat, useText } from '../i18n/text.ts'
import { ColumnChart } from './ColumnChart.tsx'

interface DayChartProps {
  days: readonly { day: string; n: number }[]
  title: string
  /** The heading of the counts. */
  counted: string
  /** Said when there is no day. */
  none: string
}

/** Counts per day. */
export function DayChart({ days, none, ...words }: DayChartProps) {
  const t = useText()
  const format = useFormat()
  if (days.length === 0) return <p className="blank">{none}</p>
  const columns = days.map(({ day, n }) => ({ label: format.utcDay(day), n }))
  return <ColumnChart {...words} columns={columns} named={t('chart.day')} />
}
