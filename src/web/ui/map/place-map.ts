/**
 * A map by Leaflet, for `PlaceMap.tsx` alone. Tiles where the operator named a server (`MAP_TILE_URL`), else the outline.
 * Markers are elements drawn by our style sheet: nothing is fetched for them, and Tab and Enter reach them.
 */
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { mapTiles } from '../../api/page-settings.ts'
import './map.css'

export interface Spot {
  latitude: number
  longitude: number
  /** How many things lie here. */
  count: number
  title: string
}

export interface Point {
  latitude: number
  longitude: number
  radiusMeters?: number | undefined
}

/** Edges in degrees. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

interface MapWords {
  zoomIn: string
  zoomOut: string
  outline: string
}

export interface PlaceMapHandle {
  fit: (bounds: Bounds, deepestZoom: number) => void
  showSpots: <S extends Spot>(spots: readonly S[], onSpot: (spot: S) => void) => void
  showPoint: (point: Point | undefined) => void
  middle: () => Point
  zoomTo: (point: Point) => void
  onWindow: (tell: (bounds: Bounds) => void) => void
  onPick: (tell: (point: Point) => void) => void
  remove: () => void
}

const deepest = 19

export function openPlaceMap(element: HTMLElement, words: MapWords): PlaceMapHandle {
  const map = L.map(element, { zoomControl: false, maxZoom: deepest, minZoom: 1, worldCopyJump: true })
  map.attributionControl.setPrefix('Leaflet')
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  map.setView([0, 20], 2)
  if (mapTiles) L.tileLayer(mapTiles.url, { maxZoom: deepest, attribution: plain(mapTiles.attribution) }).addTo(map)
  else void drawOutline(map, words.outline)
  // What comes beside it later may change its width; its middle stays.
  const resized = new ResizeObserver(() => map.invalidateSize())
  resized.observe(element)
  const spots = L.layerGroup().addTo(map)
  const point = L.layerGroup().addTo(map)

  return {
    fit: ({ south, west, north, east }, maxZoom) =>
      map.fitBounds(L.latLngBounds([south, west], [north, east]), { padding: [24, 24], maxZoom }),
    showSpots: (list, onSpot) => {
      spots.clearLayers()
      for (const spot of list) {
        const marker = L.marker([spot.latitude, spot.longitude], { icon: spotIcon(spot), title: spot.title })
        marker.on('click', () => onSpot(spot)).addTo(spots)
        marker.getElement()?.setAttribute('aria-label', spot.title)
      }
    },
    showPoint: (at) => {
      point.clearLayers()
      if (!at) return
      const place: L.LatLngExpression = [at.latitude, at.longitude]
      const icon = L.divIcon({ className: 'map-point', iconSize: [18, 18] })
      L.marker(place, { icon, interactive: false, keyboard: false }).addTo(point)
      if (at.radiusMeters !== undefined)
        L.circle(place, { radius: at.radiusMeters, className: 'map-radius', interactive: false }).addTo(point)
    },
    middle: () => placeOf(map.getCenter()),
    zoomTo: ({ latitude, longitude }) => map.setView([latitude, longitude], Math.min(map.getZoom() + 2, deepest)),
    onWindow: (tell) => map.on('moveend', () => tell(boundsOf(map.getBounds()))),
    onPick: (tell) => {
      map.on('click', (event) => tell(placeOf(event.latlng)))
      map.on('keydown', ({ originalEvent }) => {
        if (originalEvent.key !== 'Enter' || originalEvent.target !== element) return
        // It is no form's Enter.
        originalEvent.preventDefault()
        tell(placeOf(map.getCenter()))
      })
    },
    remove: () => {
      resized.disconnect()
      map.remove()
    },
  }
}

function spotIcon({ count }: Spot): L.DivIcon {
  // A finger needs 24 px; the dot in it is smaller.
  const size = count === 1 ? 24 : 26 + 4 * Math.min(5, Math.floor(Math.log10(count)))
  const text = document.createElement('span')
  text.textContent = count === 1 ? '' : new Intl.NumberFormat('en', { notation: 'compact' }).format(count)
  return L.divIcon({ className: count === 1 ? 'map-spot' : 'map-spot map-cluster', iconSize: [size, size], html: text })
}

async function drawOutline(map: L.Map, attribution: string): Promise<void> {
  const { outlineLines } = await import('./outline.ts')
  const options = { className: 'map-outline', interactive: false, weight: 1, attribution: plain(attribution) }
  for (const line of outlineLines()) L.polyline(line, options).addTo(map)
}

/** Leaflet takes markup here; this is none. */
function plain(text: string): string {
  const element = document.createElement('span')
  element.textContent = text
  return element.innerHTML
}

function placeOf(at: L.LatLng): Point {
  const { lat, lng } = at.wrap()
  // Some ten centimetres: no device knows more.
  return { latitude: rounded(lat), longitude: rounded(lng) }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

function within(value: number, most: number): number {
  return rounded(Math.max(-most, Math.min(most, value)))
}

function boundsOf(bounds: L.LatLngBounds): Bounds {
  return {
    south: within(bounds.getSouth(), 90),
    west: within(bounds.getWest(), 180),
    north: within(bounds.getNorth(), 90),
    east: within(bounds.getEast(), 180),
  }
}
