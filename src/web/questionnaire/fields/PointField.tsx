/** A place on Earth: typed, or where the browser says that it is. */
import { useState } from 'react'
import type { GeoPoint } from '#domain/answers/answers.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.tsx'
import { numberIn } from '../format.ts'
import { numberOf, plainText } from '../given.ts'
import type { WordId } from '../words.ts'
import { type Control, type FieldProps, useTyped } from './field.ts'

/** A coordinate that cannot be read is kept as it was typed. */
type Entered = Partial<Record<keyof GeoPoint, unknown>>

const patienceMs = 30_000

export function PointField({ value, control, onAnswer }: FieldProps) {
  const { language, say } = useAsking()
  const { state, locate } = useLocating(onAnswer)
  const point = (value ?? {}) as Entered

  function take(part: Entered) {
    // What was typed is no longer as near as the device said.
    const { latitude, longitude } = { ...point, ...part }
    onAnswer(latitude === undefined && longitude === undefined ? undefined : { latitude, longitude })
  }

  return (
    <>
      <div className="q-point">
        <Coordinate
          name="latitude"
          value={point.latitude}
          control={control}
          onAnswer={(latitude) => take({ latitude })}
        />
        <Coordinate
          name="longitude"
          value={point.longitude}
          control={{ ...control, id: `${control.id}-longitude` }}
          onAnswer={(longitude) => take({ longitude })}
        />
        <Button loading={state === 'locating'} onClick={locate}>
          {say('locate')}
        </Button>
      </div>
      <output className="q-hint">
        {state && say(state)}
        {!state &&
          typeof point.accuracy === 'number' &&
          say('accuracy', { meters: numberIn(language, point.accuracy) })}
      </output>
    </>
  )
}

/** Asks the device where it is. */
export function useLocating(onFound: (point: Record<keyof GeoPoint, number>) => void) {
  const [state, setState] = useState<'locating' | 'notLocated'>()

  function locate() {
    setState('locating')
    const found = ({ coords }: GeolocationPosition) => {
      setState(undefined)
      const { latitude, longitude, accuracy } = coords
      onFound({ latitude: rounded(latitude), longitude: rounded(longitude), accuracy: Math.ceil(accuracy) })
    }
    const options = { enableHighAccuracy: true, timeout: patienceMs }
    if (!('geolocation' in navigator)) return setState('notLocated')
    navigator.geolocation.getCurrentPosition(found, () => setState('notLocated'), options)
  }

  return { state, locate }
}

interface CoordinateProps {
  name: Extract<WordId, 'latitude' | 'longitude'>
  value: unknown
  control: Control
  onAnswer: (value: unknown) => void
}

function Coordinate({ name, value, control, onAnswer }: CoordinateProps) {
  const { say } = useAsking()
  const [shown, take] = useTyped(value, { read: numberOf, write: plainText })
  return (
    <div>
      <label htmlFor={control.id}>{say(name)}</label>
      <input
        {...control}
        className="q-input"
        inputMode="text"
        autoComplete="off"
        value={shown}
        onChange={(event) => onAnswer(take(event.target.value))}
      />
    </div>
  )
}

/** A tenth of a metre: no device is nearer. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
