/** Which questions of a new survey filter its responses: a form of another program does not say. */
import { namingQuestion } from '#domain/answers/form-name.ts'
import { questionsOf, type QuestionType, type SurveyContent } from '#domain/surveys/survey.ts'
import type { Report } from './report.ts'

/** Their answers are few words, which people choose from. */
const filterableTypes: readonly QuestionType[] = ['SINGLE', 'MULTIPLE', 'YES_NO']

/** Each of them adds to what a response costs when it comes in. */
export const mostFilterable = 40

/** Marks what responses are called by, and the first choice and yes-or-no questions, in place. */
export function markFilterable(content: SurveyContent, report: Report, sheet: string): void {
  const naming = namingQuestion(content)
  const choices = questionsOf(content).filter(({ type }) => filterableTypes.includes(type))
  const marked = [...(naming ? [naming] : []), ...choices].slice(0, mostFilterable)
  for (const question of marked) question.filterable = true
  if (marked.length > 0) report.add({ sheet, row: 0 }, 'FILTERABLE_SET', { value: String(marked.length) })
}
