/** A currency of the list. A native select: it opens well on a phone, and the letters of a code choose it. */
import type { ComponentProps } from 'react'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { useCurrencies } from './currencies.ts'

type Props = Omit<ComponentProps<typeof NativeSelect<string>>, 'options' | 'onChange'> & {
  onChange: (currency: string) => void
}

export function CurrencySelect({ onChange, ...rest }: Props) {
  return (
    <NativeSelect<string>
      none="–"
      {...rest}
      options={useCurrencies()}
      onChange={(currency) => onChange(currency ?? '')}
    />
  )
}
