/**
 * The language that is shown. It lives in `user.locale` during a session; before that `?lang=` says it, default en
 * (seed §9). There is no storage key of its own: after sign-out the page keeps the language until it is reloaded.
 */
import { SharedValue } from '../api/shared-value.ts'
import { defaultLocale, languages, type Locale } from '#domain/text/locale.ts'

const current = new SharedValue<Locale>(defaultLocale)

export function currentLocale(): Locale {
  return current.get()
}

/** For `Intl`. */
export function currentTag(): string {
  return languages[current.get()].tag
}

/** Shows the language from now on. Its texts should have been loaded (messages.ts), else English is shown. */
export function showLocale(locale: Locale): void {
  document.documentElement.lang = languages[locale].tag
  current.set(locale)
}

/** The language shown; the component renders again when that changes. */
export function useLocale(): Locale {
  return current.use()
}
