/** Light or dark: light unless chosen otherwise (seed §9). Our own styles read the colours as `var(--accent)` etc. */
import { inColour, mix } from '#domain/brand.ts'
import { brand } from '../api/page-settings.ts'
import { SharedValue } from '../api/shared-value.ts'
import { readText, store } from '../api/storage.ts'
import { dark, light, type Palette, variablesOf } from '#domain/palette.ts'

export type ThemeName = 'light' | 'dark'

const current = new SharedValue<ThemeName>(readText('theme') === 'dark' ? 'dark' : 'light')

export function paletteOf(theme: ThemeName): Palette {
  return inColour(theme === 'dark' ? dark : light, brand.colour)
}

/** Call once before the first paint. Set by script, property by property: the CSP allows no inline styles. */
export function applyTheme(): void {
  const { style, dataset } = document.documentElement
  const theme = current.get()
  dataset['theme'] = theme
  style.colorScheme = theme
  for (const [name, value] of variablesOf(paletteOf(theme))) style.setProperty(name, value)
  if (brand.colour !== null) {
    style.setProperty('--brand', mix(brand.colour, '#000000', 0.25))
    style.setProperty('--brand-deep', mix(brand.colour, '#000000', 0.6))
  }
}

export function chooseTheme(theme: ThemeName): void {
  current.set(theme)
  store('theme', theme)
  applyTheme()
}

/** For a page without a choice of theme: the setting of the device decides, also when it changes. */
export function followDevice(): void {
  const darkness = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    current.set(darkness.matches ? 'dark' : 'light')
    applyTheme()
  }
  darkness.addEventListener('change', follow)
  follow()
}

export function useTheme(): ThemeName {
  return current.use()
}
