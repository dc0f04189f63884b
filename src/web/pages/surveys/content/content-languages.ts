/** Which languages the texts of a survey are in, and what each still lacks. Pure. */
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { alike, type Localized } from '#domain/surveys/survey.ts'
import { inOrder, type Part, type TextField } from './survey-parts.ts'

export interface TextPlace extends Part {
  field: TextField
  text: Localized
  /** The question that an option belongs to. */
  questionId?: number
}

/** Every text, in the order in which it is shown. */
export function textPlaces(sections: readonly SectionWithQuestions[]): TextPlace[] {
  return sections.flatMap((section) => [
    { kind: 'section' as const, id: section.id, field: 'title' as const, text: section.title },
    ...section.questions.flatMap(({ id, text, help, guidance, answers }) => [
      { kind: 'question' as const, id, field: 'text' as const, text },
      ...(help ? [{ kind: 'question' as const, id, field: 'help' as const, text: help }] : []),
      ...(guidance ? [{ kind: 'question' as const, id, field: 'guidance' as const, text: guidance }] : []),
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

/** Each that a text of the content or the title of the survey has, and one more that is chosen; with how many texts it lacks. */
export function languagesOf(
  { sections, texts }: Pick<SurveyDetail, 'sections' | 'texts'>,
  chosen?: string,
): { code: string; missing: number; of: number }[] {
  const places = textPlaces(sections)
  const used: Localized = Object.assign({}, texts.title, ...places.map(({ text }) => text))
  const isNew = chosen !== undefined && alike(used, chosen) === undefined
  return [...Object.keys(used), ...(isNew ? [chosen] : [])].map((code) => {
    return { code, missing: places.filter(({ text }) => text[code] === undefined).length, of: places.length }
  })
}

/** The texts that are not in this language. */
export function missingTexts(sections: readonly SectionWithQuestions[], language: string): TextPlace[] {
  return textPlaces(sections).filter(({ text }) => text[language] === undefined)
}
