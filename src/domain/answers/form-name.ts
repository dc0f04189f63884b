/** What a response is called: by the answer that names it, else by its key. */
import { answerKey } from './answer-values.ts'
import type { Question, SurveyContent } from '../surveys/survey.ts'

/** A key that no person gave it is long, and its beginning is enough. */
const givenByPrograms = /^(?:uuid:)?([\da-f]{8})-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

export function formName(formKey: string): string {
  return givenByPrograms.exec(formKey)?.[1] ?? formKey
}

/** The calculation that names responses: what forms have in their setting of the same name. */
export const namingCode = 'instance_name'

export function namingQuestion({ sections }: Pick<SurveyContent, 'sections'>): Question | undefined {
  const asked = sections.flatMap(({ repeat, questions }) => (repeat ? [] : questions))
  return asked.find(({ code, type, calculation }) => code === namingCode && type === 'TEXT' && calculation)
}

export function responseName(
  content: Pick<SurveyContent, 'sections'>,
  { answers, formKey }: { answers: Readonly<Record<string, unknown>>; formKey: string },
): string {
  const question = namingQuestion(content)
  const name = question && answers[answerKey(question)]
  return typeof name === 'string' && name.trim() !== '' ? name : formName(formKey)
}
