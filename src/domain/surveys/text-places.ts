/** Every text of the content of a survey, with the name of its place that files call it by. */
import type { AnswerOption, Localized, Question, Section } from './survey.ts'

export interface TextPlace {
  kind: 'section' | 'question' | 'answer'
  id: number
  field: 'title' | 'text' | 'help' | 'guidance'
  text: Localized
  /** `section.7`, `water`, `water.help`, `water/tap`. */
  key: string
}

interface Content {
  sections: readonly (Pick<Section, 'id' | 'title'> & {
    questions: readonly (Pick<Question, 'id' | 'code' | 'text' | 'help' | 'guidance'> & {
      answers: readonly AnswerOption[]
    })[]
  })[]
}

/** In the order in which they are shown. */
export function textPlaces({ sections }: Content): TextPlace[] {
  return sections.flatMap((section): TextPlace[] => [
    { kind: 'section', id: section.id, field: 'title', text: section.title, key: `section.${section.id}` },
    ...section.questions.flatMap(({ id, code, answers, ...texts }) => [
      ...(['text', 'help', 'guidance'] as const).flatMap((field): TextPlace[] => {
        const text = texts[field]
        return text ? [{ kind: 'question', id, field, text, key: field === 'text' ? code : `${code}.${field}` }] : []
      }),
      ...answers
        .toSorted((a, b) => a.position - b.position || a.id - b.id)
        .map(({ id: answerId, code: option, text }): TextPlace => {
          return { kind: 'answer', id: answerId, field: 'text', text, key: `${code}/${option}` }
        }),
    ]),
  ])
}
