/// <reference types="vite/client" />

declare module '*.json?basic' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?further' {
  const texts: Record<string, string>
  export default texts
}

/** For each area and language the function that fetches its texts. Made by vite.config.ts. */
declare module 'virtual:area-loaders' {
  import type { Area } from '#web/i18n/areas.ts'
  import type { Locale } from '#domain/locale.ts'
  type LoadTexts = () => Promise<{ default: Record<string, string> }>
  export const areaLoaders: Record<Area, Record<Locale, LoadTexts>>
}
