/** Every chart of the gallery, one line each, by the names of the seed. */
import type { Chart, ChartName } from './chart.ts'
import * as calendars from './options/calendars.ts'
import * as maps from './options/maps.ts'
import * as parts from './options/parts.ts'
import * as plots from './options/plots.ts'
import * as shapes from './options/shapes.ts'
import * as times from './options/times.ts'

type About = Omit<Chart, 'name' | 'group' | 'draw'>

const kinds = ['bar', 'line', 'pie', 'scatter'] as const

function inGroup(group: Chart['group']) {
  return (name: ChartName, about: About, draw: Chart['draw']): Chart => ({ name, group, ...about, draw })
}
const echarts = inGroup('ECharts')
const recharts = inGroup('Recharts')
const highCharts = inGroup('highCharts')

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
  recharts('AreaChartComponent', { data: 'weeks', looks: ['simple', 'stacked', 'percent', 'cardinal'] }, plots.areas),
  recharts('BarChartComponent', { data: 'weeks', looks: ['simple', 'stacked', 'mixed', 'shape'] }, plots.bars),
  recharts('Container', { data: 'weeks', choices: ['full', 'half', 'phone'], looks: ['simple'] }, plots.areas),
  recharts('LineChartComponent', { data: 'weeks', looks: ['simple', 'vertical', 'dashed', 'dots'] }, plots.lines),
  recharts('ReChartsComponent', { data: 'weeks', choices: ['area', 'bar', 'line'], looks: ['simple'] }, plots.chosen),
  highCharts('HighChartsComponent', { data: 'payments', choices: kinds }, parts.chosen),
  highCharts('HighMoreComponent', { data: 'weeks' }, shapes.polar),
  highCharts('HighmapsComponent', { data: 'sites' }, maps.regions),
  highCharts('HighstockComponent', { data: 'days', choices: ['month', 'week', 'whole'] }, times.stock),
]
