/** Everything a language needs inside the shell: our texts, Ant Design's and dayjs' locale. Loaded when first shown. */
import dayjs from 'dayjs'
import type { Reference } from '#contract/reference-data.ts'
import { languages, type Locale } from '#domain/text/locale.ts'
import type { TextId } from '#words/text-id.ts'
import { type AntdLocale, withNamesInSight } from '../ui/antd-locales.ts'
import type { Area } from './areas.ts'
import { addErrors, basicTexts, loadBasic } from './basic.ts'
import { loadLanguage, loadTexts } from './languages.ts'
import { currentLocale, showLocale } from './locale.ts'

/** Those of the language files, and those that nouns.ts makes of them. */
export type MessageId = TextId | `${Reference['path']}.${'title' | 'new' | 'edit'}`

export interface Bundle {
  messages: Record<string, string>
  antd: AntdLocale
}

const bundles: Partial<Record<Locale, Bundle>> = {}

const areasShown = new Set<Area>()

/** Loads the texts of an area for the language shown, and from then on with every language. */
export async function loadArea(area: Area): Promise<void> {
  areasShown.add(area)
  await Promise.all(Object.entries(bundles).map(([locale, { messages }]) => addAreas(locale as Locale, messages)))
}

/** Into the very object that react-intl reads: what is added is there at the next look. */
async function addAreas(locale: Locale, messages: Record<string, string>): Promise<void> {
  for (const area of areasShown) Object.assign(messages, await loadTexts(area, locale))
}

/** Loads the language once; rejects when its chunk does not come. */
export async function loadBundle(locale: Locale): Promise<void> {
  if (bundles[locale]) return
  const [{ default: texts, antd }] = await Promise.all([loadLanguage(locale), loadBasic(locale)])
  addErrors(locale, texts)
  const messages = { ...basicTexts(locale), ...texts }
  bundles[locale] = { messages, antd: withNamesInSight(antd) }
  await addAreas(locale, messages)
}

/** Adds words from outside the product, such as a survey's questions. They show as they are, braces and all. */
export function addWords(words: Readonly<Record<string, string>>): void {
  const literals = Object.entries(words).map(([id, value]) => [id, [{ type: 0, value }]])
  Object.assign(currentBundle().messages, Object.fromEntries(literals))
}

/** The texts of the language shown. Call `loadBundle` first: the shell's loader does. */
export function currentBundle(): Bundle {
  const bundle = bundles[currentLocale()]
  if (!bundle) throw new Error(`The language ${currentLocale()} is not loaded`)
  return bundle
}

/** Loads the language, then shows it. */
export async function switchLocale(locale: Locale): Promise<void> {
  await loadBundle(locale)
  dayjs.locale(languages[locale].tag.toLowerCase())
  showLocale(locale)
}
