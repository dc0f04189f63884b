import { useRef } from 'react'
import type { FieldProblem } from '#domain/problems.ts'
import type { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'
import { useProblemText } from '../i18n/problem-text.ts'
import { useFocusAfter } from '../ui/focus.ts'
import { Note } from '../ui/Note.tsx'

interface FormSummaryProps {
  problems: readonly FieldProblem[]
  error: ApiError | undefined
}

/** What went wrong that no field of the form can show. */
export function FormSummary({ problems, error }: FormSummaryProps) {
  const basic = useBasicText()
  const textOf = useProblemText()
  const box = useRef<HTMLDivElement>(null)
  useFocusAfter(error, () => (error ? box.current : undefined))
  if (!error && problems.length === 0) return null
  return (
    <Note ref={box} tone="danger" tabIndex={-1}>
      {error && <p>{errorText(error, basic)}</p>}
      {problems.map((problem) => (
        <p key={problem.path + problem.code}>
          {problem.path && `${problem.path}: `}
          {textOf(problem)}
        </p>
      ))}
    </Note>
  )
}
