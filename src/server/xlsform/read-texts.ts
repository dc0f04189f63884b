/** Texts of a form by their languages, made such that a survey may have them. */
import { partsOf, withPlaces } from '#domain/answers/piped-text.ts'
import { type Media, mediaKinds } from '#domain/surveys/survey-files.ts'
import type { Localized } from '#domain/surveys/survey.ts'
import { htmlToLabel } from '#domain/text/html-label.ts'
import { textProblem, type Lines } from '#domain/text/text.ts'
import type { Report, Spot } from './report.ts'
import type { FormRow, FormSheet } from './sheets.ts'

interface TextRules {
  max: number
  lines: Lines
}

interface TextsOf {
  sheet: FormSheet
  report: Report
  rules: TextRules
  /** The names of questions whose answers the text may show. */
  known?: Pick<ReadonlySet<string>, 'has'>
}

/** Undefined when no language has a text. */
export function readTexts(
  { row, cells }: FormRow,
  base: string,
  { sheet, report, rules, known }: TextsOf,
): Localized | undefined {
  const isOurs = sheet.places.has('canvass')
  const texts = [...cells].flatMap(([column, written]): [string, string][] => {
    const [name, language] = column.split('::')
    if (name !== base || language === undefined) return []
    const text = isOurs ? written : htmlToLabel(written)
    const spot: Spot = { sheet: sheet.name, row, index: sheet.places.get(column), column }
    if (partsOf(text).some((part, index) => index % 2 === 1 && !known?.has(part))) report.add(spot, 'TEXT_REFERENCE')
    const fit = fitting(text, rules)
    if (fit !== text) report.add(spot, 'TEXT_CHANGED')
    return fit === '' ? [] : [[language, fit]]
  })
  return texts.length > 0 ? Object.fromEntries(texts.slice(0, 50)) : undefined
}

/** The files that a row shows; an empty object without any. */
export function readMedia(row: FormRow, sheet: FormSheet, report: Report): { media?: Media } {
  const found = mediaKinds.flatMap((kind) => {
    const names = readTexts(row, kind, { sheet, report, rules: { max: 200, lines: 'one' } })
    return names ? [[kind, names] as const] : []
  })
  return found.length > 0 ? { media: Object.fromEntries(found) } : {}
}

/** The text as it may be stored: without what cannot be printed, in one line where it must be, and not too long. */
export function fitting(text: string, { max, lines }: TextRules): string {
  if (textProblem(text, lines) === undefined && text.length <= max) return text
  const printable = text.replaceAll(/[^\n\t\P{C}\p{Cf}]/gu, '')
  const lined = lines === 'one' ? printable.replaceAll(/\s+/g, ' ') : printable
  const cut = lined.trim().slice(0, max).trim()
  return textProblem(cut, lines) === undefined ? cut : cut.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
}

/** Names of questions as codes. */
export function withReferences(text: string, codes: ReadonlyMap<string, string>): string {
  return withPlaces(text, (name) => `\${${codes.get(name) ?? name}}`)
}

export function mapTexts(texts: Localized, change: (text: string) => string): Localized {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, change(text)]))
}
