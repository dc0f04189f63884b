/** What an organisation looks like to people: its name, its logo, and one colour that screens and prints can be read in. Pure. */
import type { Palette } from './palette.ts'
import { type FieldProblem, problem } from './problems.ts'

/** As pages know it. Nulls: the product's own. */
export interface Brand {
  name: string | null
  /** `#0b6b5d` */
  colour: string | null
  /** Of the stored file. */
  logoId: number | null
}

export const noBrand: Brand = { name: null, colour: null, logoId: null }

export const longestBrandName = 60

/** The least contrast of words and the colour behind them (WCAG 2, AA). */
export const leastContrast = 4.5

const white = '#ffffff'
const black = '#000000'
const colourForm = /^#[0-9a-f]{6}$/i

/** The colour is behind white words, and on white it writes words itself. */
export function colourProblem(colour: string): FieldProblem | undefined {
  if (!colourForm.test(colour)) return problem('colour', 'FORMAT')
  return contrast(colour, white) < leastContrast
    ? { ...problem('colour', 'LOW_CONTRAST'), limit: leastContrast }
    : undefined
}

/** From 1, the same colour, to 21, black on white. Both as `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

/** So much of the second colour, from 0 to 1, in the first. */
export function mix(first: string, second: string, share: number): string {
  const others = channels(second)
  const mixed = channels(first).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** A theme in the colour of the house: as much lighter or darker as it takes to be read on the grounds of that theme. */
export function inColour(palette: Palette, colour: string | null): Palette {
  if (colour === null) return palette
  const { paper, surface, text } = palette
  const end = contrast(surface, white) > contrast(surface, black) ? white : black
  const tintOf = (accent: string) => mix(surface, accent, 0.1)
  let accent = colour
  for (let share = 0; share <= 1; share += 0.02) {
    accent = mix(colour, end, share)
    if ([paper, surface, tintOf(accent)].every((ground) => contrast(accent, ground) >= leastContrast)) break
  }
  const onAccent = contrast(white, accent) >= leastContrast ? white : black
  return { ...palette, accent, accentHover: mix(accent, text, 0.2), onAccent, accentTint: tintOf(accent) }
}
