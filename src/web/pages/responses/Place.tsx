import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'

interface PlaceProps {
  latitude: number
  longitude: number
  /** Metres. */
  accuracy?: number | undefined
  /** Below the coordinates. */
  map?: ReactNode
}

/** A point on the earth. Where that is, the one map of the response shows. */
export function Place({ latitude, longitude, accuracy, map }: PlaceProps) {
  const t = useText()
  const words = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <span className="place">
      <span>
        {words}
        {accuracy !== undefined && ` ${t('responses.accuracy', { metres: accuracy })}`}
      </span>
      {map}
    </span>
  )
}
