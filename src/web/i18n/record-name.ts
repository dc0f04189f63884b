import { type Localized, textIn } from '#domain/surveys/survey.ts'
import { currentLocale } from './locale.ts'

/** How a record is called: by its title, its name or its text, in the reader's language where it has several. */
export function recordName(record: object | undefined, id: string): string {
  return nameOf(record) ?? `#${id}`
}

/** What tells records of one name apart: where the record belongs, and its code, phone or user name. */
export function recordPlace(record: object): string | undefined {
  const { surveyTitle, sectionTitle, questionCode, code, phone, username } = record as Partial<
    Record<string, string | Localized | null>
  >
  const words = [surveyTitle, sectionTitle, questionCode, code, phone ?? username].map(wordsOf).filter(Boolean)
  return words.length === 0 ? undefined : words.join(' · ')
}

/** Undefined when it has none. */
export function nameOf(record: object | undefined): string | undefined {
  const { title, name, text } = (record ?? {}) as Partial<Record<string, string | Localized | null>>
  return [title, name, text].map(wordsOf).find(Boolean)
}

function wordsOf(said: string | Localized | null | undefined): string | undefined {
  return typeof said === 'string' ? said : said ? textIn(said, currentLocale()) : undefined
}
