import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'

/** Why something did not go through; nothing while there is no error. */
export function ErrorNote({ error }: { error: unknown }) {
  const basic = useBasicText()
  if (error === undefined || error === null) return null
  return (
    <p className="note tone-danger" role="alert">
      {errorText(error, basic)}
    </p>
  )
}
