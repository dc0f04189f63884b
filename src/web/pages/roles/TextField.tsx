/** Label, help and problems around a control of a form that belongs to no declared resource. */
import { type ReactNode, useId } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useProblemText } from '../../resource/problem-text.ts'

interface TextFieldProps {
  label: string
  /** The field of the body that problems speak of. */
  name: string
  /** What the call was refused with. */
  error: unknown
  help?: string
  required?: boolean
  children: (control: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode
}

export function TextField({ label, name, error, help, required = false, children }: TextFieldProps) {
  const problemText = useProblemText()
  const id = useId()
  const problems = error instanceof ApiError ? error.errors.filter(({ path }) => path === name) : []
  return (
    <div className="field" data-invalid={problems.length > 0}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({ id, 'aria-describedby': `${id}-notes`, 'aria-invalid': problems.length > 0 })}
      <div id={`${id}-notes`} className="field-notes">
        {problems.map((problem) => (
          <p key={problem.code} className="field-problem">
            {problemText(problem)}
          </p>
        ))}
        {help && <p>{help}</p>}
      </div>
    </div>
  )
}
