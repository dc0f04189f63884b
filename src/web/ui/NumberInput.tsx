/**
 * A number that the user types or changes by arrow keys. The owner never gets a text that is no number or out of
 * bounds. When the user leaves the field, its text is again the number, within bounds.
 */
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import './inputs.css'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max'> {
  value: number | string | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  /** What was typed, as JavaScript writes numbers. */
  parser?: (text: string) => string
}

export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min = -Infinity, max = Infinity, parser = String, className = '', ...rest } = props
  // A text is of the value that stood when it was typed: when the owner sets another, that one shows.
  const [typed, setTyped] = useState<{ text: string; value: number | string | null }>()
  const number = value === null || value === '' ? undefined : Number(value)

  function type(text: string) {
    const clean = parser(text).trim()
    const next = clean === '' ? null : Number(clean)
    const isTaken = next === null || (next >= min && next <= max)
    setTyped({ text, value: isTaken ? next : value })
    if (isTaken && next !== value) onChange(next)
  }

  function settle() {
    const wanted = typed && parser(typed.text).trim()
    setTyped(undefined)
    if (typed?.value !== value || !wanted) return
    const next = Math.min(max, Math.max(min, Number(wanted)))
    if (!Number.isNaN(next) && next !== value) onChange(next)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') return settle()
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined || rest.disabled || rest.readOnly) return
    event.preventDefault()
    setTyped(undefined)
    // Without the errors of binary fractions: 0.1 + 1 is 1.1.
    onChange(Math.min(max, Math.max(min, Number(((number ?? 0) + step).toPrecision(15)))))
  }

  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      role="spinbutton"
      aria-valuenow={number}
      {...rest}
      className={`input ${className}`}
      value={typed && typed.value === value ? typed.text : plain(value)}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      onKeyDown={press}
    />
  )
}

/** Never 1e-7. */
function plain(value: number | string | null): string {
  if (typeof value !== 'number') return value ?? ''
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
}
