/** The currencies to choose from, by code and by name in the language shown. */
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { currencies } from '#domain/money/currencies.ts'

export function useCurrencies(): { value: string; label: string }[] {
  const { locale } = useIntl()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency' })
    return currencies.map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
  }, [locale])
}
