import type { ComponentProps } from 'react'

interface NoteProps extends ComponentProps<'div'> {
  tone: 'danger' | 'warning' | 'success' | 'info' | 'neutral'
  /** A screen reader reads the note once the reader pauses. One of danger, or with `role="alert"`, is read at once. */
  said?: 'politely'
}

/** Something to know, in a frame of its tone: `<Note tone="danger">…</Note>`. */
export function Note({ tone, said, className = '', ...props }: NoteProps) {
  const classes = `note tone-${tone} ${className}`
  if (said === undefined) return <div role={tone === 'danger' ? 'alert' : undefined} {...props} className={classes} />
  return <output className={classes}>{props.children}</output>
}
