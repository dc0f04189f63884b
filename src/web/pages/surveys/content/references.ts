/** Which rules and conditions name a part of the content: they are listed before it is deleted. Pure. */
import type { ContentPart, Skip } from '#contract/skips.ts'
import { type ExpressionField, expressionFields } from '#domain/surveys/survey.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { type Part, type PartRow, questionsIn, rowOf } from './survey-parts.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { Answer } from '#contract/answers.ts'

interface Mention {
  /** The part whose condition names what goes; `of`: its code, or the number of the section. */
  of: string
  field: ExpressionField | 'repeat'
}

export interface References {
  rules: Skip[]
  mentions: Mention[]
}

export function referencesTo(survey: SurveyDetail, { kind, id }: ContentPart): References {
  const part = kind === 'skip' ? undefined : { kind, id }
  const row = part && rowOf(survey, part)
  if (!part || !row) return { rules: [], mentions: [] }
  const gone = questionsGoing(part, row)
  const ids = new Set(gone.map(({ id }) => id))
  const rules = survey.skips.filter(
    ({ fromQuestionId, answerId, value, action, target }) =>
      ids.has(fromQuestionId) ||
      (action === 'JUMP_TO_QUESTION' && ids.has(target ?? 0)) ||
      (action === 'JUMP_TO_SECTION' && part.kind === 'section' && target === part.id) ||
      (part.kind === 'answer' &&
        (answerId === part.id ||
          (fromQuestionId === (row as Answer).questionId && [value].flat().includes((row as Answer).code)))),
  )
  return { rules, mentions: mentionsOf(survey, gone, part) }
}

function questionsGoing({ kind }: Part, row: PartRow): QuestionWithAnswers[] {
  if (kind === 'section') return (row as SectionWithQuestions).questions
  return kind === 'question' ? [row as QuestionWithAnswers] : []
}

function mentionsOf(survey: SurveyDetail, gone: readonly QuestionWithAnswers[], part: Part): Mention[] {
  if (gone.length === 0) return []
  const codes = new Set(gone.map(({ code }) => code))
  const going = new Set(gone.map(({ id }) => id))
  const names = (expression: string | null) => wordsOf(expression ?? '').some((word) => codes.has(word))
  return [
    ...survey.sections.flatMap(({ id, relevant, repeat }, index): Mention[] => {
      const of = String(index + 1)
      if (part.kind === 'section' && part.id === id) return []
      return [
        ...(names(relevant) ? [{ of, field: 'relevant' as const }] : []),
        ...(codes.has(repeat?.countCode ?? '') ? [{ of, field: 'repeat' as const }] : []),
      ]
    }),
    ...questionsIn(survey)
      .filter(({ id }) => !going.has(id))
      .flatMap((question) =>
        expressionFields
          .filter((field) => names(question[field]))
          .map((field): Mention => ({ of: question.code, field })),
      ),
  ]
}

/** The names in an expression; a text in quotes names nothing. */
function wordsOf(expression: string): string[] {
  return expression.replaceAll(/"[^"]*"|'[^']*'/g, ' ').match(/[A-Za-z]\w*/g) ?? []
}
