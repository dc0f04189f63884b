/**
 * The files of a language, for what is behind the sign-in. They are requested as soon as the address is known, while
 * the code that shows them is loading. `messages.ts` puts them together.
 */
import type { AntdLocale } from '../ui/antd-locales.ts'
import { textLoaders } from 'virtual:text-loaders'
import type { Locale } from '#domain/text/locale.ts'
import { type Area, textFileOf } from './areas.ts'

interface Language {
  texts: Record<string, string>
  antd: AntdLocale
}

// Own thunks: the bundler must see each path to make one file of it.
const loaders: Record<Locale, () => Promise<{ language: Language }>> = {
  en: () => import('./languages/en.ts'),
  'pt-br': () => import('./languages/pt-br.ts'),
  zh: () => import('./languages/zh.ts'),
}

export async function loadLanguage(locale: Locale): Promise<Language> {
  return (await loaders[locale]()).language
}

/** Loads the area with the areas that share its file. */
export async function loadTexts(area: Area, locale: Locale): Promise<Record<string, string>> {
  return (await textLoaders[textFileOf(area)][locale]()).default
}
