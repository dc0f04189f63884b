/**
 * What the pages call columns and choices, in every language: a file comes back with the words it was exported under, or
 * with those somebody read on the screen. The language files are data; they stand where the pages are.
 */
import { readFileSync } from 'node:fs'
import { withEach } from '#contract/nouns.ts'
import { type Locale, locales } from '#domain/locale.ts'

const texts = new Map<string, Map<string, string>>()

/** Read when they are first asked for: a server that exports nothing does without. */
function textsIn(language: Locale): ReadonlyMap<string, string> {
  const known = texts.get(language)
  if (known) return known
  const file = readFileSync(new URL(`../../web/locales/${language}.json`, import.meta.url), 'utf8')
  const read = new Map(Object.entries(withEach(language, JSON.parse(file) as Record<string, string>)))
  texts.set(language, read)
  return read
}

/** The text of a message in every language that has it. */
export function wordsOf(message: string): string[] {
  return locales.flatMap((language) => textsIn(language).get(message) ?? [])
}

/** The text of a message in one language, where we speak it. */
export function wordIn(locale: string, message: string): string | undefined {
  const language = locales.find((known) => known === locale)
  return language && textsIn(language).get(message)
}

/** Upper and lower case, wide and narrow signs and how many blanks stand between words make no difference. */
export function foldText(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Choices by what may stand for them, folded: the value itself and what the pages call it, `<messages>.<value>`. */
export function choicesByWord<Value extends string>(
  values: readonly Value[],
  messages: string,
): ReadonlyMap<string, Value> {
  return new Map(
    values.flatMap((value) =>
      [value, ...wordsOf(`${messages}.${value}`)].map((word) => [foldText(word), value] as const),
    ),
  )
}
