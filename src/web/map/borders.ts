/** Borders of administrative units below the places of a map, and their names where there is room. */
import L from 'leaflet'
import { contains } from '#domain/people/unit-borders.ts'
import { word } from './words.ts'

export interface Border {
  unit: { id: number; name: string }
  /** The coordinates of a GeoJSON MultiPolygon. */
  shape: readonly (readonly (readonly (readonly [longitude: number, latitude: number])[])[])[]
}

const panes = { 'unit-borders': '215', 'unit-words': '225' }

/** How the areas of units are filled, by unit, and what is said at them. */
export type Shades = ReadonlyMap<number, { className: string; text: string }>

/** The layer, to be removed when there are others. */
export function drawBorders(map: L.Map, borders: readonly Border[], shades?: Shades): L.LayerGroup {
  for (const [pane, depth] of Object.entries(panes)) (map.getPane(pane) ?? map.createPane(pane)).style.zIndex = depth
  const layer = L.layerGroup().addTo(map)
  const names = L.layerGroup().addTo(layer)
  const areas = borders.map(({ unit, shape }) => {
    const shade = shades?.get(unit.id)
    const area = L.polygon(
      shape.map((rings) => rings.map((ring) => ring.map(([x, y]) => L.latLng(y, x)))),
      {
        interactive: shade !== undefined,
        weight: 1,
        pane: 'unit-borders',
        className: shade ? `map-unit ${shade.className}` : 'map-unit',
      },
    ).addTo(layer)
    if (shade)
      area.bindTooltip(Object.assign(document.createElement('span'), { textContent: shade.text }), { sticky: true })
    const [main] = shape.flatMap(([outer = []]) => L.latLngBounds(outer.map(([x, y]) => [y, x]))).toSorted(byWidth)
    return { name: unit.name, bounds: main }
  })
  const drawNames = () => {
    names.clearLayers()
    const seen = map.getBounds().pad(0.2)
    // So near that the middle of the unit is out of sight, its name is on top.
    const { lng, lat } = map.getCenter()
    const here = borders.find(({ shape }) => shape.some((rings) => contains(rings, lng, lat)))
    const around = areas[here ? borders.indexOf(here) : -1]
    const top = map.containerPointToLatLng([map.getSize().x / 2, 28])
    if (around?.bounds && !map.getBounds().contains(around.bounds.getCenter()))
      word(around.name, 'map-unit-name', top, 'unit-words').addTo(names)
    for (const { name, bounds } of areas) {
      if (!bounds?.isValid() || !seen.contains(bounds.getCenter())) continue
      const [west, east] = [map.project(bounds.getNorthWest()).x, map.project(bounds.getNorthEast()).x]
      if (east - west > 16 + 6.5 * name.length)
        word(name, 'map-unit-name', bounds.getCenter(), 'unit-words').addTo(names)
    }
  }
  map.on('moveend', drawNames)
  layer.on('remove', () => map.off('moveend', drawNames))
  drawNames()
  return layer
}

function byWidth(one: L.LatLngBounds, other: L.LatLngBounds): number {
  return other.getEast() - other.getWest() - (one.getEast() - one.getWest())
}
