import { type ReactNode, useId } from 'react'
import './form.css'

interface FieldBoxProps {
  label: string
  problem: string | undefined
  help?: string | undefined
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode
}

/** One field of a form that keeps its own state: its name, its control, and below it the problem or the help. */
export function FieldBox({ label, problem, help, children }: FieldBoxProps) {
  const id = useId()
  const isWrong = problem !== undefined
  return (
    <div className="field" data-invalid={isWrong}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': isWrong, 'aria-describedby': `${id}-notes` })}
      <div id={`${id}-notes`} className="field-notes">
        {isWrong ? <p className="field-problem">{problem}</p> : help && <p>{help}</p>}
      </div>
    </div>
  )
}
