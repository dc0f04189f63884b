import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'

/** The land of the earth, drawn by hand and very roughly: longitude to the right, latitude up, one unit a degree. */
const world =
  'M-17 -15l1-6 3-7 7-8 16-1 1 3 9 2 12 1 3 3 2 7 6 9 8 0-3 7-7 7-1 9-5 9 0 4-3 4-5 6-8 1-4-8-3-9 1-9-4-8 0-5-5' +
  '-2-12 2-5-4z' +
  'M-9 -37l0-6 8-1-3-4 6-3 6-3 3-2 3 2 6-1 4-4 6-1-8-1 3-4-5 1-3 4-4 5-5-3-3-2 1-3 8-5 11-3 15 4 4 1 11-3 13 0 ' +
  '5-3 14-3 17-3 9 4 17 2 20 1 20 1 10 1-2 5-15 4-6 9-2-7-12-1-7 5 5 1-1 5-8 5-4 3 1 4-3 1-1-4-7 0 4 2-2 4 2 3-' +
  '5 7-7 2-4 2 3 7-4 3-4-4 2 11-3-5-2-8-4-2-3-5-4 1-7 6 0 5-3 2-4-9-1-4-5-4-10-1-7-4-2 1 8 5 4 2-5 5-10 4-2-2-4' +
  '-6-4-7 0-8-7-1-2-3 3-1 7-1 5 0-3-3-5-1-5 3-5 3 0 4-4-4-6-5 5 5-2 2-7-6-6 1-3 4-5 3z' +
  'M-168 -66l12-5 28 1 18 2 15-1 14 1-13 9 12 4 3 3 2-8 12 0 9 7-9 5 5 2-10 3-4 3-2 5-5 4 1 6-3-5-7 1-7 3 0 5 3' +
  ' 3 4-3 3 0-1 5 5 2 0 5 5 1-2 0-5-2-10-6-10-4-5-4-4-7 4 7-7-9-7-7 0-8-8-7-18-5-12 5 4-4-7-3z' +
  'M-78 -8l6-4 10 2 10 5 2 5 15 6-4 8-1 8-8 5-9 9-5 3-3 5-4 7 1 4-6-3 1-10 2-12 1-12-6-4-5-9 1-6z' +
  'M114 22l8-4 8-6 6 0 0 3 4 2 2-6 4 8 7 8-3 10-6 2-6-4-7-4-7 2-9 1z' +
  'M-55 -82l30 0 5 9-13 6-10 7-9-6-6-9-12-2z' +
  'M49 12l1 4-3 9-3-1 0-7z' +
  'M-5 -50l6-1-1-2-3-5-2 0 2 4z' +
  'M130 -32l6-2 5-2 1-4 3-3-4-2-1 5-7 5z' +
  'M95 -5l9 8 1 3-5-5z' +
  'M109 -1l8-6 1 6-3 5-5-1z' +
  'M131 1l10 2 9 7-7-1-5-1z' +
  'M106 6l8 1 0 2-8-2z' +
  'M121 -18l5 10-4 1-2-7z' +
  'M173 35l5 3-4 3-7 5 5-5z' +
  'M-22 -64l8-1-5 2z' +
  'M-84 -22l9 2-3 0z' +
  'M80 -9l2 2-2 1z'

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
