/**
 * The languages of the product: what `person.locale` may say, and what files are written in. A further one is a row here and
 * its folder in `words/`. `tag` is for `<html lang>` and `Intl`, and in small letters for dayjs; `antd` is Ant Design's file.
 */
export const languages = {
  en: { name: 'English', tag: 'en', antd: 'en_US' },
  'pt-br': { name: 'Português', tag: 'pt-BR', antd: 'pt_BR' },
  zh: { name: '中文', tag: 'zh-CN', antd: 'zh_CN' },
} as const

export type Locale = keyof typeof languages

export const locales = Object.keys(languages) as Locale[]

export const defaultLocale = 'en'
export type FurtherLocale = Exclude<Locale, typeof defaultLocale>
export const furtherLocales = locales.filter((locale): locale is FurtherLocale => locale !== defaultLocale)

export function isLocale(text: string | null | undefined): text is Locale {
  return locales.some((locale) => locale === text)
}
