/** The parts of ECharts that the gallery draws with, and its colours as those of our theme. */
import * as charts from 'echarts/charts'
import * as components from 'echarts/components'
import { init, use, registerMap } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import type { Palette } from '../../ui/palette.ts'
import { coloursOf, groundName } from './options/common.ts'
import { borderLines, landRings } from '../../map/outline.ts'

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

function across(line: readonly (readonly [latitude: number, longitude: number])[]): [number, number][] {
  return line.map(([latitude, longitude]) => [longitude, latitude])
}

/** Our own outline of the world, as ECharts takes a map: the land as one region, borders as lines over it. */
function registerGround(): void {
  const land = { type: 'MultiPolygon', coordinates: landRings().map((ring) => [across(ring)]) }
  const borders = { type: 'MultiLineString', coordinates: borderLines().map(across) }
  const features = Object.entries({ land, borders }).map(([name, geometry]) => ({
    type: 'Feature',
    properties: { name },
    geometry,
  }))
  registerMap(groundName, { type: 'FeatureCollection', features } as Parameters<typeof registerMap>[1])
}
