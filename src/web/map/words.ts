import L from 'leaflet'

/** A word on the ground, of which nothing can be pressed. */
export function word(text: string, className: string, at: L.LatLng, pane: string): L.Marker {
  const html = document.createElement('span')
  html.textContent = text
  const icon = L.divIcon({ className, html, iconSize: [0, 0] })
  return L.marker(at, { icon, interactive: false, keyboard: false, pane })
}
