import { problem } from '#domain/problems.ts'
import { fileTypes, type Question, questionsOf } from '#domain/surveys/survey.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { allVersions } from '../surveys/version-store.ts'

/** By code or id in any version, as stored answers may be of an earlier one. */
export async function questionTaking(db: Db, surveyId: number, name: string): Promise<Question> {
  const questions = (await allVersions(db, surveyId)).toReversed().flatMap(({ content }) => questionsOf(content))
  const question = questions.find(({ id, code }) => code === name || String(id) === name)
  if (!question) throw new AppError('VALIDATION_FAILED', { errors: [problem('question', 'UNKNOWN_QUESTION')] })
  if (!fileTypes.includes(question.type))
    throw new AppError('VALIDATION_FAILED', { errors: [problem('question', 'NOT_FOR_TYPE')] })
  return question
}
