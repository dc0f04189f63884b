/** The words on the screen in a language, from the product's own texts: journeys name things as their readers do. */
import { createIntl, type IntlShape } from 'react-intl'
import { readTexts } from '#words/texts.ts'
import { languages, type Locale } from '#domain/text/locale.ts'

const texts = new Map<Locale, IntlShape>()

function intlOf(language: Locale): IntlShape {
  const known = texts.get(language)
  if (known) return known
  const messages = readTexts(language)
  const made = createIntl({ locale: languages[language].tag, messages })
  texts.set(language, made)
  return made
}

export type Words = (id: string, values?: Record<string, string | number>) => string

export function wordsOf(language: Locale): Words {
  const intl = intlOf(language)
  return (id, values) => intl.formatMessage({ id }, values)
}

/** Whether a word is the name of a text: none of them is for readers. */
export function hasWord(id: string): boolean {
  return id in intlOf('en').messages
}
