import { attachments } from '#contract/attachments.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { actRefusals, openSurvey } from '../scope.ts'
import { judgeAttachment, keepAttachment } from './keep.ts'
import { questionTaking } from './question.ts'
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
    // The trail never forgets, so it has neither name nor content.
    const after = { question: question.code, file: stored.file, mime: stored.mime, bytes: stored.bytes }
    audit({ action: 'responses.attach', subjectType: 'survey', subjectId: surveyId, after })
    return stored
  })
})

/** For users who enter or correct responses of the survey. */
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

export const attachmentRoutes = [upload]
