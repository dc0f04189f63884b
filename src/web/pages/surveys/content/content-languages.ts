/** Which languages the texts of a survey are in, and what each still lacks. Pure. */
import { locales } from '#domain/text/locale.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import { alike, type Localized } from '#domain/surveys/survey.ts'
import { inOrder, type Part, type TextField } from './survey-parts.ts'

export interface TextPlace extends Part {
  field: TextField
  text: Localized
  /** The question that an option belongs to. */
  questionId?: number
}

/** Every text, in the order in which it is shown. */
function textPlaces(sections: readonly SectionWithQuestions[]): TextPlace[] {
  return sections.flatMap((section) => [
    { kind: 'section' as const, id: section.id, field: 'title' as const, text: section.title },
    ...section.questions.flatMap(({ id, text, help, answers }) => [
      { kind: 'question' as const, id, field: 'text' as const, text },
      ...(help ? [{ kind: 'question' as const, id, field: 'help' as const, text: help }] : []),
      ...inOrder(answers).map((answer) => ({
        kind: 'answer' as const,
        id: answer.id,
        field: 'text' as const,
        text: answer.text,
        questionId: id,
      })),
    ]),
  ])
}

/** The languages of the product, then any further one that a text has, each with how many texts it lacks. */
export function languagesOf(sections: readonly SectionWithQuestions[]): { code: string; missing: number }[] {
  const places = textPlaces(sections)
  const used: Localized = Object.assign({}, ...places.map(({ text }) => text))
  const codes = new Set([...locales.map((locale) => languageIn(used, locale)), ...Object.keys(used)])
  return [...codes].map((code) => ({ code, missing: places.filter(({ text }) => text[code] === undefined).length }))
}

/** A survey in `pt` needs no texts in `pt-br`. */
function languageIn(used: Localized, wanted: string): string {
  return used[wanted] === undefined ? (alike(used, wanted) ?? wanted) : wanted
}

/** The texts that are not in this language. */
export function missingTexts(sections: readonly SectionWithQuestions[], language: string): TextPlace[] {
  return textPlaces(sections).filter(({ text }) => text[language] === undefined)
}
