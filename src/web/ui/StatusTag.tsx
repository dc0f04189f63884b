/** A status as icon and word, never by colour alone. Which status looks how is the page's knowledge. */
import type { ComponentType, ReactNode } from 'react'
import './status-tag.css'

export type Tone = 'neutral' | 'info' | 'warning' | 'success' | 'danger'

export interface StatusLook {
  tone: Tone
  icon: ComponentType
}

export function StatusTag({ look: { tone, icon: Icon }, children }: { look: StatusLook; children: ReactNode }) {
  return (
    <span className={`status-tag tone-${tone}`}>
      <Icon />
      {children}
    </span>
  )
}
