/** Days in the squares of a calendar. */
import type { EChartsOption } from 'echarts'
import type { ChartInput, Row } from '../chart.ts'
import { byValue, valueOf } from './common.ts'

const pairs = (rows: readonly Row[]) => rows.map((row): [string, number] => [row.label, valueOf(row)])

function scale({ rows, palette }: ChartInput) {
  return {
    type: 'continuous' as const,
    min: 0,
    max: Math.max(1, ...rows.map(valueOf)),
    show: false,
    seriesIndex: 0,
    inRange: { color: [palette.accentTint, palette.accent] },
  }
}

function squares({ palette, narrow }: ChartInput, range: string | string[]) {
  const dayNames = [0, 1, 2, 3, 4, 5, 6].map((day) => weekday(day))
  return {
    range,
    orient: narrow ? ('vertical' as const) : ('horizontal' as const),
    itemStyle: { color: palette.sunken, borderColor: palette.line },
    splitLine: { lineStyle: { color: palette.controlLine } },
    dayLabel: { color: palette.muted, firstDay: 1, nameMap: dayNames },
    monthLabel: { color: palette.muted, nameMap: monthNames() },
    yearLabel: { show: false },
  }
}

/** 4 January 1970 was a Sunday. */
function weekday(day: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'narrow', timeZone: 'UTC' }).format(
    new Date((3 + day) * 86_400_000),
  )
}

function monthNames(): string[] {
  const months = new Intl.DateTimeFormat(document.documentElement.lang, { month: 'short', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => months.format(new Date(Date.UTC(2026, at, 1))))
}

const monthOf = (day: string) => day.slice(0, 7)

/** The last months of the rows, up to the number that has room. */
function lastMonths(rows: readonly Row[], months: number): string[] {
  const last = rows.at(-1)?.label ?? new Date().toISOString().slice(0, 10)
  const [year = 0, month = 0] = last.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10)
  const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return [first, end]
}

/** The days, the busiest of them marked, and those in their order joined by arrows. */
export function marked(given: ChartInput): EChartsOption {
  const { rows, palette, narrow } = given
  const range = lastMonths(rows, narrow ? 3 : 4)
  const shown = rows.filter(({ label }) => label >= (range[0] ?? ''))
  const peaks = byValue(shown)
    .slice(0, 6)
    .filter((row) => valueOf(row) > 0)
  const ordered = [...peaks].sort((a, b) => a.label.localeCompare(b.label))
  return {
    tooltip: { formatter: (point) => told(given, point) },
    visualMap: scale(given),
    calendar: { ...squares(given, range), top: 32, left: 48, right: 16, bottom: 16, cellSize: 'auto' },
    series: [
      { type: 'heatmap', coordinateSystem: 'calendar', data: pairs(shown) },
      {
        type: 'graph',
        coordinateSystem: 'calendar',
        edgeSymbol: ['none', 'arrow'],
        symbolSize: 6,
        itemStyle: { color: palette.danger },
        lineStyle: { color: palette.danger, width: 1.5, opacity: 0.9, curveness: 0.15 },
        data: pairs(ordered),
        links: ordered.slice(1).map((_, at) => ({ source: at, target: at + 1 })),
      },
      {
        type: 'effectScatter',
        coordinateSystem: 'calendar',
        symbolSize: 12,
        showEffectOn: given.still ? 'emphasis' : 'render',
        itemStyle: { color: palette.warning },
        data: pairs(peaks),
      },
    ],
  }
}

function told({ format }: ChartInput, point: unknown): string {
  const [day, n] = (point as { value: [string, number] }).value
  return `${format.utcDay(day)}: ${format.number(n)}`
}

/** The last year and the one before it, as code hosts show work. */
export function commits(given: ChartInput): EChartsOption {
  const { rows, narrow } = given
  const lastYear = Number((rows.at(-1)?.label ?? new Date().toISOString()).slice(0, 4))
  const years = narrow ? [lastYear] : [lastYear, lastYear - 1]
  return {
    tooltip: { formatter: (point) => told(given, point) },
    visualMap: { ...scale(given), seriesIndex: years.map((_, at) => at) },
    calendar: years.map((year, at) => ({
      ...squares(given, String(year)),
      yearLabel: { show: true, color: given.palette.muted, fontSize: 14, margin: narrow ? 20 : 36 },
      ...(narrow
        ? { top: 44, left: 76, right: 16, bottom: 12 }
        : { top: 36 + 196 * at, left: 84, right: 12, height: 140 }),
      cellSize: 'auto',
    })),
    series: years.map((year, at) => ({
      type: 'heatmap',
      coordinateSystem: 'calendar',
      calendarIndex: at,
      data: pairs(rows.filter(({ label }) => label.startsWith(String(year)))),
    })),
  }
}

const chinese = new Intl.DateTimeFormat('zh-u-ca-chinese', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** The day of the moon, as Chinese calendars write it; the first of a month is called by its month. */
function lunarDay(day: string): string {
  const written = chinese.format(new Date(`${day}T00:00:00Z`))
  const [month = '', rest = ''] = written.split('月')
  return rest.startsWith('初一') ? `${month}月` : rest
}

/** The last month, each day with its lunar one. */
export function lunar(given: ChartInput): EChartsOption {
  const { rows, palette, narrow } = given
  const month = monthOf(rows.at(-1)?.label ?? new Date().toISOString())
  const byDay = new Map(rows.map((row) => [row.label, valueOf(row)]))
  const [year = 0, at = 1] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, at, 0)).getUTCDate()
  const days = Array.from({ length }, (_, day): [string, number] => {
    const label = `${month}-${String(day + 1).padStart(2, '0')}`
    return [label, byDay.get(label) ?? 0]
  })
  return {
    tooltip: { formatter: (point) => told(given, point) },
    visualMap: { ...scale(given), inRange: { color: [palette.sunken, palette.accentTint, palette.warningTint] } },
    calendar: {
      ...squares(given, month),
      orient: 'vertical',
      top: 44,
      bottom: 12,
      left: narrow ? 8 : '16%',
      right: narrow ? 8 : '16%',
      cellSize: 'auto',
      monthLabel: { show: false },
    },
    series: [
      {
        type: 'heatmap',
        coordinateSystem: 'calendar',
        data: days,
        label: {
          show: true,
          color: palette.text,
          lineHeight: 18,
          formatter: ({ value }) => {
            const [day] = value as [string, number]
            return `{day|${Number(day.slice(8))}}\n{moon|${lunarDay(day)}}`
          },
          rich: {
            day: { fontSize: 15, color: palette.text, align: 'center' },
            moon: { fontSize: 11, color: palette.muted, align: 'center' },
          },
        },
      },
    ],
  }
}
