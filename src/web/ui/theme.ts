/** Light or dark: light unless chosen otherwise (seed §9). Our own styles read the colours as `var(--accent)` etc. */
import { useSyncExternalStore } from 'react'
import { readText, store } from '../api/storage.ts'
import { dark, light, type Palette } from './palette.ts'

export type ThemeName = 'light' | 'dark'

let current: ThemeName = readText('theme') === 'dark' ? 'dark' : 'light'
const listeners = new Set<() => void>()

export function paletteOf(theme: ThemeName): Palette {
  return theme === 'dark' ? dark : light
}

/** Call once before the first paint. Set by script, property by property: the CSP allows no inline styles. */
export function applyTheme(): void {
  const { style, dataset } = document.documentElement
  dataset['theme'] = current
  style.colorScheme = current
  for (const [name, colour] of Object.entries(paletteOf(current))) {
    style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, String(colour))
  }
}

export function chooseTheme(theme: ThemeName): void {
  current = theme
  store('theme', theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): ThemeName {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
