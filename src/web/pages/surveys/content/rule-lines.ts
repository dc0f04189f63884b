/** The skip rules of each question in words: "If the answer is Yes, go to q7". Pure. */
import type { QuestionWithAnswers } from '#contract/questions.ts'
import type { Skip } from '#contract/skips.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import type { Text } from '../../../i18n/text.ts'
import { questionsIn } from './survey-parts.ts'

export interface RuleLine {
  id: number
  text: string
}

export function ruleLines(survey: SurveyDetail, language: string, t: Text): Map<number, RuleLine[]> {
  const questions = new Map(questionsIn(survey).map((question) => [question.id, question]))
  const sections = new Map(survey.sections.map(({ id, title }) => [id, textIn(title, language)]))
  const line = (rule: Skip): RuleLine => {
    const holds = t(`skips.when.${rule.operator}`, {
      value: compared(rule, questions.get(rule.fromQuestionId), language),
    })
    const target = rule.target ?? 0
    const place = rule.action === 'JUMP_TO_SECTION' ? sections.get(target) : questions.get(target)?.code
    return { id: rule.id, text: t(`skips.then.${rule.action}`, { holds, place: place ?? '?' }) }
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
