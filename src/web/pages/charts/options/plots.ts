/** Small drawings of one kind, each with a look of its own. */
import type { EChartsOption } from 'echarts'
import type { ChartInput, Look } from '../chart.ts'
import { axes, shortNames } from './common.ts'

type Kind = 'area' | 'bar' | 'line'

export const areas = (given: ChartInput) => plot(given, 'area')
export const bars = (given: ChartInput) => plot(given, 'bar')
export const lines = (given: ChartInput) => plot(given, 'line')

/** Of the kind that was chosen. */
export function chosen(given: ChartInput): EChartsOption {
  const { choice } = given
  return plot(given, choice === 'bar' || choice === 'line' ? choice : 'area')
}

function plot(given: ChartInput, kind: Kind): EChartsOption {
  const { rows, series, look = 'simple', t } = given
  const isWhole = look === 'percent'
  const names = look === 'simple' || look === 'shape' ? series.slice(0, 1) : series
  const sums = rows.map(({ values }) => values.slice(0, names.length).reduce((sum, n) => sum + n, 0) || 1)
  const along = { type: 'category', data: shortNames(given), axisLabel: { hideOverlap: true } } as const
  const percent = (n: number) => t('charts.percent', { percent: Math.round(n * 100) })
  const amounts = {
    type: 'value' as const,
    ...(isWhole ? { max: 1, axisLabel: { formatter: percent } } : { minInterval: 1 }),
  }
  return {
    ...axes(given),
    ...(look === 'vertical' ? { xAxis: amounts, yAxis: along } : { xAxis: along, yAxis: amounts }),
    series: names.map((name, at) => ({
      name,
      ...markOf(kind, look, at),
      ...(isWhole || look === 'stacked' ? { stack: 'all' } : {}),
      data: rows.map(({ values }, row) => (values[at] ?? 0) / (isWhole ? (sums[row] ?? 1) : 1)),
    })),
  }
}

/** A peak with hollow sides. */
const peak = 'path://M0,60 C10,60 15,20 15,0 C15,20 20,60 30,60 Z'

function markOf(kind: Kind, look: Look, at: number) {
  if (look === 'shape') return { type: 'pictorialBar' as const, symbol: peak }
  if (kind === 'bar' && !(look === 'mixed' && at > 0)) return { type: 'bar' as const }
  return {
    type: 'line' as const,
    smooth: look === 'cardinal' ? 0.7 : 0.3,
    symbolSize: look === 'dots' ? 12 : 4,
    ...(kind === 'area' ? { areaStyle: { opacity: 0.3 } } : {}),
    ...(look === 'dashed' ? { lineStyle: { type: 'dashed' as const } } : {}),
  }
}
