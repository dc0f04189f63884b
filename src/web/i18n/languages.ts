/**
 * The files of a language, for what is behind the sign-in. They are requested as soon as the address is known, while
 * the code that shows them is loading. `messages.ts` puts them together.
 */
import { further, ofAreas } from 'virtual:language-loaders'
import type { Locale } from '#domain/text/locale.ts'
import { type Area, textFileOf } from './areas.ts'

/** Its texts as `default`, and Ant Design's. */
export function loadLanguage(locale: Locale) {
  return further[locale]()
}

/** Loads the area with the areas that share its file. */
export async function loadTexts(area: Area, locale: Locale): Promise<Record<string, string>> {
  return (await ofAreas[textFileOf(area)][locale]()).default
}
