/** Where the respondent is, as the phone says it. */
import { useState } from 'react'
import type { Say } from '../questionnaire/words.ts'
import { Button } from '../ui/Button.tsx'
import type { Position } from './kept.ts'

const patienceMs = 30_000

interface LinkPositionProps {
  say: Say
  isNeeded: boolean
  position: Position | undefined
  onFound: (position: Position) => void
}

export function LinkPosition({ say, isNeeded, position, onFound }: LinkPositionProps) {
  const [state, setState] = useState<'locating' | 'failed'>()

  function locate() {
    if (!('geolocation' in navigator)) return setState('failed')
    setState('locating')
    const found = ({ coords: { latitude, longitude, accuracy } }: GeolocationPosition) => {
      setState(undefined)
      onFound({ latitude, longitude, accuracy: Math.ceil(accuracy) })
    }
    const options = { enableHighAccuracy: true, timeout: patienceMs }
    navigator.geolocation.getCurrentPosition(found, () => setState('failed'), options)
  }

  return (
    <div className="q-question">
      <span>
        {say('link.position')} {isNeeded && say('required')}
      </span>
      <Button loading={state === 'locating'} onClick={locate}>
        {say('locate')}
      </Button>
      <output className="q-hint">
        {state === 'locating' && say('locating')}
        {state === 'failed' && say('link.notLocated')}
        {!state && position && say('accuracy', { meters: String(position.accuracy) })}
      </output>
    </div>
  )
}
