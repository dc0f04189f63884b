/** Bars, lines and areas along an axis. */
import type { EChartsOption } from 'echarts'
import type { ChartInput } from '../chart.ts'
import { pulseAt } from '../samples.ts'
import { axes, byValue, faint, grid, named, shortNames, valueOf } from './common.ts'

const mostBars = 12

/** The longest on top. */
export function bars(given: ChartInput): EChartsOption {
  const rows = byValue(given.rows).slice(0, mostBars).reverse()
  return {
    grid: { ...grid, top: 12, right: 48 },
    tooltip: {},
    xAxis: { type: 'value', minInterval: 1 },
    yAxis: {
      type: 'category',
      data: rows.map(({ label }) => label),
      axisLabel: { width: given.narrow ? 110 : 220, overflow: 'truncate' },
    },
    series: [
      { type: 'bar', name: given.series[0] ?? '', data: rows.map(valueOf), label: { show: true, position: 'right' } },
    ],
  }
}

export function stackedAreas(given: ChartInput): EChartsOption {
  return {
    ...axes(given, shortNames(given)),
    series: given.series.map((name, at) => ({
      type: 'line',
      name,
      stack: 'all',
      smooth: true,
      symbol: 'none',
      areaStyle: { opacity: 0.55 },
      data: given.rows.map(({ values }) => values[at] ?? 0),
    })),
  }
}

/** A window of points, which a tick of the clock moves on by one. */
export function pulse(given: ChartInput): EChartsOption {
  const points = given.rows.map((_, at) => pulseAt(given.tick + at))
  const values = points.map(valueOf)
  const mean = (at: number) => {
    const part = values.slice(Math.max(0, at - 4), at + 1)
    return Math.round(part.reduce((sum, n) => sum + n, 0) / part.length)
  }
  return {
    ...axes({ ...given, rows: points }),
    yAxis: { type: 'value', min: 0, max: 80 },
    series: [
      { type: 'bar', name: given.series[0] ?? '', data: values },
      {
        type: 'line',
        name: given.t('charts.mean'),
        smooth: true,
        symbol: 'none',
        data: values.map((_, at) => mean(at)),
      },
    ],
  }
}

/** From nothing to the whole, a step for each row. */
export function waterfall(given: ChartInput): EChartsOption {
  const { rows, palette, t } = given
  const whole = rows.reduce((sum, row) => sum + valueOf(row), 0)
  let below = 0
  const base = rows.map((row) => {
    const before = below
    below += valueOf(row)
    return before
  })
  return {
    ...axes(given, [...rows.map(({ label }) => label), t('charts.whole')]),
    legend: { show: false },
    tooltip: {},
    backgroundColor: palette.warningTint,
    series: [
      { type: 'bar', stack: 'all', silent: true, itemStyle: { color: 'transparent' }, data: [...base, 0] },
      {
        type: 'bar',
        stack: 'all',
        name: given.series[0] ?? '',
        label: { show: true, position: 'top', color: palette.text },
        itemStyle: { borderRadius: 4 },
        data: [...rows.map((row) => solid(valueOf(row), palette.warning)), solid(whole, palette.danger)],
      },
    ],
  }
}

function solid(n: number, color: string) {
  return { value: n, itemStyle: { color } }
}

const spans = { week: 7, month: 30 } as const

/** All days; the range selector shows the last of them. */
export function stock(given: ChartInput): EChartsOption {
  const { rows, choice, palette } = given
  const names = rows.map(({ label }) => named(given, label))
  const span = choice === 'week' || choice === 'month' ? spans[choice] : rows.length
  return {
    ...axes(given, names),
    grid: { ...grid, top: 16, bottom: 64 },
    legend: { show: false },
    dataZoom: [
      { type: 'inside', startValue: Math.max(0, rows.length - span), endValue: rows.length - 1 },
      { type: 'slider', bottom: 12, height: 28, labelFormatter: () => '' },
    ],
    series: [
      {
        type: 'line',
        name: given.series[0] ?? '',
        symbol: 'none',
        areaStyle: { color: faint(palette.accent, 0.18) },
        data: rows.map(valueOf),
      },
    ],
  }
}
