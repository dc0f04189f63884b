import { useFormat, useText } from '../i18n/text.ts'

/** Explains the phone numbers of a file; `country` belongs to numbers without a country code. */
export function usePhoneWords(country: string | undefined): string {
  const t = useText()
  const format = useFormat()
  return country === undefined ? t('excel.phonesWhole') : t('excel.phonesOf', { country: format.country(country) })
}
