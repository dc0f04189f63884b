/**
 * Entities, as ODK has them: rows of a list that responses make and change. A registration makes a case, and a follow-up
 * chooses it from the list. A calculation of the code `meta_entity_id` names the list as its `saveTo` and tells which row a
 * response is about; three more may say what the row is called and whether it is made or changed. Other questions name by
 * `saveTo` the property that their answer is.
 */
import type { Question, SurveyContent } from './survey.ts'

export const entityCodes = {
  id: 'meta_entity_id',
  label: 'meta_entity_label',
  create: 'meta_entity_create',
  update: 'meta_entity_update',
} as const
export type EntityPart = keyof typeof entityCodes

/** Names that a list has by itself are none of its properties. */
export const propertyName = /^(?!(?:name|label)$|__)[A-Za-z_][\w.-]{0,99}$/i

/** A response makes or changes the row where the answer is one of these. */
export const entityYes = ['1', 'true']

export type EntityUse = { list: string; id: Question } & Partial<Record<EntityPart, Question>>

/** Undefined of a survey whose responses make no entities. */
export function entityUse(content: Pick<SurveyContent, 'sections'>): EntityUse | undefined {
  const part = (code: string) => askedOnce(content).find((question) => question.code === code && question.calculation)
  const { id, ...others } = entityCodes
  const question = part(id)
  const parts = Object.entries(others).map(([name, code]) => [name, part(code)] as const)
  return question?.saveTo ? { list: question.saveTo, id: question, ...Object.fromEntries(parts) } : undefined
}

/** The questions whose answers are properties of the row. */
export function entityProperties(content: Pick<SurveyContent, 'sections'>): Question[] {
  return entityUse(content) ? askedOnce(content).filter(({ saveTo, code }) => saveTo && code !== entityCodes.id) : []
}

function askedOnce({ sections }: Pick<SurveyContent, 'sections'>): Question[] {
  return sections.flatMap(({ repeat, questions }) => (repeat ? [] : questions))
}
