import type { ComponentProps, ReactNode } from 'react'
import './facts.css'

export interface Fact {
  name: string
  value: ReactNode
  isLong: boolean
}

/** A name and its value. A `long` one takes the room of two; one without a value is left out. */
export function fact(name: string, value: ReactNode, room?: 'long'): Fact {
  return { name, value, isLong: room === 'long' }
}

interface FactsProps extends ComponentProps<'dl'> {
  of: readonly Fact[]
}

/** Names and values of one thing, side by side: `<Facts of={[fact(t('jobs.asked'), format.dateTime(at))]} />`. */
export function Facts({ of, className = 'facts', ...props }: FactsProps) {
  return (
    <dl {...props} className={className}>
      {of.map(
        ({ name, value, isLong }, place) =>
          (value ?? false) !== false && (
            <div key={`${name} ${place}`} data-long={isLong}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
