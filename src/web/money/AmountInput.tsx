/** An amount of money: when the user leaves the field, it shows the number that was understood. */
import type { ComponentProps, KeyboardEvent } from 'react'
import { minorDigits } from '#domain/money/money.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'
import { TextInput } from '../ui/TextInput.tsx'

interface AmountInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  /** '' while it is not known. */
  currency: string
  value: string
  onChange: (amount: string) => void
}

export function AmountInput({ currency, value, onChange, ...rest }: AmountInputProps) {
  function read() {
    const amount = typedAmount(value, currency)
    if (amount !== value) onChange(amount)
  }
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      placeholder={currency === '' ? undefined : (0).toFixed(minorDigits(currency))}
      {...rest}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={read}
      // Enter sends the form without leaving the field.
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && read()}
    />
  )
}
