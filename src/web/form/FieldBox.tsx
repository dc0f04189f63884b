import { use, useId } from 'react'
import { type FieldContent, tied } from '../ui/tied.ts'
import { ProblemsContext } from './form-context.ts'
import './form.css'

interface FieldBoxProps {
  /** By which it is found. */
  name?: string
  /** The fields of the call that it sets: their problems are its own. */
  sets?: readonly string[]
  label: string
  /** With a mark of duty. */
  required?: boolean
  /** Each in a line of its own. */
  problem?: string | readonly string[] | undefined
  /** A problem is read out at once, as the focus stays on a button. */
  isAlert?: true
  help?: string | undefined
  children: FieldContent
}

/** One field of a form: its name, its control, and below it the problems and the help. */
export function FieldBox(props: FieldBoxProps) {
  const { name, sets = [], label, required = false, isAlert, help, children } = props
  const { problem = use(ProblemsContext)(sets) } = props
  const id = useId()
  const notes = `${id}-notes`
  const problems = [...new Set([problem].flat())]
  const isWrong = problems.length > 0
  const duty = required ? { 'aria-required': true } : {}
  return (
    <div className="field" data-field={name} data-invalid={isWrong}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {tied(children, { id, 'aria-invalid': isWrong, 'aria-describedby': notes, ...duty })}
      <div id={notes} className="field-notes" role={isAlert && 'alert'}>
        {problems.map((text) => (
          <p key={text} className="field-problem">
            {text}
          </p>
        ))}
        {help && <p>{help}</p>}
      </div>
    </div>
  )
}
