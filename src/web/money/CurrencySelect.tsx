/** A currency of the list. A native select: it opens well on a phone, and the letters of a code choose it. */
import type { SelectHTMLAttributes } from 'react'
import { useCurrencies } from './currencies.ts'

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> & { onChange: (currency: string) => void }

export function CurrencySelect({ onChange, ...rest }: Props) {
  const currencies = useCurrencies()
  return (
    <select className="input" {...rest} onChange={({ target }) => onChange(target.value)}>
      <option value="">–</option>
      {currencies.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
