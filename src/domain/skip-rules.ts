/** Skip rules (product.md §4): what is wrong with them. */
import type { FieldProblem } from './problems.ts'
import { questionsOf, type SkipRule, type SurveyContent } from './survey.ts'

/** Everything that keeps a rule from being saved into the content; drafts may lack other things still. */
export function ruleProblems(content: SurveyContent, rule: SkipRule): FieldProblem[] {
  const questions = questionsOf(content)
  const from = questions.find(({ id }) => id === rule.fromQuestionId)
  if (!from) return [{ path: 'fromQuestionId', code: 'UNKNOWN_REFERENCE' }]
  return [...compared(rule, from.answers), ...led(rule, content)]
}

/** ANSWERED and EMPTY compare nothing, the others one thing. */
function compared({ operator, value, answerId }: SkipRule, options: readonly { id: number }[]): FieldProblem[] {
  const isBare = operator === 'ANSWERED' || operator === 'EMPTY'
  if (isBare && value !== null) return [{ path: 'value', code: 'NOT_ALLOWED' }]
  if (isBare || value !== null) return answerId === null ? [] : [{ path: 'answerId', code: 'NOT_ALLOWED' }]
  if (answerId === null) return [{ path: 'value', code: 'REQUIRED' }]
  return options.some(({ id }) => id === answerId) ? [] : [{ path: 'answerId', code: 'UNKNOWN_REFERENCE' }]
}

function led({ action, target }: SkipRule, content: SurveyContent): FieldProblem[] {
  if (action === 'END') return target === null ? [] : [{ path: 'target', code: 'NOT_ALLOWED' }]
  if (target === null) return [{ path: 'target', code: 'REQUIRED' }]
  const places: { id: number }[] = action === 'JUMP_TO_SECTION' ? content.sections : questionsOf(content)
  return places.some(({ id }) => id === target) ? [] : [{ path: 'target', code: 'UNKNOWN_REFERENCE' }]
}
