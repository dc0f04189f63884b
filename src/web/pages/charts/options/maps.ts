/** Sites on our own outline of the world. */
import type { EChartsOption } from 'echarts'
import type { ChartInput, Row } from '../chart.ts'
import { byValue, centred, groundName, valueOf } from './common.ts'

type Place = [longitude: number, latitude: number]

function placeOf({ values: [, latitude = 0, longitude = 0] }: Row): Place {
  return [longitude, latitude]
}

/** The map around all places, with some room on each side. */
function around({ rows, palette }: ChartInput) {
  const places = rows.map(placeOf)
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const [south, north] = [Math.min(...ys), Math.max(...ys)]
  const room = Math.max(0.6, (east - west + north - south) / 8)
  const corners: [Place, Place] = [
    [Math.max(-180, west - room), Math.min(85, north + room)],
    [Math.min(180, east + room), Math.max(-85, south - room)],
  ]
  return {
    corners,
    geo: {
      map: groundName,
      boundingCoords: corners,
      top: 8,
      bottom: 8,
      left: 8,
      right: 8,
      silent: true,
      itemStyle: { areaColor: palette.sunken, borderColor: palette.controlLine, borderWidth: 0.8 },
    },
  }
}

function most({ rows }: ChartInput): number {
  return Math.max(1, ...rows.map(valueOf))
}

function tooltip({ format, series }: ChartInput) {
  return {
    formatter: (point: unknown) => {
      const { name = '', value } = point as { name?: string; value?: unknown }
      const [, , n] = Array.isArray(value) ? (value as number[]) : []
      return n === undefined ? name : `${name}\n${series[0]}: ${format.number(n)}`
    },
  }
}

/** From the place with most sites to each of the others. */
export function flights(given: ChartInput): EChartsOption {
  const { rows, palette, still } = given
  const { geo } = around(given)
  const [hub, ...others] = byValue(rows)
  return {
    geo,
    tooltip: tooltip(given),
    series: [
      {
        type: 'lines',
        coordinateSystem: 'geo',
        z: 3,
        effect: { show: !still, period: 5, trailLength: 0.3, symbol: 'arrow', symbolSize: 7, color: palette.warning },
        lineStyle: { color: palette.accent, width: 1.4, opacity: 0.55, curveness: 0.25 },
        data: hub ? others.map((row) => ({ name: row.label, coords: [placeOf(hub), placeOf(row)] })) : [],
      },
      {
        type: 'effectScatter',
        coordinateSystem: 'geo',
        z: 4,
        showEffectOn: still ? 'emphasis' : 'render',
        itemStyle: { color: palette.accent },
        symbolSize: (value: number[]) => 6 + 12 * Math.sqrt((value[2] ?? 0) / most(given)),
        ...placeNames(given),
        data: rows.map((row) => ({ name: row.label, value: [...placeOf(row), valueOf(row)] })),
      },
    ],
  }
}

/** The name beside each place, readable over the map. */
function placeNames({ palette }: ChartInput) {
  return {
    label: {
      show: true,
      position: 'right',
      formatter: '{b}',
      color: palette.text,
      fontSize: 11,
      textBorderColor: palette.surface,
      textBorderWidth: 3,
    },
    labelLayout: { hideOverlap: true },
  } as const
}

/** Each place, larger and darker with more sites. */
export function values(given: ChartInput): EChartsOption {
  const { rows, palette } = given
  const { geo } = around(given)
  return {
    geo,
    tooltip: tooltip(given),
    visualMap: {
      min: 0,
      max: most(given),
      seriesIndex: 0,
      dimension: 2,
      left: 12,
      bottom: 12,
      calculable: false,
      itemHeight: 90,
      inRange: { color: [palette.info, palette.accent, palette.danger] },
      textStyle: { color: palette.muted },
    },
    series: [
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        symbolSize: (value: number[]) => 10 + 22 * Math.sqrt((value[2] ?? 0) / most(given)),
        ...placeNames(given),
        data: rows.map((row) => ({ name: row.label, value: [...placeOf(row), valueOf(row)] })),
      },
    ],
  }
}

/** So many regions along the longer side of the map. */
const regionsAlong = 8

/** Squares of the map, coloured by the sites within: a product without shapes of districts has these. */
export function regions(given: ChartInput): EChartsOption {
  const { rows, palette, format } = given
  const { geo, corners } = around(given)
  const [[west, north], [east, south]] = corners
  const size = Math.max(east - west, north - south) / regionsAlong
  const sums = new Map<string, { at: Place; n: number; names: string[] }>()
  for (const row of rows) {
    const [x, y] = placeOf(row)
    const at: Place = [west + size * Math.floor((x - west) / size), south + size * Math.floor((y - south) / size)]
    const cell = sums.get(at.join()) ?? { at, n: 0, names: [] }
    sums.set(at.join(), { at, n: cell.n + valueOf(row), names: [...cell.names, row.label] })
  }
  const cells = [...sums.values()]
  return {
    geo,
    tooltip: tooltip(given),
    visualMap: {
      type: 'piecewise',
      min: 0,
      max: Math.max(1, ...cells.map(({ n }) => n)),
      splitNumber: 4,
      precision: 0,
      seriesIndex: 0,
      dimension: 2,
      left: 12,
      bottom: 12,
      inRange: { color: [palette.accentTint, palette.accent] },
      textStyle: { color: palette.muted },
    },
    series: [
      {
        type: 'custom',
        coordinateSystem: 'geo',
        data: cells.map(({ at, n, names }) => ({ name: names.slice(0, 3).join(', '), value: [...at, n] })),
        renderItem: (_, api) => {
          const [x, y] = [Number(api.value(0)), Number(api.value(1))]
          const corner = (across: number, up: number) => api.coord([x + across * size, y + up * size])
          const points = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
          const [left = 0, top = 0] = corner(0.5, 0.5)
          return {
            type: 'group',
            children: [
              {
                type: 'polygon',
                shape: { points },
                style: { fill: colourOf(api.visual('color')), opacity: 0.85, stroke: palette.surface, lineWidth: 1 },
              },
              centred(given, format.number(Number(api.value(2))), [left, top], { lineWidth: 3 }),
            ],
          }
        },
      },
    ],
  }
}

/** ECharts may give gradients too; the map of regions has plain colours. */
function colourOf(visual: unknown): string {
  return typeof visual === 'string' ? visual : 'none'
}
