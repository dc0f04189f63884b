/** The operator's own map of the country, drawn from one file of which only the parts in view are read. */
import L from 'leaflet'
import { leafletLayer } from 'protomaps-leaflet'

// The library looks for Leaflet there.
Object.assign(globalThis, { L })

interface Basemap {
  url: string
  attribution: string
  /** Of the names on it: a language as in `pt-BR`. */
  tag: string
  flavor: 'light' | 'dark'
}

export function drawBasemap(map: L.Map, { tag, ...basemap }: Basemap): void {
  const { language, script = '' } = new Intl.Locale(tag).maximize()
  // The one writing that the file has twice is told by its name.
  const lang = script.startsWith('Han') ? `${language}-${script}` : language
  const layer = leafletLayer({ ...basemap, lang }) as unknown as L.GridLayer
  layer.addTo(map)
}
