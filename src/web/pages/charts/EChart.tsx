/** A drawing of ECharts in the room that there is, in the colours of the theme. */
import type { EChartsOption } from 'echarts'
import { useEffect, useRef } from 'react'
import type { Palette } from '../../ui/palette.ts'
import type { Pictures } from './chart.ts'
import * as charts from 'echarts/charts'
import * as components from 'echarts/components'
import { init, registerMap, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { coloursOf, groundName } from './options/common.ts'
import { borderLines, landRings } from '../../ui/map/outline.ts'

interface EChartProps {
  option: EChartsOption
  palette: Palette
  label: string
  /** Words of the loading mask; undefined: nothing is loading. */
  mask: string | undefined
  still: boolean
  /** What was pressed: its name, its id, or the legend. */
  onPress: (name: string, about: { id?: string | undefined; shown?: boolean | undefined }) => void
  onDrawn: (pictures: Pictures) => void
}

export function EChart({ option, palette, label, mask, still, onPress, onDrawn }: EChartProps) {
  const element = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(null)
  const press = useRef(onPress)
  useEffect(() => {
    press.current = onPress
  })
  useEffect(() => {
    if (!element.current) return undefined
    const made = draw(element.current, palette)
    drawing.current = made
    made.on('click', ({ name, data }) => press.current(name, { id: (data as { id?: string } | null)?.id }))
    made.on('legendselectchanged', (event) => {
      const { name, selected } = event as { name: string; selected: Record<string, boolean> }
      press.current(name, { shown: selected[name] })
    })
    onDrawn(() => [made.renderToCanvas({ pixelRatio: 2, backgroundColor: palette.surface })])
    const resized = new ResizeObserver(() => made.resize())
    resized.observe(element.current)
    return () => {
      resized.disconnect()
      made.dispose()
    }
  }, [palette, onDrawn])
  useEffect(() => {
    drawing.current?.setOption({ ...option, animation: !still })
  }, [option, still])
  useEffect(() => {
    if (mask === undefined) drawing.current?.hideLoading()
    else
      drawing.current?.showLoading('default', {
        text: mask,
        color: palette.accent,
        textColor: palette.text,
        maskColor: `${palette.surface}d9`,
        showSpinner: !still,
      })
  }, [mask, palette, still])
  return (
    <figure className="chart-figure" aria-busy={mask !== undefined}>
      <figcaption className="visually-hidden">{label}</figcaption>
      <div ref={element} className="chart-canvas" aria-hidden="true" />
    </figure>
  )
}

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

function draw(element: HTMLElement, palette: Palette) {
  return init(element, themeOf(palette), { renderer: 'canvas' })
}

type Drawing = ReturnType<typeof draw>

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
