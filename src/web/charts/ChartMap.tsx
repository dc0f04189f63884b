/** Places as counts on a map: a spot for each cell of a grid. */
import { useMemo } from 'react'
import { boundsAround } from '../map/grid.ts'
import { PlaceMap } from '../map/PlaceMap.tsx'
import { type Places, useSpots } from './use-spots.ts'

/** Degrees of land around the outermost places. */
const margin = 0.01

export function ChartMap({ label, places }: { label: string; places: Places }) {
  const spots = useSpots(places)
  const bounds = useMemo(() => boundsAround(places, margin), [places])
  return <PlaceMap label={label} spots={spots} bounds={bounds} />
}
