import { attachments } from '#contract/attachments.ts'
import { problem } from '#domain/problems.ts'
import { fileTypes, type Question, questionsOf } from '#domain/survey.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { actRefusals, openSurvey } from '../scope.ts'
import { allVersions } from '../surveys/version-store.ts'
import { judgeAttachment, keepAttachment } from './keep.ts'
import { storedBy } from './store.ts'

const upload = on(attachments.upload, async (context) => {
  const { params, query, file, services, write, audit } = context
  if (!file) throw new AppError('FILE_MISSING')
  const surveyId = await openFor(context.db, context.actor, params.surveyId)
  const question = await questionTaking(context.db, surveyId, query.question)
  const judged = await judgeAttachment(services, { file, question, path: 'file' })
  return write(async (db, actor) => {
    await openFor(db, actor, surveyId)
    const stored = await keepAttachment(db, services, { surveyId, by: storedBy(actor), judged })
    // Neither its name nor its content: the trail is for ever.
    const after = { question: question.code, file: stored.file, mime: stored.mime, bytes: stored.bytes }
    audit({ action: 'responses.attach', subjectType: 'survey', subjectId: surveyId, after })
    return stored
  })
})

/** For those who enter responses into the survey, or correct them. */
async function openFor(db: Db, actor: Actor, ref: number | string): Promise<number> {
  const { permissions } = actor
  const surveyId = await openSurvey(db, actor, 'see', ref)
  if (actor.program) return surveyId
  const acts = [
    ...(permissions.has('responses.enter') ? (['enter'] as const) : []),
    ...(permissions.has('responses.edit') ? (['review'] as const) : []),
  ]
  for (const act of acts) if (!(await actRefusals(db, actor, act, [surveyId])).has(surveyId)) return surveyId
  throw new AppError('GRANT_TOO_NARROW')
}

/** By code or id in any version, as stored answers may be of an earlier one. */
async function questionTaking(db: Db, surveyId: number, name: string): Promise<Question> {
  const questions = (await allVersions(db, surveyId)).toReversed().flatMap(({ content }) => questionsOf(content))
  const question = questions.find(({ id, code }) => code === name || String(id) === name)
  if (!question) throw new AppError('VALIDATION_FAILED', { errors: [problem('question', 'UNKNOWN_QUESTION')] })
  if (!fileTypes.includes(question.type))
    throw new AppError('VALIDATION_FAILED', { errors: [problem('question', 'NOT_FOR_TYPE')] })
  return question
}

export const attachmentRoutes = [upload]
