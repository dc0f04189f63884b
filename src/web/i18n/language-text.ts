/** What languages are called, those that the product does not speak, too. */
import { languageName } from '#domain/surveys/languages.ts'
import { isLocale } from '#domain/text/locale.ts'
import type { Text } from './text.ts'

export function languageText(code: string, reader: string, t: Text): string {
  return isLocale(code) ? t(`language.${code}`) : languageName(code, reader)
}
