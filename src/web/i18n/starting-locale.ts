/** The language on start: the signed-in person's, else `?lang=`, else en. */
import { defaultLocale, isLocale, type Locale } from '#domain/text/locale.ts'
import { currentSession } from '../api/session.ts'

export function startingLocale(): Locale {
  const { user } = currentSession()
  const asked = new URLSearchParams(location.search).get('lang')
  if (isLocale(user?.locale)) return user.locale
  return isLocale(asked) ? asked : defaultLocale
}
