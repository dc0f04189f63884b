/** The skip rules and conditions of a survey in words: "If the answer is Yes, go to q7". Pure. */
import type { QuestionWithAnswers } from '#contract/questions.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { Skip } from '#contract/skips.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { type ExpressionField, expressionFields, textIn } from '#domain/surveys/survey.ts'
import type { Text } from '../../../i18n/text.ts'
import { conditionWords, nameMarked } from './condition-words.ts'
import { questionsIn } from './survey-parts.ts'

export interface RuleLine {
  id: number
  text: string
  /** Where it leads: `section-5`, `question-7` or the end. */
  to: string
}

export const endPlace = 'end'

export function ruleLines(survey: SurveyDetail, language: string, t: Text): Map<number, RuleLine[]> {
  const questions = new Map(questionsIn(survey).map((question) => [question.id, question]))
  const sections = new Map(survey.sections.map(({ id, title }) => [id, textIn(title, language)]))
  const line = (rule: Skip): RuleLine => {
    const holds = t(`skips.when.${rule.operator}`, {
      value: nameMarked(compared(rule, questions.get(rule.fromQuestionId), language)),
    })
    const target = rule.target ?? 0
    const question = rule.action === 'JUMP_TO_QUESTION' ? questions.get(target) : undefined
    const place =
      rule.action === 'JUMP_TO_SECTION' ? sections.get(target) : question && plainIn(question.text, language)
    const to = rule.action === 'END' ? endPlace : `${question ? 'question' : 'section'}-${target}`
    return { id: rule.id, text: t(`skips.then.${rule.action}`, { holds, place: nameMarked(place ?? '?') }), to }
  }
  const byQuestion = Map.groupBy(survey.skips, ({ fromQuestionId }) => fromQuestionId)
  return new Map([...byQuestion].map(([id, rules]) => [id, rules.map(line)]))
}

function compared({ value, answerId }: Skip, from: QuestionWithAnswers | undefined, language: string): string {
  const options = from?.answers ?? []
  const chosen = options.find(({ id }) => id === answerId)
  if (chosen) return textIn(chosen.text, language)
  const words = [value ?? []].flat().map((code) => {
    const option = options.find((answer) => answer.code === code)
    return option ? textIn(option.text, language) : String(code)
  })
  return words.join(', ')
}

export interface ConditionLine {
  field: ExpressionField
  text: string
}

/** The expressions of the sections and questions, by `section-5` and `question-7`: conditions in words where there are some. */
export function conditionLines(survey: SurveyDetail, language: string, t: Text): Map<string, ConditionLine[]> {
  const questions = new Map(questionsIn(survey).map((question) => [question.code, question]))
  const linesOf = (row: SectionWithQuestions | QuestionWithAnswers): ConditionLine[] =>
    expressionFields.flatMap((field) => {
      const source = field in row ? row[field as 'relevant'] : null
      if (source === null) return []
      const own = 'answers' in row ? { own: row } : {}
      const words = conditionWords(source, { questions, ...own, language, t }) ?? source
      const text =
        field === 'relevant'
          ? t('surveys.onlyIf', { words })
          : t('surveys.logic', { field: t(`questions.field.${field}`), words })
      return [{ field, text }]
    })
  const all = [
    ...survey.sections.map((row) => [`section-${row.id}`, linesOf(row)] as const),
    ...questionsIn(survey).map((row) => [`question-${row.id}`, linesOf(row)] as const),
  ]
  return new Map(all.filter(([, lines]) => lines.length > 0))
}

/** All that decides which questions are asked, in the order of the survey; `of`: the code, or the number of the section. */
export function logicLines(survey: SurveyDetail, language: string, t: Text): { of: string; text: string }[] {
  const rules = ruleLines(survey, language, t)
  const conditions = conditionLines(survey, language, t)
  const asked = (part: string) => (conditions.get(part) ?? []).filter(({ field }) => field === 'relevant')
  return survey.sections.flatMap(({ id, questions }, index) => [
    ...asked(`section-${id}`).map(({ text }) => ({ of: String(index + 1), text })),
    ...questions.flatMap((question) =>
      [...asked(`question-${question.id}`), ...(rules.get(question.id) ?? [])].map(({ text }) => ({
        of: question.code,
        text,
      })),
    ),
  ])
}
