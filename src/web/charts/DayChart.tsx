import { useMemo } from 'react'
import { useFormat, useText } from '../i18n/text.ts'
import { Chart } from './Chart.tsx'

interface DayChartProps {
  days: readonly { day: string; n: number }[]
  title: string
  /** The heading of the counts. */
  counted: string
  /** Said when there is no day. */
  none: string
}

/** Counts per day. */
export function DayChart({ days, title, counted, none }: DayChartProps) {
  const t = useText()
  const format = useFormat()
  const named = t('chart.day')
  const figure = useMemo(() => {
    const [names, values] = [days.map(({ day }) => format.utcDay(day)), days.map(({ n }) => n)]
    return { title, named, names, series: [{ name: counted, values }], look: 'columns' as const }
  }, [days, format, title, named, counted])
  return days.length === 0 ? <p className="blank">{none}</p> : <Chart figure={figure} />
}
