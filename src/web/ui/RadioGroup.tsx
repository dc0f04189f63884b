import { useId } from 'react'
import './radio-group.css'

interface RadioGroupProps<Value extends string> {
  label: string
  /** `unseen`: what is around the group says the label already, so that only screen readers need it. */
  legend?: 'visible' | 'unseen'
  disabled?: boolean
  options: readonly { value: Value; label: string }[]
  /** Undefined: nothing is chosen yet. */
  value: Value | undefined
  onChange: (value: Value) => void
}

/** One of a few options, all of them visible. */
export function RadioGroup<Value extends string>({
  label,
  legend = 'visible',
  disabled = false,
  options,
  value: chosen,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className="radio-group" disabled={disabled}>
      <legend className={legend === 'unseen' ? 'visually-hidden' : undefined}>{label}</legend>
      {options.map(({ value, label: text }) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
