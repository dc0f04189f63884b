/** What the second factor says: it comes with its form, as most people never meet it. */
import { useEffect, useReducer } from 'react'
import { defaultLocale, type Locale } from '#domain/text/locale.ts'
import { addErrors, type BasicText, useBasicText } from '../i18n/basic.ts'
import { useLocale } from '../i18n/locale.ts'
import english from 'virtual:en.json?factor'
import loaders from 'virtual:text-loaders?factor'

addErrors(defaultLocale, english)

/** Loads the texts of the language; failing that, their names are shown. */
export async function loadFactorTexts(locale: Locale): Promise<void> {
  if (locale !== defaultLocale) addErrors(locale, (await loaders[locale]()).default)
}

export function useFactorText(): BasicText {
  const locale = useLocale()
  const [, draw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => void loadFactorTexts(locale).then(draw, console.error), [locale])
  return useBasicText()
}
