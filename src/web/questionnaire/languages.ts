/** The languages of a survey. Pure. */
import { locales } from '#domain/text/locale.ts'
import type { Localized, SurveyContent } from '#domain/surveys/survey.ts'

/** Each that a text is in: those of the product first, then by code. */
export function languagesOf({ sections }: SurveyContent): string[] {
  const texts = sections.flatMap(({ title, questions }): (Localized | null)[] => [
    title,
    ...questions.flatMap(({ text, help, answers }) => [text, help, ...answers.map((answer) => answer.text)]),
  ])
  const found = new Set(texts.flatMap((text) => Object.keys(text ?? {})))
  const own = locales.filter((locale) => found.delete(locale))
  return [...own, ...[...found].toSorted()]
}

/** The survey's language that the reader knows best: `pt` for readers of `pt-br`, else its first. */
export function languageFor(languages: readonly string[], wanted: string): string {
  return (
    languages.find((code) => code === wanted) ??
    languages.find((code) => baseOf(code) === baseOf(wanted)) ??
    languages[0] ??
    wanted
  )
}

function baseOf(code: string): string | undefined {
  return code.split('-')[0]
}

/** `fr` → French, in the reader's language; the code itself when the browser does not know it. */
export function languageName(code: string, reader: string): string {
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
