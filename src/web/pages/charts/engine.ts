/** The parts of ECharts that the gallery draws with, and its colours as those of our theme. */
import * as charts from 'echarts/charts'
import * as components from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import type { Palette } from '../../ui/palette.ts'
import { registerGround } from './ground.ts'
import { coloursOf } from './options/common.ts'

use([
  CanvasRenderer,
  LabelLayout,
  charts.BarChart,
  charts.CustomChart,
  charts.EffectScatterChart,
  charts.FunnelChart,
  charts.GaugeChart,
  charts.GraphChart,
  charts.HeatmapChart,
  charts.LineChart,
  charts.LinesChart,
  charts.PieChart,
  charts.RadarChart,
  charts.ScatterChart,
  charts.TreemapChart,
  components.CalendarComponent,
  components.DataZoomComponent,
  components.GeoComponent,
  components.GridComponent,
  components.LegendComponent,
  components.LegendScrollComponent,
  components.PolarComponent,
  components.RadarComponent,
  components.TooltipComponent,
  components.VisualMapComponent,
])
registerGround()

export function draw(element: HTMLElement, palette: Palette) {
  return init(element, themeOf(palette), { renderer: 'canvas' })
}

export type Drawing = ReturnType<typeof draw>

function themeOf(palette: Palette) {
  const { text, muted, line, surface, sunken, accent, controlLine } = palette
  const axis = {
    axisLine: { lineStyle: { color: controlLine } },
    axisTick: { lineStyle: { color: controlLine } },
    axisLabel: { color: muted },
    splitLine: { lineStyle: { color: line } },
    splitArea: { areaStyle: { color: [surface, sunken] } },
  }
  return {
    color: coloursOf(palette),
    backgroundColor: surface,
    textStyle: { color: text, fontFamily: getComputedStyle(document.body).fontFamily },
    legend: { textStyle: { color: text }, pageTextStyle: { color: muted }, pageIconColor: accent },
    // As a picture: a box of HTML would bring styles that the content policy refuses.
    tooltip: {
      renderMode: 'richText',
      confine: true,
      backgroundColor: surface,
      borderColor: controlLine,
      textStyle: { color: text },
      axisPointer: { lineStyle: { color: controlLine } },
    },
    categoryAxis: axis,
    valueAxis: axis,
    radar: { ...axis, axisName: { color: muted } },
    pie: { itemStyle: { borderColor: surface, borderWidth: 2 } },
  }
}
