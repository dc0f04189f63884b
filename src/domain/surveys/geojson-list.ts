/** Places as a list: each feature of a GeoJSON is a row of its properties, with its place as apps write places. */
import { featuresOf } from '../text/geojson.ts'
import { type ListProblem, ListRows } from './list-table.ts'
import type { ListTable } from './survey-files.ts'

interface Feature {
  id?: unknown
  properties?: Record<string, unknown> | null
  geometry?: { type?: unknown; coordinates?: unknown } | null
}

export function tableOfGeoJson(text: string): ListTable | ListProblem {
  const features = featuresOf(text)
  if (!features?.every(isFeature)) return { problem: 'LIST_UNREADABLE' }
  const rows = new ListRows()
  for (const { id, properties, geometry } of features) {
    const columns = Object.entries(properties ?? {}).map(([name, value]) => [name, wordOf(value)] as const)
    const own = id === undefined ? [] : [['id', wordOf(id)] as const]
    const isAdded = rows.add(Object.fromEntries([...own, ...columns, ['geometry', placeOf(geometry)]]))
    if (!isAdded) break
  }
  return rows.problem ?? rows.table
}

function isFeature(value: unknown): value is Feature {
  return typeof value === 'object' && value !== null
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** `-19.1 33.5 0 0`, several points with `; ` between them; of an area its outline. */
function placeOf(geometry: Feature['geometry']): string {
  const { type, coordinates } = geometry ?? {}
  const points = type === 'Point' ? [coordinates] : type === 'Polygon' ? listOf(coordinates)[0] : coordinates
  return listOf(points)
    .flatMap((point) => {
      const [longitude, latitude] = listOf(point)
      return typeof longitude === 'number' && typeof latitude === 'number' ? [`${latitude} ${longitude} 0 0`] : []
    })
    .join('; ')
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
