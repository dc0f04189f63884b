import { type Localized, textIn } from '#domain/survey.ts'
import { currentLocale } from './locale.ts'

/** How a record is called: by its title, its name or its text, in the reader's language where it has several. */
export function recordName(record: object | undefined, id: string): string {
  return nameOf(record) ?? `#${id}`
}

/** Undefined when it has none. */
export function nameOf(record: object | undefined): string | undefined {
  const { title, name, text } = (record ?? {}) as Partial<Record<string, string | Localized | null>>
  const words = [title, name, text].map((said) =>
    said !== null && typeof said === 'object' ? textIn(said, currentLocale()) : said,
  )
  return words.find((said) => said) ?? undefined
}
