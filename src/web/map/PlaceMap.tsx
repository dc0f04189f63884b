/** A map as a component. It comes with the first screen that shows one. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTheme } from '../ui/theme.ts'
import { unitTree } from '#contract/administrative-units.ts'
import { useCall } from '../api/query.ts'
import { mapTiles } from '../api/page-settings.ts'
import { useText } from '../i18n/text.ts'
import type { Shades } from './borders.ts'
import type { Bounds } from './grid.ts'
import type { Circle, CircleDrag, Point } from './circles.ts'
import type { Line } from './lines.ts'
import type { MapWindow, MapWords, PlaceMapHandle, Spot } from './place-map.ts'

interface PlaceMapProps<S extends Spot> {
  label: string
  spots?: readonly S[]
  onSpot?: (spot: S, map: PlaceMapHandle) => void
  /** Shown whole when it is first known. */
  bounds?: Bounds | undefined
  onWindow?: (window: MapWindow) => void
  point?: Point | undefined
  /** The first of them are shown whole. */
  circles?: readonly Circle[] | undefined
  drag?: CircleDrag | undefined
  line?: Line | undefined
  /** Of the units with borders. */
  shades?: Shades | undefined
  /** Metres around the point that are shown at first; without it, as far away as it takes to see where on earth it is. */
  reach?: number | undefined
  /** Click, or Enter on the map, which takes its middle. */
  onPick?: (point: Point) => void
  /** Below the map; gets it once it is there. */
  children?: (map: PlaceMapHandle) => ReactNode
}

/** Its words and its clicks are given to a map when it opens: with others it is another map. */
export function PlaceMap<S extends Spot>(props: PlaceMapProps<S>) {
  const t = useText()
  // The file's map is drawn in the colours of the theme; all else takes them from the style sheet.
  const theme = useTheme()
  const words = {
    theme: mapTiles?.isFile ? theme : 'light',
    zoomIn: t('map.zoomIn'),
    zoomOut: t('map.zoomOut'),
    outline: t('map.attribution'),
  }
  const isPicked = props.onPick !== undefined
  return <OpenMap key={JSON.stringify([words, isPicked])} {...props} words={words} />
}

function OpenMap<S extends Spot>(props: PlaceMapProps<S> & { words: MapWords }) {
  const { label, spots, bounds, point, circles, line, shades, reach, onPick, children } = props
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [map, setMap] = useState<PlaceMapHandle>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    let opened: PlaceMapHandle | undefined
    let isGone = false
    async function open() {
      const { openPlaceMap } = await import('./place-map.ts')
      if (isGone || !frame.current) return
      opened = openPlaceMap(frame.current, latest.current.words)
      opened.onWindow((window) => latest.current.onWindow?.(window))
      if (latest.current.onPick) opened.onPick((picked) => latest.current.onPick?.(picked))
      setMap(opened)
    }
    open().catch(() => setFailed(true))
    return () => {
      isGone = true
      opened?.remove()
    }
  }, [])

  useFirstView(map, bounds, circles?.length ? undefined : point, reach)
  useEffect(() => {
    const isOpen = latest.current.onSpot !== undefined
    if (map && spots) map.showSpots(spots, isOpen ? (spot) => latest.current.onSpot?.(spot, map) : undefined)
  }, [map, spots])
  useCircles(map, circles, latest)
  useEffect(() => map?.showLine(line), [map, line])
  const borders = useCall(unitTree.borders, {}, { isKept: true }).data?.data.borders
  useEffect(() => {
    if (borders) map?.showBorders(borders, shades)
  }, [map, borders, shades])
  const { latitude, longitude, radiusMeters } = point ?? {}
  useEffect(() => {
    const isSet = latitude !== undefined && longitude !== undefined
    const at = isSet ? { latitude, longitude, radiusMeters } : undefined
    map?.showPoint(at)
    if (!map || !at) return undefined
    // The user may still be typing it.
    const timer = setTimeout(() => map.bringIntoSight(at), typingPauseMs)
    return () => clearTimeout(timer)
  }, [map, latitude, longitude, radiusMeters])

  return (
    <div className="map-frame" data-picks={onPick !== undefined}>
      <div ref={frame} className="map" role="application" aria-label={label} />
      {!map && <output className="map-wait">{failed ? t('map.failed') : t('map.loading')}</output>}
      {map && children?.(map)}
    </div>
  )
}

const typingPauseMs = 400

function useCircles(
  map: PlaceMapHandle | undefined,
  circles: readonly Circle[] | undefined,
  latest: { readonly current: { drag?: CircleDrag | undefined; point?: Point | undefined } },
): void {
  const fitted = useRef<PlaceMapHandle>(undefined)
  useEffect(() => {
    if (!map || !circles) return
    const { drag } = latest.current
    const onMove = drag?.onMove && ((point: Point) => latest.current.drag?.onMove?.(point))
    map.showCircles(circles, drag && { onMove, onRadius: (metres) => latest.current.drag?.onRadius(metres) })
    if (circles.length === 0 || fitted.current === map) return
    fitted.current = map
    map.fitCircles(circles, latest.current.point)
  }, [map, circles, latest])
}

/** The first bounds or the first point are brought into sight; after that the map is the user's. */
function useFirstView(
  map: PlaceMapHandle | undefined,
  bounds: Bounds | undefined,
  point: Point | undefined,
  reach: number | undefined,
): void {
  const shown = useRef<PlaceMapHandle>(undefined)
  useEffect(() => {
    if (!map || shown.current === map) return
    if (!point && !bounds) return
    shown.current = map
    if (point && reach !== undefined) map.showRadius({ ...point, radiusMeters: reach })
    else if (point) map.showAround(point)
    else if (bounds) map.fit(bounds)
  }, [map, bounds, point, reach])
}
