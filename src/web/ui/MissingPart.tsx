/** Stands where a part of the page should be whose script did not come. */
import { createContext, use, useEffect, useRef } from 'react'
import { useText } from '../i18n/text.ts'
import { Note } from './Note.tsx'

/** Loads the part again. */
export const RetryPart = createContext<() => void>(() => undefined)

export function MissingPart() {
  const t = useText()
  const retry = use(RetryPart)
  const note = useRef<HTMLDivElement>(null)
  // A dialog has its place at the end of its page: nobody would look for it there.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Note ref={note} tone="danger" role="alert">
      {t('shell.partMissing')}{' '}
      <button type="button" className="button" onClick={retry}>
        {t('action.retry')}
      </button>
    </Note>
  )
}
