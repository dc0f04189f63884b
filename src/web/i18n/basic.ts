/**
 * Texts of the light pages (sign-in, error screens): a small part of the language file, without react-intl. English is
 * always there, so that even a page that can load nothing more says what is wrong.
 */
import { defaultLocale, type Locale } from '#domain/text/locale.ts'
import { fillIn } from '#domain/text/fill-in.ts'
import type { TextId } from '#words/text-id.ts'
import english from 'virtual:en.json?basic'
import loaders from 'virtual:text-loaders?basic'
import { currentLocale, useLocale } from './locale.ts'

export type BasicId = Extract<
  TextId,
  `login.${string}` | `factor.${string}` | `errors.${string}` | `screen.${string}` | `language.${string}`
>
export type BasicText = (id: BasicId, values?: Record<string, string>) => string

const texts: Partial<Record<Locale, Record<string, string>>> = { [defaultLocale]: english }

/** Loads the texts of the language; failing that, English stays. */
export async function loadBasic(locale: Locale): Promise<void> {
  if (locale === defaultLocale || texts[locale]) return
  try {
    texts[locale] = (await loaders[locale]()).default
  } catch (error) {
    console.error(error)
  }
}

/** The words for all errors, once the shell has come with them; and those of the second factor. */
export function addErrors(locale: Locale, messages: Readonly<Record<string, string>>): void {
  const errors = Object.entries(messages).filter(([id]) => /^(errors|factor)\./.test(id))
  texts[locale] = { ...basicTexts(locale), ...Object.fromEntries(errors) }
}

/** The part of the language that is loaded already. */
export function basicTexts(locale: Locale): Record<string, string> {
  return texts[locale] ?? english
}

export function hasBasic(id: string): id is BasicId {
  return Object.hasOwn(basicTexts(currentLocale()), id)
}

/** These messages are plain text with `{name}` places, nothing more of ICU (a test keeps it so). */
export function basicText(id: BasicId, values: Record<string, string> = {}): string {
  const text = basicTexts(currentLocale())[id] ?? english[id] ?? id
  return fillIn(text, values)
}

/** The text function of the language shown; the component renders again when that changes. */
export function useBasicText(): BasicText {
  useLocale()
  return basicText
}
