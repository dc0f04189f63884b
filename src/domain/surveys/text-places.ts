/** Every text of the content of a survey, with the name of its place that files call it by. */
import type { AnswerOption, Localized, Question, Section } from './survey.ts'

export interface TextPlace {
  kind: 'section' | 'question' | 'answer'
  id: number
  field: 'title' | 'text' | 'help' | 'guidance'
  text: Localized
  /** The question that an option belongs to. */
  questionId?: number
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
  return sections.flatMap((section) => [
    {
      kind: 'section' as const,
      id: section.id,
      field: 'title' as const,
      text: section.title,
      key: `section.${section.id}`,
    },
    ...section.questions.flatMap(({ id, code, text, help, guidance, answers }) => [
      { kind: 'question' as const, id, field: 'text' as const, text, key: code },
      ...beside({ id, code, field: 'help', text: help }),
      ...beside({ id, code, field: 'guidance', text: guidance }),
      ...answers
        .toSorted((a, b) => a.position - b.position || a.id - b.id)
        .map((answer) => ({
          kind: 'answer' as const,
          id: answer.id,
          field: 'text' as const,
          text: answer.text,
          questionId: id,
          key: `${code}/${answer.code}`,
        })),
    ]),
  ])
}

function beside({
  id,
  code,
  field,
  text,
}: {
  id: number
  code: string
  field: 'help' | 'guidance'
  text: Localized | null | undefined
}): TextPlace[] {
  return text ? [{ kind: 'question', id, field, text, key: `${code}.${field}` }] : []
}
