import { type ExpressionSource, readExpression, scopeOver } from '#domain/filling-plan.ts'
import { type Question, questionsOf } from '#domain/survey.ts'
import type { Db } from '../db/pool.ts'
import { loadContent } from './content-store.ts'
import { refuseProblems } from './refusals.ts'

interface Given {
  surveyId: number
  /** The question as it will be; a section has none. */
  own?: Pick<Question, 'id' | 'code' | 'type'>
}

/** Refuses expressions of a body that cannot be read, or not over the questions that there are. */
export async function checkExpressions(db: Db, { surveyId, own }: Given, body: ExpressionSource): Promise<void> {
  const given = (['relevant', 'constraint', 'calculation'] as const).filter((field) => body[field])
  if (given.length === 0) return
  const stored = questionsOf(await loadContent(db, surveyId))
  const question = own && { ...own, answers: stored.find(({ id }) => id === own.id)?.answers ?? [] }
  const others = stored.filter(({ id }) => id !== own?.id)
  const scope = { ...scopeOver(question ? [...others, question] : others), own: question }
  refuseProblems(given.flatMap((field) => readExpression(field, body[field], { scope, question }).problems))
}
