/** Every chart of the gallery, one line each, by the names of the seed. */
import type { Chart, ChartName, Choice, ChartInput, Plot } from './chart.ts'
import * as calendars from './options/calendars.ts'
import * as maps from './options/maps.ts'
import * as parts from './options/parts.ts'
import * as shapes from './options/shapes.ts'
import * as times from './options/times.ts'

type About = Omit<Chart, 'name' | 'group' | 'draw'>

const kinds = ['bar', 'line', 'pie', 'scatter'] as const

type Draw = (given: ChartInput) => ReturnType<typeof times.bars>

function optionsOf(group: Chart['group']) {
  return (name: ChartName, about: About, option: Draw): Chart => ({ name, group, ...about, draw: { option } })
}
const echarts = optionsOf('ECharts')
const highCharts = optionsOf('highCharts')

function recharts(name: ChartName, about: About, plots: (choice: Choice | undefined) => readonly Plot[]): Chart {
  return { name, group: 'Recharts', ...about, draw: { plots } }
}

const looks = (kind: Plot['kind'], all: readonly Plot['look'][]) => () => all.map((look) => ({ kind, look }))

function plotOf(choice: Choice | undefined): Plot[] {
  return [{ kind: choice === 'bar' || choice === 'line' ? choice : 'area', look: 'simple' }]
}

export const charts: readonly Chart[] = [
  echarts('AirportCoordComponent', { data: 'sites' }, maps.flights),
  echarts('BubbleGradientComponent', { data: 'weeks' }, shapes.bubbles),
  echarts('CalendarComponent', { data: 'days' }, calendars.marked),
  echarts('ChartAPIComponent', { data: 'payments' }, parts.funnel),
  echarts('ChartShowLoadingComponent', { data: 'questions', does: 'mask' }, parts.radar),
  echarts('ChartWithEventComponent', { data: 'statuses', does: 'say' }, parts.pie),
  echarts('DynamicChartComponent', { data: 'pulse', does: 'live' }, times.pulse),
  echarts('EchartsComponent', { data: 'statuses', choices: kinds }, parts.chosen),
  echarts('GCalendarComponent', { data: 'days' }, calendars.commits),
  echarts('GaugeComponent', { data: 'statuses' }, parts.gauges),
  echarts('GraphComponent', { data: 'surveys' }, parts.graph),
  echarts('LiquidfillComponent', { data: 'statuses' }, shapes.liquid),
  echarts('LunarCalendarComponent', { data: 'days' }, calendars.lunar),
  echarts('MainPageComponent', { data: 'gallery', does: 'open' }, parts.treemap),
  echarts('MapChartComponent', { data: 'sites' }, maps.values),
  echarts('ModuleLoadChartComponent', { data: 'surveys' }, times.bars),
  echarts('SimpleChartComponent', { data: 'weeks' }, times.stackedAreas),
  echarts('ThemeChartComponent', { data: 'statuses' }, times.waterfall),
  echarts('TransparentBar3DComPonent', { data: 'weeks' }, shapes.solidBars),
  echarts('TreemapComponent', { data: 'surveys' }, parts.treemap),
  recharts('AreaChartComponent', { data: 'weeks' }, looks('area', ['simple', 'stacked', 'percent', 'cardinal'])),
  recharts('BarChartComponent', { data: 'weeks' }, looks('bar', ['simple', 'stacked', 'mixed', 'shape'])),
  recharts('Container', { data: 'weeks', choices: ['full', 'half', 'phone'] }, looks('area', ['simple'])),
  recharts('LineChartComponent', { data: 'weeks' }, looks('line', ['simple', 'vertical', 'dashed', 'dots'])),
  recharts('ReChartsComponent', { data: 'weeks', choices: ['area', 'bar', 'line'] }, plotOf),
  highCharts('HighChartsComponent', { data: 'payments', choices: kinds }, parts.chosen),
  highCharts('HighMoreComponent', { data: 'weeks' }, shapes.polar),
  highCharts('HighmapsComponent', { data: 'sites' }, maps.regions),
  highCharts('HighstockComponent', { data: 'days', choices: ['month', 'week', 'whole'] }, times.stock),
]
