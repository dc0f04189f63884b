/** Languages of surveys, which may be others than those of the product. Pure. */
import { type Locale, locales } from '#domain/text/locale.ts'
import { type Localized, textIn } from '#domain/surveys/survey.ts'

/** The language as the browser's formats know it; the survey may be in one that they do not know. */
export function tagOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The language of the product that a reader of the survey's language knows: `zh-hans` reads `zh`; else English. */
export function wordsLocale(language: string): Locale {
  const [begin] = language.split('-')
  return (
    locales.find((locale) => locale === language) ?? locales.find((locale) => locale.split('-')[0] === begin) ?? 'en'
  )
}

/** The language of the shown text, which may differ from the wanted one. */
export function languageOf(text: Localized, language: string): string {
  const shown = textIn(text, language)
  return text[language] === undefined ? (Object.keys(text).find((key) => text[key] === shown) ?? language) : language
}
