/**
 * Files that answer IMAGE, AUDIO, FILE and SIGNATURE questions: each comes in by itself, and is then named in the answers as
 * `{ file, name }`. Until a response has it, it is its sender's alone, and removed after some days.
 */
import * as z from 'zod/mini'
import { sendingKinds } from '#domain/surveys/survey-token.ts'
import { endpoint, one } from './endpoint.ts'
import { Id, text } from './fields.ts'

/** No setting allows more. */
export const maxAttachmentMegabytes = 100

export const StoredAttachment = z.object({
  /** The id to name in the answers, and to ask a ticket for. */
  file: Id,
  name: z.string(),
  /** What the content is. */
  mime: z.string(),
  bytes: z.int(),
})

export const attachments = {
  upload: endpoint({
    route: 'POST /forms/{surveyId}/files',
    access: ['responses.enter', 'responses.edit'],
    tokens: sendingKinds,
    summary: 'Store a file that answers a question',
    /** The question by its code or its id. */
    query: z.strictObject({ question: text(100) }),
    upload: { file: 'file', maxBytes: maxAttachmentMegabytes * 1024 * 1024, required: true },
    reply: one(StoredAttachment),
    status: 201,
  }),
}
