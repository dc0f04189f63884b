/** Takes a file in that came for an answer: judged and drawn small before the transaction, kept within it. */
import { maxAttachmentMegabytes } from '#contract/attachments.ts'
import { judgeFile, plainFileName } from '#domain/answers/attachments.ts'
import { problem } from '#domain/problems.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { Question } from '#domain/surveys/survey.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { drawThumbnail, type ReencodedImage } from '../files/image.ts'
import { headOf, keepFile } from '../files/store.ts'
import type { SpooledFile } from '../http/context.ts'
import type { Services } from '../services.ts'
import { insertAttachment, type StoredBy } from './store.ts'

type Keeping = Pick<Services, 'files' | 'settings'>

export interface JudgedAttachment {
  file: SpooledFile
  question: Question
  mime: string
  thumbnail: ReencodedImage | undefined
}

/** Of one file, in bytes. */
export function mostAttachmentBytes({ settings }: Pick<Services, 'settings'>): number {
  return Math.min(settings.attachmentMegabytes, maxAttachmentMegabytes) * 1024 * 1024
}

/** Throws the problems of the file, at `path`. */
export async function judgeAttachment(
  services: Keeping,
  { file, question, path }: { file: SpooledFile; question: Question; path: string },
): Promise<JudgedAttachment> {
  const most = mostAttachmentBytes(services)
  if (file.bytes > most)
    throw new AppError('PAYLOAD_TOO_LARGE', { errors: [problem(path, 'FILE_TOO_LARGE', most / 1024 / 1024)] })
  const judged = judgeFile(question.type, { head: await headOf(file), name: file.name, type: file.type })
  if (judged.problem) throw new AppError('VALIDATION_FAILED', { errors: [problem(path, judged.problem)] })
  const thumbnail = traitsOf(question.type).file === 'PICTURE' ? await drawThumbnail(file.path, path) : undefined
  await services.files.stage(file.path, file.sha256)
  return { file, question, mime: judged.mime, thumbnail }
}

/** Stores it for an answer to its question. */
export async function keepAttachment(
  db: Db,
  { files, settings }: Keeping,
  { surveyId, by, judged }: { surveyId: number; by: StoredBy; judged: JudgedAttachment },
): Promise<{ file: number; name: string; mime: string; bytes: number }> {
  const { file, question, mime, thumbnail } = judged
  const owned = { createdBy: 'person' in by ? by.person : null, openTo: 'OWNER' } as const
  const { path, sha256, bytes } = file
  const stored = { name: plainFileName(file.name), mime, bytes }
  const fileId = await keepFile(db, files, { ...stored, ...owned, path, sha256 })
  const thumbnailId = thumbnail
    ? await keepFile(db, files, { ...owned, ...ofThumbnail(thumbnail), content: thumbnail.bytes })
    : null
  const days = settings.attachmentDays
  const program = 'program' in by ? by.program : null
  const linkBytes = 'isVisitor' in by ? bytes : null
  await insertAttachment(db, { fileId, surveyId, questionId: question.id, thumbnailId, program, linkBytes, days })
  return { file: fileId, ...stored }
}

function ofThumbnail({ sha256, bytes }: ReencodedImage) {
  return { sha256, bytes: bytes.length, mime: 'image/webp', name: 'thumbnail.webp' }
}
