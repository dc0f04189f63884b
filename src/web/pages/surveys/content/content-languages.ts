/** Which languages the texts of a survey are in, and what each still lacks. Pure. */
import { locales } from '#domain/locale.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { Localized } from '#domain/survey.ts'
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
  const codes = new Set<string>([...locales, ...places.flatMap(({ text }) => Object.keys(text))])
  return [...codes].map((code) => ({ code, missing: places.filter(({ text }) => text[code] === undefined).length }))
}

/** The texts that are not in this language. */
export function missingTexts(sections: readonly SectionWithQuestions[], language: string): TextPlace[] {
  return textPlaces(sections).filter(({ text }) => text[language] === undefined)
}
