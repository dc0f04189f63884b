import { namedQuestions, readExpression, rosterIds, scopeOver } from '#domain/answers/filling-plan.ts'
import { repeatProblems } from '#domain/publishing/repeat-checks.ts'
import { expressionFields, type ExpressionSource, type Question, type Section } from '#domain/surveys/survey.ts'
import type { Db } from '../db/pool.ts'
import { loadContent } from './content-store.ts'
import { refuseProblems } from './refusals.ts'

interface ExpressionOwner {
  surveyId: number
  /** The section that the expression is of. */
  sectionId?: number
  /** The question as it will be; a section has none. */
  own?: Pick<Question, 'id' | 'code' | 'type' | 'trigger' | 'list'> & { sectionId: number }
}

/** Refuses expressions of a body that cannot be read, or not over the questions that there are. */
export async function checkExpressions(
  db: Db,
  { surveyId, sectionId, own }: ExpressionOwner,
  body: ExpressionSource,
): Promise<void> {
  const given = expressionFields.filter((field) => body[field])
  if (given.length === 0) return
  const content = await loadContent(db, surveyId)
  const stored = namedQuestions(content)
  const place = content.sections.findIndex(({ id }) => id === (own?.sectionId ?? sectionId))
  const around = rosterIds(content.sections)[place]
  const rosters = own ? around : around?.slice(0, -1)
  const question = own && { ...own, rosters, answers: stored.find(({ id }) => id === own.id)?.answers ?? [] }
  const others = stored.filter(({ id }) => id !== own?.id)
  const scope = { ...scopeOver(question ? [...others, question] : others, rosters), own: question }
  refuseProblems(given.flatMap((field) => readExpression(field, body[field], { scope, question }).problems))
}

/** Refuses a number of repetitions that no question before the section gives. `id`: absent of a section that is new. */
export async function checkRepeat(
  db: Db,
  surveyId: number,
  { id = 0, repeat, position }: { id?: number } & Pick<Section, 'repeat' | 'position'>,
): Promise<void> {
  if (!repeat?.countCode && !repeat?.depth) return
  const { sections: stored } = await loadContent(db, surveyId)
  const own = { id, repeat, position, questions: stored.find((section) => section.id === id)?.questions ?? [] }
  const others = stored.filter((section) => section.id !== id && section.position <= position)
  const later = stored.filter((section) => section.id !== id && section.position > position)
  refuseProblems(repeatProblems([...others, own, ...later], others.length))
}
