/** What languages are called, those that the product does not speak, too. */
import { isLocale } from './locale.ts'
import type { Text } from './text.ts'

/** `fr` → French, in the reader's language; the code itself when the browser does not know it. */
function languageName(code: string, reader: string): string {
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

export function languageText(code: string, reader: string, t: Text): string {
  return isLocale(code) ? t(`language.${code}`) : languageName(code, reader)
}
