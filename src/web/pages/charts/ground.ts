/** Our own outline of the world, as ECharts takes a map. */
import { registerMap } from 'echarts/core'
import { borderLines, landRings } from '../../ui/map/outline.ts'
import { groundName } from './options/common.ts'

function across(line: readonly (readonly [latitude: number, longitude: number])[]): [number, number][] {
  return line.map(([latitude, longitude]) => [longitude, latitude])
}

/** The land as one region, borders as lines over it. */
export function registerGround(): void {
  const land = { type: 'MultiPolygon', coordinates: landRings().map((ring) => [across(ring)]) }
  const borders = { type: 'MultiLineString', coordinates: borderLines().map(across) }
  const features = Object.entries({ land, borders }).map(([name, geometry]) => ({
    type: 'Feature',
    properties: { name },
    geometry,
  }))
  registerMap(groundName, { type: 'FeatureCollection', features } as Parameters<typeof registerMap>[1])
}
