/**
 * A choice of few or of grouped values by the browser's own select: it is there with the screen, opens well on a phone, and
 * letters choose in it. `none` is said while no value is chosen, and takes the choice back.
 */
import type { ComponentProps } from 'react'
import './inputs.css'

interface Option<Value> {
  value: Value
  label: string
  disabled?: boolean
}

interface OptionGroup<Value> {
  label: string
  options: readonly Option<Value>[]
}

interface NativeSelectProps<Value> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  options: readonly (Option<Value> | OptionGroup<Value>)[]
  none?: string | undefined
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

export function NativeSelect<Value extends string | number>({
  options,
  none,
  value,
  onChange,
  className = '',
  ...props
}: NativeSelectProps<Value>) {
  const all = options.flatMap((each) => ('options' in each ? each.options : [each]))
  return (
    <select
      {...props}
      className={`input ${className}`}
      value={value ?? ''}
      onChange={({ target }) => onChange(all.find((option) => String(option.value) === target.value)?.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map((each) =>
        'options' in each ? (
          <optgroup key={each.label} label={each.label}>
            {each.options.map(drawn)}
          </optgroup>
        ) : (
          drawn(each)
        ),
      )}
    </select>
  )
}

function drawn<Value extends string | number>({ value, label, disabled }: Option<Value>) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}
