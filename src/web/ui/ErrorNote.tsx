import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'
import { Note } from './Note.tsx'

/** Why something did not go through; nothing while there is no error. */
export function ErrorNote({ error }: { error: unknown }) {
  const basic = useBasicText()
  if (error === undefined || error === null) return null
  return (
    <Note tone="danger" role="alert">
      {errorText(error, basic)}
    </Note>
  )
}
