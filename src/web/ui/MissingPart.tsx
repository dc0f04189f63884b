/** Takes the place of a part of the page whose files did not come. */
import { createContext, use, useEffect, useRef } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

/** Loads the part again. */
export const RetryPart = createContext<() => void>(() => undefined)

export function MissingPart() {
  const t = useText()
  return <Missing act={use(RetryPart)} label={t('action.retry')} />
}

/** The part cannot come into this page any more. The browser asks first when something is not saved. */
export function OutdatedPart() {
  const t = useText()
  return <Missing act={() => location.reload()} label={t('screen.reload')} />
}

function Missing({ act, label }: { act: () => void; label: string }) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  // A dialog has its place at the end of its page, where the user would not look.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Note ref={note} tone="danger">
      {t('shell.partMissing')} <Button onClick={act}>{label}</Button>
    </Note>
  )
}
