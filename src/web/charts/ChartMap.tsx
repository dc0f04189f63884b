/** Places as counts on a map: a spot for each cell of a grid. */
import { useMemo } from 'react'
import { useFormat } from '../i18n/text.ts'
import { PlaceMap } from '../map/PlaceMap.tsx'

export type Places = readonly { latitude: number; longitude: number; n: number }[]

/** Degrees of land around the outermost places. */
const margin = 0.01

export function ChartMap({ label, places }: { label: string; places: Places }) {
  const format = useFormat()
  const spots = useMemo(
    () => places.map(({ latitude, longitude, n }) => ({ latitude, longitude, count: n, title: format.number(n) })),
    [places, format],
  )
  const bounds = useMemo(() => {
    const latitudes = places.map(({ latitude }) => latitude)
    const longitudes = places.map(({ longitude }) => longitude)
    return {
      south: Math.min(...latitudes) - margin,
      west: Math.min(...longitudes) - margin,
      north: Math.max(...latitudes) + margin,
      east: Math.max(...longitudes) + margin,
    }
  }, [places])
  return <PlaceMap label={label} spots={spots} bounds={bounds} />
}
