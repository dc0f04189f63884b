import { useMemo } from 'react'
import { useFormat } from '../i18n/text.ts'

export type Places = readonly { latitude: number; longitude: number; n: number }[]

/** Places as a map draws them: with their counts, also in words. */
export function useSpots(places: Places) {
  const format = useFormat()
  return useMemo(
    () => places.map(({ latitude, longitude, n }) => ({ latitude, longitude, count: n, title: format.number(n) })),
    [places, format],
  )
}
