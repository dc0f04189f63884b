import { useText } from '../../i18n/text.ts'
import { world } from './world-outline.ts'

interface PlaceProps {
  latitude: number
  longitude: number
  /** Metres. */
  accuracy?: number | undefined
}

/** A point on the earth: its coordinates in words, and a rough picture of where that is. */
export function Place({ latitude, longitude, accuracy }: PlaceProps) {
  const t = useText()
  const words = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <span className="place">
      <span>
        {words}
        {accuracy !== undefined && ` ${t('responses.accuracy', { metres: accuracy })}`}
      </span>
      <svg className="place-map" viewBox="-180 -84 360 144" aria-hidden="true" focusable="false">
        <path className="place-land" d={world} />
        <path className="place-cross" d={`M${longitude} -84V60M-180 ${-latitude}H180`} />
        <circle className="place-dot" cx={longitude} cy={-latitude} r={5} />
      </svg>
    </span>
  )
}
