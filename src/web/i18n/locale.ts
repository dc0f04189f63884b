/**
 * The language that is shown. It lives in `user.locale` during a session; before that `?lang=` says it, default en
 * (seed §9). There is no storage key of its own: after sign-out the page keeps the language until it is reloaded.
 */
import { useSyncExternalStore } from 'react'
import { defaultLocale, languages, type Locale } from '#domain/text/locale.ts'

let current: Locale = defaultLocale
const listeners = new Set<() => void>()

export function currentLocale(): Locale {
  return current
}

/** For `Intl`. */
export function currentTag(): string {
  return languages[current].tag
}

/** Shows the language from now on. Its texts should have been loaded (messages.ts), else English is shown. */
export function showLocale(locale: Locale): void {
  current = locale
  document.documentElement.lang = languages[locale].tag
  for (const listener of listeners) listener()
}

/** The language shown; the component renders again when that changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
