/**
 * The colours of Canvass, in one place: unbleached paper, ink, and a deep green. Text on its background has a contrast
 * of at least 4.5:1, borders of controls 3:1. `web/ui/theme.ts` makes CSS variables of it, `antd-theme.ts` the tokens of antd.
 */
export interface Palette {
  /** The page behind everything. */
  paper: string
  /** Cards, tables, dialogs. */
  surface: string
  /** Table heads, hovered rows. */
  sunken: string
  line: string
  /** Borders of inputs and checkboxes. */
  controlLine: string
  text: string
  muted: string
  accent: string
  accentHover: string
  /** Text on the accent colour. */
  onAccent: string
  accentTint: string
  danger: string
  dangerTint: string
  onDanger: string
  warning: string
  warningTint: string
  success: string
  successTint: string
  info: string
  infoTint: string
  shadow: string
}

export const light: Palette = {
  paper: '#f6f5f1',
  surface: '#ffffff',
  sunken: '#faf9f6',
  line: '#e3e0d7',
  controlLine: '#8f8c80',
  text: '#1b2320',
  muted: '#59625d',
  accent: '#0b6b5d',
  accentHover: '#08574b',
  onAccent: '#ffffff',
  accentTint: '#e4f1ee',
  danger: '#b3261e',
  dangerTint: '#fbebe9',
  onDanger: '#ffffff',
  warning: '#7d5200',
  warningTint: '#fcf2dc',
  success: '#1b6e30',
  successTint: '#e6f4e9',
  info: '#1d5a9e',
  infoTint: '#e7eff9',
  shadow: '0 1px 2px rgb(27 35 32 / 5%), 0 8px 28px rgb(27 35 32 / 12%)',
}

export const dark: Palette = {
  paper: '#0f1312',
  surface: '#171c1a',
  sunken: '#1c2220',
  line: '#2c3431',
  controlLine: '#6b7671',
  text: '#e7ebe9',
  muted: '#a4aea9',
  accent: '#4cc7b1',
  accentHover: '#74d8c6',
  onAccent: '#06231e',
  accentTint: '#16332d',
  danger: '#f28b82',
  dangerTint: '#3b1f1d',
  onDanger: '#2b0906',
  warning: '#e9b64f',
  warningTint: '#352b14',
  success: '#70cd89',
  successTint: '#173120',
  info: '#86b6f2',
  infoTint: '#182a40',
  shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 28px rgb(0 0 0 / 50%)',
}

/** As CSS variables by their names: `--paper`. */
export function variablesOf(palette: Palette): [name: string, value: string][] {
  return Object.entries(palette).map(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ])
}
