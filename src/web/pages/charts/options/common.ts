/** What several options have in common. */
import type { EChartsOption } from 'echarts'
import type { ChartInput, Row } from '../chart.ts'

export const valueOf = ({ values: [n = 0] }: Row) => n

export const byValue = (rows: readonly Row[]) => [...rows].sort((a, b) => valueOf(b) - valueOf(a))

/** A label that is a day, as the language writes it; any other as it is. */
export function named({ format }: ChartInput, label: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(label) ? format.utcDay(label) : label
}

/** Of weekdays: short, as an axis has little room. */
export function shortNames(given: ChartInput): string[] {
  return given.rows.map(({ label }) =>
    named(given, label)
      .replace(/[\s,年]*\d{4}(?!\d)[年]?/, '')
      .replace(/ de $/, ''),
  )
}

export const grid = { left: 12, right: 20, top: 44, bottom: 16, outerBoundsMode: 'same' as const }

/** The map of the world that the engine knows. */
export const groundName = 'world'

export const hidden = { show: false }

/** Along the names, which are the labels of the rows unless others are given. */
export function axes({ rows }: ChartInput, names: readonly string[] = rows.map(({ label }) => label)): EChartsOption {
  return {
    grid,
    legend: { top: 4, type: 'scroll' },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: [...names], axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1 },
  }
}

/** A colour that one can see through. */
export function faint(colour: string, share: number): string {
  return `${colour}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`
}

export function shareOf(rows: readonly Row[], key: string): number {
  const all = rows.reduce((sum, row) => sum + valueOf(row), 0)
  const part = rows.find((row) => row.key === key)
  return all === 0 || !part ? 0 : valueOf(part) / all
}

/** A status that is good, doubtful or bad has the colour that the rest of the product gives it. */
export function colourOf({ palette, colours }: ChartInput, { key }: Row, at: number): string {
  if (key === 'APPROVED' || key === 'SUCCESSFUL') return palette.success
  if (key === 'REJECTED' || key === 'FAILED') return palette.danger
  if (key === 'HAS_ISSUES') return palette.warning
  return [palette.info, palette.accent, palette.muted][at % 3] ?? colours[0] ?? ''
}

/** Words around a point, readable over what is behind them. */
export function centred({ palette }: ChartInput, text: string, [x, y]: readonly [number, number], more: object) {
  const middle = { align: 'center', verticalAlign: 'middle' } as const
  return {
    type: 'text' as const,
    x,
    y,
    style: { text, fill: palette.text, stroke: palette.surface, ...middle, ...more },
  }
}
