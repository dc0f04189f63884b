/**
 * A map by Leaflet, for `PlaceMap.tsx` alone. Tiles where the operator named a server (`MAP_TILE_URL`), else the outline.
 * Markers are elements drawn by our style sheet: nothing is fetched for them, and Tab and Enter reach them.
 */
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { mapTiles } from '../api/page-settings.ts'
import { currentTag } from '../i18n/locale.ts'
import type { ThemeName } from '../ui/theme.ts'
import type { Border, Shades } from './borders.ts'
import { boundsOf, type Circle, type CircleDrag, drawCircles, type Point } from './circles.ts'
import type { Bounds } from './grid.ts'
import { drawLine, type Line } from './lines.ts'
import { namesWithRoom } from './room.ts'
import './map.css'

export interface Spot {
  latitude: number
  longitude: number
  /** How many things lie here. */
  count: number
  title: string
  /** A small dot: it is about another thing than the map is. */
  isMinor?: true
}

/** The visible part of the world, and the length of the longer side of the map. */
export interface MapWindow extends Bounds {
  pixels: number
}

export interface MapWords {
  theme: ThemeName
  zoomIn: string
  zoomOut: string
  outline: string
}

export interface PlaceMapHandle {
  fit: (bounds: Bounds) => void
  /** As far away as it takes to see where on earth the point is. */
  showAround: (point: Point) => void
  /** So near that the radius fills the map. */
  showRadius: (point: Point) => void
  /** Without `onSpot` they can only be looked at. */
  showSpots: <S extends Spot>(spots: readonly S[], onSpot: ((spot: S) => void) | undefined) => void
  showPoint: (point: Point | undefined) => void
  showCircles: (circles: readonly Circle[], drag: CircleDrag | undefined) => void
  showLine: (line: Line | undefined) => void
  /** Of administrative units, below all else. */
  showBorders: (borders: readonly Border[], shades?: Shades) => void
  /** So near that they fill the map, together with a point. */
  fitCircles: (circles: readonly Circle[], point?: Point) => void
  /** Moves there only if it is out of sight. */
  bringIntoSight: (point: Point) => void
  middle: () => Point
  zoomTo: (point: Point) => void
  onWindow: (tell: (window: MapWindow) => void) => void
  onPick: (tell: (point: Point) => void) => void
  remove: () => void
}

const deepest = 19
/** With tiles: deep enough to see streets, not so deep that nothing is around. */
const deepestAround = 13
/** Of the edges around several places. */
const deepestBounds = 9

export function openPlaceMap(element: HTMLElement, words: MapWords): PlaceMapHandle {
  let isGone = false
  /** What comes later may find the map gone. */
  async function whileHere<T>(coming: Promise<T>, use: (come: T) => void): Promise<void> {
    const come = await coming
    if (!isGone) use(come)
  }
  // The observer below follows the window too: Leaflet's own way ends a moment later, on a map that may be gone.
  const map = L.map(element, {
    zoomControl: false,
    maxZoom: deepest,
    minZoom: 1,
    worldCopyJump: true,
    trackResize: false,
  })
  map.attributionControl.setPrefix('Leaflet')
  let isZooming = false
  map.on('zoomanim', () => (isZooming = true))
  map.on('zoomend', () => (isZooming = false))
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  map.setView([0, 20], 2)
  const tiles = mapTiles
  const attribution = plain(tiles?.attribution ?? words.outline)
  if (tiles?.isFile)
    void whileHere(import('./basemap.ts'), ({ drawBasemap }) =>
      drawBasemap(map, { url: tiles.url, attribution, tag: currentTag(), flavor: words.theme }),
    )
  else if (tiles) L.tileLayer(tiles.url, { maxZoom: deepest, attribution }).addTo(map)
  else void whileHere(import('./ground.ts'), ({ drawGround }) => drawGround(map, attribution))
  L.control.scale({ imperial: false }).addTo(map)
  // What comes beside it later may change its width; its middle stays.
  const resized = new ResizeObserver(() => map.invalidateSize())
  resized.observe(element)
  const spots = new Map<string, ShownSpot>()
  const point = L.layerGroup().addTo(map)
  const circleLayer = L.layerGroup().addTo(map)
  const lineLayer = L.layerGroup().addTo(map)
  let borderLayer: L.LayerGroup | undefined
  const nameSpots = () => giveNames(map, [...spots.values()])
  map.on('moveend', nameSpots)
  const fit = ({ south, west, north, east }: Bounds, maxZoom: number) =>
    map.fitBounds(L.latLngBounds([south, west], [north, east]), { padding: [24, 24], maxZoom })

  return {
    fit: (bounds) => void fit(bounds, deepestBounds),
    showAround: (at) => {
      if (mapTiles) fit(around(at, reachOfRadius(at)), deepestAround)
      else
        void whileHere(import('./outline.ts'), ({ reachOfOutline }) => {
          const reach = 1.3 * reachOfOutline(at.latitude, at.longitude)
          fit(around(at, Math.max(0.6, Math.min(reach, 6))), deepestBounds)
        })
    },
    showRadius: (at) => void fit(around(at, reachOfRadius(at)), deepest),
    showSpots: (list, onSpot) => {
      const gone = new Set(spots.keys())
      for (const spot of list) {
        const key = [spot.latitude, spot.longitude, spot.count, spot.title].join()
        // One that stays keeps the focus it may have.
        if (gone.delete(key) || spots.has(key)) continue
        const interactive = onSpot !== undefined
        const options = { icon: spotIcon(spot), title: spot.title, interactive, keyboard: interactive }
        const marker = L.marker([spot.latitude, spot.longitude], options).addTo(map)
        marker.on('click', () => onSpot?.(spot))
        if (interactive) marker.getElement()?.setAttribute('aria-label', spot.title)
        spots.set(key, { spot, marker })
      }
      for (const key of gone) {
        spots.get(key)?.marker.remove()
        spots.delete(key)
      }
      nameSpots()
    },
    showPoint: (at) => {
      point.clearLayers()
      if (!at) return
      const place: L.LatLngExpression = [at.latitude, at.longitude]
      const icon = L.divIcon({ className: 'map-point', iconSize: [18, 18] })
      L.marker(place, { icon, interactive: false, keyboard: false, zIndexOffset: 10_000 }).addTo(point)
      if (at.radiusMeters !== undefined)
        L.circle(place, { radius: at.radiusMeters, className: 'map-radius', interactive: false }).addTo(point)
    },
    showCircles: (circles, drag) => drawCircles(circleLayer, circles, drag),
    showLine: (line) => drawLine(lineLayer, line),
    showBorders: (borders, shades) => {
      borderLayer?.remove()
      borderLayer = undefined
      if (borders.length > 0)
        void whileHere(import('./borders.ts'), ({ drawBorders }) => {
          borderLayer?.remove()
          borderLayer = drawBorders(map, borders, shades)
        })
    },
    fitCircles: (circles, at) => {
      const bounds = boundsOf(circles)
      if (at) bounds.extend([at.latitude, at.longitude])
      if (bounds.isValid()) map.fitBounds(bounds, { padding: [24, 24] })
    },
    bringIntoSight: ({ latitude, longitude }) => {
      if (!map.getBounds().contains([latitude, longitude])) map.panTo([latitude, longitude], { animate: false })
    },
    middle: () => placeOf(map.getCenter()),
    zoomTo: ({ latitude, longitude }) => map.setView([latitude, longitude], Math.min(map.getZoom() + 2, deepest)),
    onWindow: (tell) => map.on('moveend', () => tell(windowOf(map))),
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
      isGone = true
      resized.disconnect()
      // Leaflet ends its zoom on a map that must still be there.
      if (isZooming) map.on('moveend', () => isZooming || map.remove())
      else map.remove()
    },
  }
}

interface ShownSpot {
  spot: Spot
  marker: L.Marker
}

// A finger needs 24 px; the dot in it is smaller.
function sizeOf({ count }: Spot): number {
  return count === 1 ? 24 : 26 + 4 * Math.min(5, Math.floor(Math.log10(count)))
}

function spotIcon(spot: Spot): L.DivIcon {
  const { count, title, isMinor } = spot
  const text = document.createElement('span')
  text.textContent = count === 1 ? title : new Intl.NumberFormat('en', { notation: 'compact' }).format(count)
  const size = sizeOf(spot)
  const look = count > 1 ? 'map-spot map-cluster' : isMinor ? 'map-spot map-minor' : 'map-spot'
  return L.divIcon({ className: look, iconSize: [size, size], html: text })
}

/** Names each single mark where there is room for the name. */
function giveNames(map: L.Map, shown: readonly ShownSpot[]): void {
  const marks = shown.map(({ spot, marker }) => {
    const { x, y } = map.latLngToContainerPoint(marker.getLatLng())
    const nameWidth = spot.count === 1 ? (marker.getElement()?.querySelector('span')?.offsetWidth ?? 0) : 0
    return { x, y, size: sizeOf(spot), nameWidth }
  })
  for (const [index, isNamed] of namesWithRoom(marks, map.getSize().x).entries())
    shown[index]?.marker.getElement()?.toggleAttribute('data-named', isNamed)
}

/** The circle with some room, in degrees. */
function reachOfRadius({ radiusMeters = 2000 }: Point): number {
  return radiusMeters / 80_000
}

function around({ latitude, longitude }: Point, reach: number): Bounds {
  return { south: latitude - reach, north: latitude + reach, west: longitude - reach, east: longitude + reach }
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

function windowOf(map: L.Map): MapWindow {
  const bounds = map.getBounds()
  const { x, y } = map.getSize()
  return {
    pixels: Math.max(x, y),
    south: within(bounds.getSouth(), 90),
    west: within(bounds.getWest(), 180),
    north: within(bounds.getNorth(), 90),
    east: within(bounds.getEast(), 180),
  }
}
