/** Bubbles, rings, and the shapes that ECharts draws by our own hand: liquid and solid bars. */
import type { CustomSeriesOption, EChartsOption } from 'echarts'
import type { ChartInput } from '../chart.ts'
import { axes, centred, faint, shareOf, shortNames } from './common.ts'

/** The latest week and the one before it. */
export function bubbles(given: ChartInput): EChartsOption {
  const { rows, series, colours, palette } = given
  const names = shortNames(given)
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.slice(0, 2)))
  return {
    ...axes(given, names),
    tooltip: {},
    series: [0, 1].map((at) => ({
      type: 'scatter',
      name: series[at] ?? '',
      symbolSize: (n: number) => 10 + 34 * Math.sqrt(n / most),
      itemStyle: {
        opacity: 0.9,
        color: {
          type: 'radial',
          x: 0.4,
          y: 0.3,
          r: 1,
          colorStops: [
            { offset: 0, color: faint(colours[at] ?? palette.accent, 0.35) },
            { offset: 1, color: colours[at] ?? palette.accent },
          ],
        },
      },
      data: rows.map(({ values }) => values[at] ?? 0),
    })),
  }
}

export function polar(given: ChartInput): EChartsOption {
  const { rows, series } = given
  return {
    legend: { top: 4, type: 'scroll' },
    tooltip: {},
    polar: { radius: given.narrow ? '58%' : '68%', center: ['50%', '55%'] },
    angleAxis: { type: 'category', data: shortNames(given) },
    radiusAxis: { minInterval: 1, axisLabel: { showMinLabel: false } },
    series: series.map((name, at) => ({
      type: 'bar',
      coordinateSystem: 'polar',
      stack: 'all',
      name,
      data: rows.map(({ values }) => values[at] ?? 0),
    })),
  }
}

type Render = NonNullable<CustomSeriesOption['renderItem']>

/** A wave of some lengths, so that it may move by one; below it everything is full. */
function wave(width: number, level: number, depth: number): number[][] {
  const height = width / 24
  const steps = 96
  const line = Array.from({ length: steps + 1 }, (_, at) => {
    const x = (3 * width * at) / steps - 2 * width
    return [x, level - height * Math.sin((2 * Math.PI * x) / width)]
  })
  return [...line, [width, depth], [-2 * width, depth]]
}

/** A ball, full as far as responses are approved. */
export function liquid(given: ChartInput): EChartsOption {
  const { palette, rows, format, still, t } = given
  const share = shareOf(rows, 'APPROVED')
  const renderItem: Render = (_, api) => {
    const [width, height] = [api.getWidth(), api.getHeight()]
    const radius = Math.min(width, height) * 0.38
    const [cx, cy] = [width / 2, height / 2]
    const level = radius * (1 - 2 * share)
    const water = (color: string, duration: number) => ({
      type: 'polygon' as const,
      shape: { points: wave(2 * radius, level, 2 * radius).map(([x = 0, y = 0]) => [x + radius, y]) },
      style: { fill: color },
      ...(still
        ? {}
        : {
            keyframeAnimation: {
              duration,
              loop: true,
              keyframes: [
                { percent: 0, x: 0 },
                { percent: 1, x: 2 * radius },
              ],
            },
          }),
    })
    const text = (words: string, size: number, y: number) =>
      centred(given, words, [cx, cy + y], { font: `600 ${size}px sans-serif`, lineWidth: 4 })
    return {
      type: 'group',
      children: [
        {
          type: 'circle',
          shape: { cx, cy, r: radius + 8 },
          style: { fill: 'none', stroke: palette.accent, lineWidth: 4 },
        },
        {
          type: 'group',
          x: cx,
          y: cy,
          clipPath: { type: 'circle', shape: { cx: 0, cy: 0, r: radius } },
          children: [water(faint(palette.accent, 0.4), 6000), water(faint(palette.accent, 0.7), 4000)],
        },
        text(t('charts.percent', { percent: Math.round(100 * share) }), 40, -10),
        text(t('responses.status.APPROVED'), 15, 28),
      ],
    } as ReturnType<Render>
  }
  return {
    tooltip: { show: false, formatter: () => format.number(share) },
    series: [{ type: 'custom', coordinateSystem: 'none', data: [share], renderItem }],
  }
}

/** Bars with a side and a top that one sees through. */
export function solidBars(given: ChartInput): EChartsOption {
  const { rows, series, colours, palette } = given
  const among = series.length
  const renderOf =
    (at: number): Render =>
    (_, api) => {
      const [x = 0, top = 0] = api.coord([api.value(0), api.value(1)])
      const [, foot = 0] = api.coord([api.value(0), 0])
      const [room = 0] = (api.size?.([1, 0]) ?? []) as number[]
      const width = Math.min(34, (room * 0.66) / among)
      const depth = width * 0.45
      const left = x + width * 1.1 * (at - among / 2)
      const color = colours[at] ?? palette.accent
      const face = (opacity: number, ...points: number[][]) => ({
        type: 'polygon' as const,
        shape: { points },
        style: { fill: faint(color, opacity), stroke: color, lineWidth: 1 },
      })
      const right = left + width
      return {
        type: 'group',
        children: [
          face(0.55, [left, foot], [right, foot], [right, top], [left, top]),
          face(0.75, [right, foot], [right + depth, foot - depth], [right + depth, top - depth], [right, top]),
          face(0.35, [left, top], [left + depth, top - depth], [right + depth, top - depth], [right, top]),
        ],
      }
    }
  return {
    ...axes(given, shortNames(given)),
    tooltip: {},
    series: series.map((name, at) => ({
      type: 'custom',
      name,
      itemStyle: { color: colours[at] ?? palette.accent },
      encode: { x: 0, y: 1 },
      renderItem: renderOf(at),
      data: rows.map(({ values }, place) => [place, values[at] ?? 0]),
    })),
  }
}
