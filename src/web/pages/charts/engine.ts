/** The parts of ECharts that the gallery draws with, beyond those of every chart. */
import * as charts from 'echarts/charts'
import * as components from 'echarts/components'
import { registerMap, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { groundName } from './options/common.ts'
import { borderLines, landRings } from '../../map/outline.ts'

use([
  LabelLayout,
  charts.CustomChart,
  charts.EffectScatterChart,
  charts.FunnelChart,
  charts.GaugeChart,
  charts.GraphChart,
  charts.HeatmapChart,
  charts.LineChart,
  charts.LinesChart,
  charts.PictorialBarChart,
  charts.PieChart,
  charts.RadarChart,
  charts.ScatterChart,
  charts.TreemapChart,
  components.CalendarComponent,
  components.DataZoomComponent,
  components.GeoComponent,
  components.PolarComponent,
  components.RadarComponent,
  components.VisualMapComponent,
])
registerGround()

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
