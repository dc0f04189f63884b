/** Parts of a whole as one thin bar. The figures stand beside it in words, so the bar itself is silent. */
import type { Tone } from './StatusTag.tsx'
import './share-bar.css'

export interface Share {
  key: string
  value: number
  tone: Tone | 'accent'
}

export function ShareBar({ shares }: { shares: readonly Share[] }) {
  return (
    <div className="share-bar" aria-hidden="true">
      {shares
        .filter(({ value }) => value > 0)
        .map(({ key, value, tone }) => (
          <span key={key} className={`tone-${tone}`} style={{ flexGrow: value }} />
        ))}
    </div>
  )
}
