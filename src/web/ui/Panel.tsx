import type { ComponentProps } from 'react'
import './panel.css'

/** A part of a screen on a sheet of its own. */
export function Panel({ className = '', ...props }: ComponentProps<'section'>) {
  return <section {...props} className={`panel ${className}`} />
}
