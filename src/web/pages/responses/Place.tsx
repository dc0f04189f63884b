import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import { world } from './world-outline.ts'

interface PlaceProps {
  latitude: number
  longitude: number
  /** Metres. */
  accuracy?: number | undefined
  /** In place of the rough picture. */
  map?: ReactNode
}

/** A point on the earth: its coordinates in words, and a rough picture of where that is. */
export function Place({ latitude, longitude, accuracy, map }: PlaceProps) {
  const t = useText()
  const words = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <span className="place">
      <span>
        {words}
        {accuracy !== undefined && ` ${t('responses.accuracy', { metres: accuracy })}`}
      </span>
      {map ?? <Picture latitude={latitude} longitude={longitude} />}
    </span>
  )
}

function Picture({ latitude, longitude }: PlaceProps) {
  return (
    <svg className="place-map" viewBox="-180 -84 360 144" aria-hidden="true" focusable="false">
      <path className="place-land" d={world} />
      <path className="place-cross" d={`M${longitude} -84V60M-180 ${-latitude}H180`} />
      <circle className="place-dot" cx={longitude} cy={-latitude} r={5} />
    </svg>
  )
}
