/** The languages of the pages: what `person.locale` may say, and what files are written in. */
export const locales = ['en', 'pt-br', 'zh'] as const
export type Locale = (typeof locales)[number]
