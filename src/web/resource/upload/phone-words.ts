import { useFormat, useText } from '../../i18n/text.ts'

/** What a file is told about its phone numbers; `country`: of those without a country code. */
export function usePhoneWords(country: string | undefined): string {
  const t = useText()
  const format = useFormat()
  return country === undefined ? t('excel.phonesWhole') : t('excel.phonesOf', { country: format.country(country) })
}
