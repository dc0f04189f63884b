/// <reference types="vite/client" />

declare module '*.json?basic' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?questionnaire' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?further' {
  const texts: Record<string, string>
  export default texts
}

/** For each file of texts and each language the function that fetches it. Made by vite.config.ts. */
declare module 'virtual:text-loaders' {
  import type { TextFile } from '#web/i18n/areas.ts'
  import type { Locale } from '#domain/text/locale.ts'
  type LoadTexts = () => Promise<{ default: Record<string, string> }>
  export const textLoaders: Record<TextFile, Record<Locale, LoadTexts>>
}
