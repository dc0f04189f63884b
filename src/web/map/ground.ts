/** What a map without a tile server shows below its places: land, borders, countries by name and a grid of degrees. */
import L from 'leaflet'
import { currentTag } from '../i18n/locale.ts'
import { gridDegrees } from './grid.ts'
import { borderLines, countryNames, landRings } from './outline.ts'
import { word } from './words.ts'

/** The outline is good to some two kilometres: deeper it would put places by the sea into it. */
const deepestOutline = 9
/** One sees over the edges of the world, where it begins again. */
const turns = [-360, 0, 360]
const pane = 'ground-words'
const panes = { ground: '210', [pane]: '220' }

export function drawGround(map: L.Map, attribution: string): void {
  // Lines and words below everything else.
  for (const [name, depth] of Object.entries(panes)) map.createPane(name).style.zIndex = depth
  const line = { interactive: false, weight: 1, pane: 'ground' }
  for (const turn of turns) {
    L.polygon(turned(landRings(), turn), { ...line, className: 'map-land', attribution }).addTo(map)
    L.polyline(turned(borderLines(), turn), { ...line, className: 'map-border' }).addTo(map)
  }
  const grid = L.layerGroup().addTo(map)
  const names = L.layerGroup().addTo(map)
  const redraw = () => {
    map.getContainer().dataset['near'] = String(map.getZoom() > deepestOutline)
    drawGrid(map, grid, { ...line, className: 'map-degrees' })
    drawNames(map, names)
  }
  map.on('moveend', redraw)
  redraw()
}

function turned(lines: ReturnType<typeof landRings>, turn: number): L.LatLngTuple[][] {
  return lines.map((line) => line.map(([latitude, longitude]): L.LatLngTuple => [latitude, longitude + turn]))
}

function drawGrid(map: L.Map, grid: L.LayerGroup, line: L.PolylineOptions): void {
  grid.clearLayers()
  const bounds = map.getBounds()
  const [south, west, north, east] = [bounds.getSouth(), bounds.getWest(), bounds.getNorth(), bounds.getEast()]
  const { latitudes, longitudes } = gridDegrees({ south, west, north, east })
  const across = bounds.pad(0.5)
  const rows = latitudes.map((y) => [L.latLng(y, across.getWest()), L.latLng(y, across.getEast())])
  const columns = longitudes.map((x) => [
    L.latLng(Math.max(across.getSouth(), -85), x),
    L.latLng(Math.min(across.getNorth(), 85), x),
  ])
  L.polyline([...rows, ...columns], line).addTo(grid)
  // Beside the controls in the corners.
  const { x: width, y: height } = map.getSize()
  for (const latitude of latitudes) {
    const { y } = map.latLngToContainerPoint([latitude, east])
    if (y > 40 && y < height - 16) word(`${latitude}°`, 'map-degree', L.latLng(latitude, east), pane).addTo(grid)
  }
  for (const longitude of longitudes) {
    const { x } = map.latLngToContainerPoint([north, longitude])
    const text = `${inWorld(longitude)}°`
    if (x > 48 && x < width - 40) word(text, 'map-degree map-degree-top', L.latLng(north, longitude), pane).addTo(grid)
  }
}

function inWorld(longitude: number): number {
  return Number((longitude - 360 * Math.round(longitude / 360)).toFixed(6))
}

/** Of the countries that have room for it. */
function drawNames(map: L.Map, names: L.LayerGroup): void {
  names.clearLayers()
  const inWords = new Intl.DisplayNames(currentTag(), { type: 'region' })
  const degree = map.project([0, 1]).x - map.project([0, 0]).x
  const seen = map.getBounds().pad(0.5)
  for (const { code, latitude, longitude, width } of countryNames()) {
    const name = inWords.of(code) ?? code
    if (width * degree < 24 + 7 * name.length) continue
    const places = turns.map((turn) => L.latLng(latitude, longitude + turn)).filter((place) => seen.contains(place))
    for (const place of places) word(name, 'map-country', place, pane).addTo(names)
  }
}
