/** The copy of a survey, by its name. */
import { type Localized, maxTitle } from './survey.ts'

/** How a copy is marked, by language. */
const marks: Localized = { en: ' (copy)', 'pt-br': ' (cópia)', zh: '（副本）' }

/** The title of a copy in all its languages, none longer than a title may be. */
export function copyTitle(title: Localized): Localized {
  return Object.fromEntries(Object.entries(title).map(([language, text]) => [language, marked(language, text)]))
}

function marked(language: string, text: string): string {
  const mark = marks[language] ?? marks['en'] ?? ''
  // A cut between the halves of one sign would leave what no text may hold.
  return `${text
    .slice(0, maxTitle - mark.length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}${mark}`
}
