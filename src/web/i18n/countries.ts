import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { countries } from '#domain/people/countries.ts'
import { useFormat } from './text.ts'

/** By their names in the language shown. */
export function useCountries() {
  const { locale } = useIntl()
  const format = useFormat()
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    const named = countries.map((value) => ({ value, label: format.country(value) }))
    return named.sort((a, b) => compare(a.label, b.label))
  }, [format, locale])
}
