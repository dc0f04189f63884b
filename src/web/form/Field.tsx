/** Label, mark of duty, help and problems around one control; the control gets the ids that tie them together. */
import { type ReactNode, useEffect, useId } from 'react'
import { useTextOr } from '../i18n/text.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useForm } from './form-context.ts'
import { useProblemText } from '../i18n/problem-text.ts'

/** Spread over the control. */
interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
  'aria-required': boolean
}

interface FieldFrameProps {
  name: string
  help?: MessageId | undefined
  /** Has a value whatever one does: no mark of duty. */
  alwaysSet?: true
  children: (control: ControlProps) => ReactNode
}

export function FieldFrame({ name, help, alwaysSet, children }: FieldFrameProps) {
  const { name: resource, problems, isRequired, announce } = useForm()
  const textOr = useTextOr()
  const problemText = useProblemText()
  const id = useId()
  useEffect(() => announce(name), [announce, name])
  const found = problems[name] ?? []
  const required = !alwaysSet && isRequired(name)
  const notes = `${id}-notes`
  const said = textOr(help ?? `${resource}.help.${name}`, '')
  return (
    <div className="field" data-invalid={found.length > 0}>
      <label htmlFor={id}>
        {textOr(`${resource}.field.${name}`, name)}
        {required && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({ id, 'aria-invalid': found.length > 0, 'aria-describedby': notes, 'aria-required': required })}
      <div id={notes} className="field-notes">
        {found.map((problem) => (
          <p key={problem.path + problem.code} className="field-problem">
            {/* Of a part of the value: which one. */}
            {problem.path !== name && `${textOr(`language.${problem.path.slice(name.length + 1)}`, problem.path)}: `}
            {problemText(problem)}
          </p>
        ))}
        {said !== '' && <p>{said}</p>}
      </div>
    </div>
  )
}
