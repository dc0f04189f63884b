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
  type LoadTexts = () => Promise<{ default: Record<string, string> }>
  export const areaLoaders: Record<import('./i18n/areas.ts').Area, Record<import('./i18n/locale.ts').Locale, LoadTexts>>
}
