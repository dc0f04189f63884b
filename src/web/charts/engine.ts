/** ECharts as our charts have it: bars along two axes, in the colours of the theme. It comes with the first chart. */
import { BarChart } from 'echarts/charts'
import { GridComponent, LegendComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Palette } from '#domain/palette.ts'
import { coloursOf } from './figure.ts'

use([CanvasRenderer, BarChart, GridComponent, LegendComponent, LegendScrollComponent, TooltipComponent])

/** `size`: of an element that is on no page. */
export function draw(element: HTMLElement, palette: Palette, size: { width?: number; height?: number } = {}) {
  return init(element, themeOf(palette), { renderer: 'canvas', ...size })
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
