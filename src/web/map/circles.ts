/** Circles on a map. One alone may be dragged: its middle to another place, its edge to another radius. */
import L from 'leaflet'

export interface Point {
  latitude: number
  longitude: number
  radiusMeters?: number | undefined
}

export interface Circle extends Point {
  radiusMeters: number
}

export interface CircleDrag {
  /** Left out: the middle stays where it is. */
  onMove?: ((point: Point) => void) | undefined
  onRadius: (metres: number) => void
}

export function drawCircles(layer: L.LayerGroup, circles: readonly Circle[], drag: CircleDrag | undefined): void {
  layer.clearLayers()
  for (const { latitude, longitude, radiusMeters } of circles)
    L.circle([latitude, longitude], { radius: radiusMeters, className: 'map-radius', interactive: false }).addTo(layer)
  const [only, ...others] = circles
  if (drag && only && others.length === 0) addHandles(layer, only, drag)
}

export function boundsOf(circles: readonly Circle[]): L.LatLngBounds {
  const bounds = L.latLngBounds([])
  for (const { latitude, longitude, radiusMeters } of circles)
    bounds.extend(L.latLng(latitude, longitude).toBounds(2 * radiusMeters))
  return bounds
}

function addHandles(layer: L.LayerGroup, circle: Circle, { onMove, onRadius }: CircleDrag): void {
  const middle = L.latLng(circle.latitude, circle.longitude)
  const shape = layer.getLayers().find((each) => each instanceof L.Circle)
  const edge = handle(eastOf(middle, circle.radiusMeters), 'map-edge').addTo(layer)
  edge.on('drag', () => shape?.setRadius(middle.distanceTo(edge.getLatLng())))
  edge.on('dragend', () => onRadius(Math.round(middle.distanceTo(edge.getLatLng()))))
  if (!onMove) return
  const moved = handle(middle, 'map-middle').addTo(layer)
  moved.on('drag', () => {
    shape?.setLatLng(moved.getLatLng())
    edge.setLatLng(eastOf(moved.getLatLng(), circle.radiusMeters))
  })
  moved.on('dragend', () => {
    const { lat, lng } = moved.getLatLng().wrap()
    onMove({ latitude: degrees(lat), longitude: degrees(lng) })
  })
}

/** The keyboard has the fields beside the map. */
function handle(at: L.LatLng, className: string): L.Marker {
  return L.marker(at, { icon: L.divIcon({ className, iconSize: [24, 24] }), draggable: true, keyboard: false })
}

function eastOf(middle: L.LatLng, metres: number): L.LatLng {
  return L.latLng(middle.lat, middle.toBounds(2 * metres).getEast())
}

/** Some ten centimetres: no device knows more. */
function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
