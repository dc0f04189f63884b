/** Parts of a whole, and what belongs together. */
import type { EChartsOption } from 'echarts'
import type { ChartInput } from '../chart.ts'
import { axes, byValue, colourOf, hidden, shareOf, valueOf } from './common.ts'

function items(given: ChartInput) {
  return given.rows.map((row, at) => ({
    name: row.label,
    value: valueOf(row),
    itemStyle: { color: colourOf(given, row, at) },
  }))
}

export function pie(given: ChartInput): EChartsOption {
  return {
    legend: { top: 4, type: 'scroll' },
    tooltip: {},
    series: [
      {
        type: 'pie',
        name: given.series[0] ?? '',
        radius: ['34%', given.narrow ? '52%' : '64%'],
        center: ['50%', '56%'],
        data: items(given),
        label: { color: given.palette.text, overflow: 'break' },
      },
    ],
  }
}

export function funnel(given: ChartInput): EChartsOption {
  return {
    legend: { top: 4, type: 'scroll' },
    tooltip: {},
    series: [
      {
        type: 'funnel',
        name: given.series[0] ?? '',
        top: 52,
        bottom: 16,
        left: given.narrow ? '4%' : '16%',
        right: given.narrow ? '34%' : '24%',
        gap: 2,
        minSize: '6%',
        data: items(given),
        label: { position: 'right', color: given.palette.text, formatter: '{b}: {c}' },
      },
    ],
  }
}

export function radar(given: ChartInput): EChartsOption {
  const rows = given.rows.slice(0, 8)
  const most = Math.max(1, ...rows.map(valueOf))
  return {
    tooltip: {},
    radar: {
      radius: given.narrow ? '48%' : '64%',
      indicator: rows.map(({ label }) => ({ name: label, max: most })),
      axisName: { color: given.palette.muted, width: given.narrow ? 76 : 150, overflow: 'truncate' },
    },
    series: [
      {
        type: 'radar',
        areaStyle: { opacity: 0.25 },
        data: [{ name: given.series[0] ?? '', value: rows.map(valueOf) }],
      },
    ],
  }
}

/** As the user chose. */
export function chosen(given: ChartInput): EChartsOption {
  const { choice, series } = given
  if (choice === 'pie') return pie(given)
  return {
    ...axes(given),
    legend: hidden,
    series: [
      {
        type: choice === 'line' || choice === 'scatter' ? choice : 'bar',
        name: series[0] ?? '',
        symbolSize: choice === 'scatter' ? 18 : 8,
        data: items(given),
      },
    ],
  }
}

/** What share of all responses is approved, has issues, is rejected. */
export function gauges(given: ChartInput): EChartsOption {
  const { palette, narrow, t, rows } = given
  const shown = [
    { key: 'APPROVED', color: palette.success },
    { key: 'HAS_ISSUES', color: palette.warning },
    { key: 'REJECTED', color: palette.danger },
  ] as const
  return {
    series: shown.map(({ key, color }, at) => ({
      type: 'gauge',
      name: t(`responses.status.${key}`),
      center: narrow ? ['50%', `${20 + 32 * at}%`] : [`${18 + 32 * at}%`, '55%'],
      radius: narrow ? '28%' : '52%',
      min: 0,
      max: 100,
      splitNumber: 4,
      progress: { show: true, width: 10, itemStyle: { color } },
      axisLine: { lineStyle: { width: 10, color: [[1, palette.line]] } },
      axisTick: hidden,
      splitLine: hidden,
      axisLabel: { show: !narrow, distance: 16, color: palette.muted },
      pointer: { length: '60%', width: 4, itemStyle: { color } },
      title: { offsetCenter: [0, '92%'], color: palette.muted, fontSize: 13 },
      detail: { offsetCenter: [0, '58%'], fontSize: 20, color: palette.text, formatter: '{value}%' },
      data: [{ name: t(`responses.status.${key}`), value: Math.round(100 * shareOf(rows, key)) }],
    })),
  }
}

/** Surveys around their statuses. */
export function graph(given: ChartInput): EChartsOption {
  const { rows, narrow, palette, colours } = given
  const hubs = [...new Set(rows.map(({ of = '' }) => of))]
  const most = Math.max(1, ...rows.map(valueOf))
  return {
    legend: { top: 4, type: 'scroll', data: hubs },
    tooltip: {},
    series: [
      {
        type: 'graph',
        layout: 'force',
        roam: 'move',
        top: 48,
        force: { repulsion: narrow ? 130 : 260, edgeLength: narrow ? 60 : 110, layoutAnimation: !given.still },
        categories: hubs.map((name, at) => ({ name, itemStyle: { color: colours[at % colours.length] ?? '' } })),
        label: { show: true, position: 'bottom', color: palette.text, width: 120, overflow: 'truncate' },
        labelLayout: { hideOverlap: true },
        lineStyle: { color: palette.controlLine },
        data: [
          ...hubs.map((name, at) => ({ id: `of ${name}`, name, category: at, symbolSize: 34, symbol: 'roundRect' })),
          ...rows.map((row, at) => ({
            id: `row ${at}`,
            name: row.label,
            value: valueOf(row),
            category: hubs.indexOf(row.of ?? ''),
            symbolSize: 10 + 24 * Math.sqrt(valueOf(row) / most),
          })),
        ],
        links: rows.map(({ of = '' }, at) => ({ source: `of ${of}`, target: `row ${at}` })),
      },
    ],
  }
}

/** Areas by value, in the group that they belong to. */
export function treemap(given: ChartInput): EChartsOption {
  const { palette, rows } = given
  const hubs = [...new Set(rows.map(({ of = '' }) => of))]
  const within = (hub: string) => byValue(rows.filter(({ of = '' }) => of === hub))
  return {
    tooltip: {},
    series: [
      {
        type: 'treemap',
        name: given.title,
        roam: false,
        nodeClick: false,
        breadcrumb: hidden,
        top: 8,
        right: 8,
        bottom: 8,
        left: 8,
        upperLabel: { show: true, height: 24, color: palette.text },
        label: { color: palette.onAccent, overflow: 'break', fontSize: given.narrow ? 10 : 12 },
        itemStyle: { borderColor: palette.surface },
        levels: [{ upperLabel: hidden }, { itemStyle: { borderColor: palette.sunken, borderWidth: 2, gapWidth: 2 } }],
        data: hubs.map((hub) => ({
          name: hub,
          // A survey without responses has an area too.
          children: within(hub).map((row) => ({
            id: row.key ?? row.label,
            name: row.label,
            value: Math.max(valueOf(row), 0.3),
          })),
        })),
      },
    ],
  }
}
