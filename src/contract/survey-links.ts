/** The public link of a survey: what staff set of it, and the two calls of its visitors, who have no account. */
import * as z from 'zod/mini'
import { sendingKinds } from '#domain/surveys/survey-token.ts'
import { linkCalls } from '#domain/surveys/survey-link.ts'
import { maxAttachmentMegabytes, StoredAttachment } from './attachments.ts'
import { EntryForm, longestFormKey, newResponseFields } from './entry.ts'
import { endpoint, fields, one } from './endpoint.ts'
import { Id, Moment, text, Timestamp, Version } from './fields.ts'

export const SurveyLink = z.object({
  /** The survey's. */
  id: Id,
  /** What the address of its page ends in. */
  encodedId: z.string(),
  isOn: z.boolean(),
  /** Null: as many as the survey takes. */
  maxResponses: z.nullable(z.int()),
  /** That came by it. */
  responseCount: z.int(),
  expiresAt: z.nullable(Timestamp),
  /** 0 until it is first written. */
  version: z.int(),
  updatedAt: z.nullable(Timestamp),
})
export type SurveyLink = z.output<typeof SurveyLink>

export const SurveyLinkFields = z.strictObject({
  isOn: z.optional(z.boolean()),
  maxResponses: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000)))),
  expiresAt: z.optional(z.nullable(Moment)),
  version: z.optional(z.union([Version, z.literal(0)])),
})

const LinkResponse = z.strictObject({
  ...newResponseFields,
  /** The version that was filled in, which may be an earlier one: the phone was without a network. */
  surveyVersion: Version,
  clientUuid: text(longestFormKey),
})

/** `encodedId`, as addresses have it. */
const visited = z.strictObject({ encodedId: z.string().check(z.maxLength(60)) })

export const surveyLinks = {
  get: endpoint({
    route: 'GET /surveys/{id}/link',
    access: 'surveys.write',
    summary: 'Read the public link of a survey',
    reply: one(SurveyLink),
  }),
  update: endpoint({
    route: 'PUT /surveys/{id}/link',
    access: 'surveys.write',
    summary: 'Turn the public link of a survey on or off, and set its limits',
    body: SurveyLinkFields,
    sentBack: SurveyLink,
    reply: one(SurveyLink),
  }),
  form: endpoint({
    route: `GET ${linkCalls.form}`,
    access: 'public',
    tokens: sendingKinds,
    takesApps: true,
    summary: 'The questionnaire behind a public link',
    params: visited,
    reply: one(EntryForm),
  }),
  upload: endpoint({
    route: `POST ${linkCalls.upload}`,
    access: 'public',
    tokens: sendingKinds,
    takesApps: true,
    summary: 'Store a file for an answer by a public link',
    params: visited,
    /** The question by its code or its id, and the form that will answer it. */
    query: z.strictObject({ question: text(100), clientUuid: text(longestFormKey) }),
    upload: { file: 'file', maxBytes: maxAttachmentMegabytes * 1024 * 1024, required: true },
    reply: one(StoredAttachment),
    status: 201,
  }),
  send: endpoint({
    route: `POST ${linkCalls.send}`,
    access: 'public',
    tokens: sendingKinds,
    takesApps: true,
    summary: 'Answer by a public link; the same clientUuid with the same content is the same response',
    params: visited,
    body: LinkResponse,
    reply: fields(z.object({ clientUuid: z.string() })),
    status: 201,
  }),
}
