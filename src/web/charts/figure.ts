/** What a chart shows, and its table: a row for each name, a column for each series. */
import type { EChartsOption } from 'echarts'
import type { Format } from '../i18n/text.ts'
import type { Palette } from '#domain/palette.ts'

export interface Figure {
  title: string
  /** The heading of the names. */
  named: string
  names: readonly string[]
  /** Null: there is no value, as of a group without numbers. */
  series: readonly { name: string; values: readonly (number | null)[] }[]
  /** Upright in the order of what is counted; lying beside each other; lying one after the other. */
  look: 'columns' | 'bars' | 'stacked'
  /** Values are parts of a hundred. */
  isPercent?: boolean
  /** The series are the steps of a scale: one colour, from faint to full. */
  isScale?: boolean
}

interface Look {
  palette: Palette
  format: Format
  narrow: boolean
}

/** A colour for each series; of many the same ones again, paler. */
export function coloursOf({ accent, warning, info, danger, success, muted }: Palette): string[] {
  const base = [accent, warning, info, danger, success, muted]
  return [...base, ...base.map((colour) => `${colour}99`), ...base.map((colour) => `${colour}4d`)]
}

/** In pixels. */
export function heightOf(figure: Figure, narrow = false): number {
  const { look, names, series } = figure
  if (look === 'columns') return 176 + topOf(figure, narrow)
  const lines = look === 'bars' ? Math.max(1, series.length * 0.7) : 1
  return 20 + topOf(figure, narrow) + Math.max(1, names.length) * Math.round(28 * lines)
}

const mostLegendLines = 6

/** The legend has as many lines as its names take; beyond that it scrolls. */
function legendLines({ series }: Figure, narrow: boolean): number {
  if (series.length < 2) return 0
  const widths = series.map(({ name }) => 44 + 7 * name.length + 5 * (name.match(/[\u2e80-\uffff]/g)?.length ?? 0))
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0) / (narrow ? 270 : 560))
}

function topOf(figure: Figure, narrow: boolean): number {
  const lines = legendLines(figure, narrow)
  return lines > mostLegendLines ? 38 : 14 + 24 * lines
}

/** Writes a value of the figure; anything but a number is none. */
export function valueText({ isPercent }: Pick<Figure, 'isPercent'>, format: Format): (value: unknown) => string {
  return (value) =>
    typeof value === 'number' ? `${format.number(Math.round(value * 100) / 100)}${isPercent ? '%' : ''}` : '–'
}

function stepColour({ accent }: Palette, share: number): string {
  return `${accent}${Math.round(255 * (0.15 + 0.85 * share))
    .toString(16)
    .padStart(2, '0')}`
}

export function optionOf(figure: Figure, { palette, format, narrow }: Look): EChartsOption {
  const { look, names, series, isPercent, isScale } = figure
  const isUpright = look === 'columns'
  const write = valueText(figure, format)
  const isWhole = series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)))
  const category = {
    type: 'category' as const,
    data: [...names],
    inverse: !isUpright,
    axisTick: { show: false },
    axisLabel: isUpright
      ? { hideOverlap: true }
      : { width: narrow ? 96 : 200, overflow: 'truncate' as const, interval: 0 },
  }
  const value = {
    type: 'value' as const,
    ...(isWhole && { minInterval: 1 }),
    ...(isPercent && look === 'stacked' && { max: 100, interval: 25 }),
    splitNumber: isUpright ? 3 : 4,
    axisLabel: { formatter: write, hideOverlap: true },
  }
  return {
    grid: { left: 4, right: isUpright ? 8 : 28, top: topOf(figure, narrow), bottom: 4, outerBoundsMode: 'same' },
    legend: {
      show: series.length > 1,
      type: legendLines(figure, narrow) > mostLegendLines ? 'scroll' : 'plain',
      top: 0,
      left: 0,
    },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      valueFormatter: write,
    },
    ...(isUpright ? { xAxis: category, yAxis: value } : { xAxis: value, yAxis: category }),
    series: series.map(({ name, values }, at) => ({
      type: 'bar',
      name,
      data: values.map((each) => each ?? '-'),
      ...(look === 'stacked' && { stack: 'all' }),
      ...(isScale && { itemStyle: { color: stepColour(palette, (at + 1) / series.length) } }),
      barMaxWidth: isUpright ? 48 : 18,
      barCategoryGap: '18%',
      label: {
        show: look === 'bars' || (look === 'stacked' && isPercent === true && at < 6),
        position: look === 'bars' ? 'right' : 'inside',
        color: look === 'bars' || (isScale && at < series.length / 2) ? palette.text : palette.surface,
        formatter: ({ value: shown }) =>
          typeof shown === 'number' && (look === 'bars' || shown >= 9)
            ? write(look === 'bars' ? shown : Math.round(shown))
            : '',
      },
    })),
  }
}
