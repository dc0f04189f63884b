import type { ReactNode } from 'react'
import './facts.css'

/** Names and values of one thing, side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

interface FactProps {
  name: string
  /** Takes the room of two: a sentence instead of a word. */
  isLong?: boolean
  children: ReactNode
}

export function Fact({ name, isLong = false, children }: FactProps) {
  return (
    <div data-long={isLong}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
