import type { ComponentProps } from 'react'
import './panel.css'

interface PanelProps extends ComponentProps<'section'> {
  heading?: string
}

/** A part of a screen on a sheet of its own. */
export function Panel({ heading, className = '', children, ...props }: PanelProps) {
  return (
    <section {...props} className={`panel ${className}`}>
      {heading !== undefined && <h2>{heading}</h2>}
      {children}
    </section>
  )
}
