/** A line between two places of a map, with its length in words at its middle. */
import L from 'leaflet'
import type { Point } from './circles.ts'

export interface Line {
  from: Point
  to: Point
  label: string
}

export function drawLine(layer: L.LayerGroup, line: Line | undefined): void {
  layer.clearLayers()
  if (!line) return
  const ends = [line.from, line.to].map(({ latitude, longitude }) => L.latLng(latitude, longitude))
  L.polyline(ends, { className: 'map-line', weight: 2, interactive: false }).addTo(layer)
  const html = document.createElement('span')
  html.textContent = line.label
  const icon = L.divIcon({ className: 'map-length', html, iconSize: [0, 0] })
  L.marker(L.latLngBounds(ends).getCenter(), { icon, interactive: false, keyboard: false }).addTo(layer)
}
