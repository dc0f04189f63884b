/// <reference types="vite/client" />

declare module '*.json?basic' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?factor' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?questionnaire' {
  const texts: Record<string, string>
  export default texts
}

/** Functions that fetch texts, by language; English is there. Made by vite.config.ts. */
declare module 'virtual:text-loaders?*' {
  import type { FurtherLocale } from '#domain/text/locale.ts'
  const loaders: Record<FurtherLocale, () => Promise<{ default: Record<string, string> }>>
  export default loaders
}

declare module 'virtual:language-loaders' {
  import type { TextFile } from '#web/i18n/areas.ts'
  import type { AntdLocale } from '#web/ui/antd-locales.ts'
  import type { Locale } from '#domain/text/locale.ts'
  type Texts = Record<string, string>
  export const ofAreas: Record<TextFile, Record<Locale, () => Promise<{ default: Texts }>>>
  export const further: Record<Locale, () => Promise<{ default: Texts; antd: AntdLocale }>>
}
