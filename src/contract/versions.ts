/** Published versions of a survey's content, their revisions, and what differs between two of them. */
import * as z from 'zod/mini'
import { contentKinds } from '#domain/surveys/version-changes.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Named, pageFields, Timestamp } from './fields.ts'

const versionFields = {
  number: z.int(),
  /** 0 as published; each later change of texts, order and added options makes one more. */
  revision: z.int(),
  /** SHA-256 of the content's canonical JSON, in hex. */
  checksum: z.string(),
  publishedAt: Timestamp,
  questionCount: z.int(),
}

export const SurveyVersion = z.object(versionFields)
export type SurveyVersion = z.output<typeof SurveyVersion>

export const VersionRow = z.object({
  ...versionFields,
  publishedBy: z.nullable(Named),
  /** Responses to this version in any revision; drafts and those of a pilot do not count. */
  responseCount: z.int(),
})
export type VersionRow = z.output<typeof VersionRow>

export const ContentChange = z.object({
  of: z.enum(contentKinds),
  id: Id,
  change: z.enum(['ADDED', 'CHANGED', 'REMOVED']),
  questionId: z.nullable(Id),
  name: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  inPlace: z.boolean(),
})

const VersionName = z.object({ number: z.int(), revision: z.int() })

export const VersionChanges = z.object({
  /** Null: before the first version. */
  from: z.nullable(VersionName),
  /** Null: the draft. */
  to: z.nullable(VersionName),
  changes: z.array(ContentChange),
  /** Of these: how many skip rules and conditions were added, changed or removed. */
  logic: z.object({ rules: z.int(), conditions: z.int() }),
  /** Whether a revision of `from` takes them; otherwise they make the next version. */
  fitsRevision: z.boolean(),
  /** Responses that stay with version `from`. */
  responseCount: z.int(),
})
export type VersionChanges = z.output<typeof VersionChanges>

/** `3` for its newest revision, `3.1` for one of them. */
const Reference = z.string().check(z.regex(/^[1-9]\d{0,8}(\.\d{1,9})?$/))

export const versions = {
  list: endpoint({
    route: 'GET /surveys/{surveyId}/versions',
    access: 'surveys.read',
    summary: 'The published versions of a survey and their revisions, the newest first',
    query: z.strictObject(pageFields),
    reply: list(VersionRow),
  }),
  changes: endpoint({
    route: 'GET /surveys/{surveyId}/versions/changes',
    access: 'surveys.read',
    summary: 'What differs between two versions; the current version and the draft unless given',
    query: z.strictObject({ from: z.optional(Reference), to: z.optional(Reference) }),
    reply: one(VersionChanges),
  }),
  revise: endpoint({
    route: 'POST /surveys/{surveyId}/versions/revise',
    access: 'surveys.publish',
    summary: 'Put changed texts, translations, order and added options into the current version',
    reply: one(SurveyVersion),
  }),
}
