import type { Locale } from '#domain/text/locale.ts'
import texts from './template-texts.json' with { type: 'json' }
import type { FixedCode } from './columns.ts'

export const requiredMark = ' *'

export function templateTexts(language: Locale) {
  return texts[language]
}

/** Whether the text is the heading of a fixed column in any language. */
export function isLabelOf(code: FixedCode, text: string): boolean {
  return Object.values(texts).some((entry) => text === entry[code] || text === entry[code] + requiredMark)
}
