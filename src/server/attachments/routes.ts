import { open } from 'node:fs/promises'
import { attachments, maxAttachmentMegabytes } from '#contract/attachments.ts'
import { judgeFile, plainFileName, sniffedBytes } from '#domain/attachments.ts'
import { problem } from '#domain/problems.ts'
import { fileTypes, isPicture, type Question, questionsOf } from '#domain/survey.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { drawThumbnail, type ReencodedImage } from '../files/image.ts'
import { insertFile, lockContent } from '../files/store.ts'
import { type Actor, on, type SpooledFile } from '../http/context.ts'
import { actRefusals, openSurvey } from '../scope.ts'
import { allVersions } from '../surveys/version-store.ts'
import { Turnstile } from '../turnstile.ts'
import { insertAttachment } from './store.ts'

/** A large picture takes a hundred megabytes while it is drawn. */
const drawing = new Turnstile(2, { patienceMs: 60_000 })

const upload = on(attachments.upload, async (context) => {
  const { params, query, file, services, write, audit } = context
  if (!file) throw new AppError('FILE_MISSING')
  const atMost = Math.min(services.settings.attachmentMegabytes, maxAttachmentMegabytes)
  if (file.bytes > atMost * 1024 * 1024)
    throw new AppError('PAYLOAD_TOO_LARGE', { errors: [problem('file', 'FILE_TOO_LARGE', atMost)] })
  const surveyId = await openFor(context.db, context.actor, params.surveyId)
  const question = await questionTaking(context.db, surveyId, query.question)
  const judged = judgeFile(question.type, { head: await headOf(file), name: file.name, type: file.type })
  if (judged.problem) throw new AppError('VALIDATION_FAILED', { errors: [problem('file', judged.problem)] })
  const thumbnail = isPicture(question.type) ? await drawing.pass(() => drawThumbnail(file.path, 'file')) : undefined
  if (thumbnail) await services.files.put(thumbnail.sha256, thumbnail.bytes)
  const { sha256, bytes } = file
  const stored = { name: plainFileName(file.name), mime: judged.mime, bytes }
  return write(async (db, actor) => {
    await openFor(db, actor, surveyId)
    await lockContent(db, sha256)
    await services.files.adopt(file.path, sha256)
    const owned = { createdBy: actor.id, openTo: 'OWNER' } as const
    const fileId = await insertFile(db, { ...stored, ...owned, sha256 })
    const thumbnailId = thumbnail ? await insertFile(db, { ...ofThumbnail(thumbnail), ...owned }) : null
    const days = services.settings.attachmentDays
    await insertAttachment(db, { fileId, surveyId, questionId: question.id, thumbnailId, days })
    // Neither its name nor its content: the trail is for ever.
    const after = { question: question.code, file: fileId, mime: judged.mime, bytes }
    audit({ action: 'responses.attach', subjectType: 'survey', subjectId: surveyId, after })
    return { file: fileId, ...stored }
  })
})

/** For those who enter responses into the survey, or correct them. */
async function openFor(db: Db, actor: Actor, ref: number | string): Promise<number> {
  const { permissions } = actor
  const surveyId = await openSurvey(db, actor, 'see', ref)
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

async function headOf({ path }: SpooledFile): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function ofThumbnail({ sha256, bytes }: ReencodedImage) {
  return { sha256, bytes: bytes.length, mime: 'image/webp', name: 'thumbnail.webp' }
}

export const attachmentRoutes = [upload]
