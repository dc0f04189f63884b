import { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'
import { useProblemText } from '../i18n/problem-text.ts'
import { Note } from './Note.tsx'

interface ErrorNoteProps {
  error: unknown
  /** No field shows what is wrong: the first problem is named here. */
  problem?: true
  /** What was refused, such as a file. */
  about?: string
}

/** Why something did not go through; nothing while there is no error. */
export function ErrorNote({ error, problem, about }: ErrorNoteProps) {
  const basic = useBasicText()
  const problemText = useProblemText()
  if (error === undefined || error === null) return null
  const [first] = problem && error instanceof ApiError ? error.errors : []
  return (
    <Note tone="danger">
      {first && about && <strong>{about}: </strong>}
      {first ? problemText(first) : errorText(error, basic)}
    </Note>
  )
}
