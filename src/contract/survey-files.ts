/**
 * The files of a survey: lists and media that stay beside its questions. They are part of its content, so each version keeps
 * its own; `GET /surveys/{id}` names those of the draft.
 */
import * as z from 'zod/mini'
import { listSources, maxSurveyFileMegabytes, surveyFileKinds } from '#domain/surveys/survey-files.ts'
import { linkCalls } from '#domain/surveys/survey-link.ts'
import { sendingKinds } from '#domain/surveys/survey-token.ts'
import { endpoint, file, one } from './endpoint.ts'
import { Id, idText } from './fields.ts'

export const SurveyFile = z.object({
  /** Of these bytes under this name. */
  id: Id,
  name: z.string(),
  kind: z.enum(surveyFileKinds),
  mime: z.string(),
  bytes: z.int(),
  md5: z.string(),
  /** Of a list: the headings of its columns, and how many rows it has. */
  list: z.optional(z.nullable(z.object({ columns: z.array(z.string()), rows: z.int() }))),
  /** Of a list that is made of the product's own records at each reading, such as `SITES` or `RESPONSES 7`. */
  source: z.optional(z.nullable(z.string())),
})
export type SurveyFile = z.output<typeof SurveyFile>

/** `rows`: of a list its rows as CSV, whatever the format of the file. */
const asRows = z.strictObject({ as: z.optional(z.literal('rows')) })

const anyFile = 'application/octet-stream'

export const surveyFiles = {
  upload: endpoint({
    route: 'POST /surveys/{id}/files',
    access: 'surveys.write',
    summary:
      'Add a list (CSV, XML, GeoJSON), a picture, a sound or a video to the draft; one of the same name gives way',
    upload: { file: 'file', maxBytes: maxSurveyFileMegabytes * 1024 * 1024, required: true },
    reply: one(SurveyFile),
    status: 201,
  }),
  make: endpoint({
    route: 'POST /surveys/{id}/files/lists',
    access: 'surveys.write',
    transaction: 'none',
    summary: 'Add a list of sites, units, the survey’s participants or approved responses, which stays as they are',
    /** The survey whose approved responses are listed. */
    body: z.strictObject({ of: z.enum(listSources), surveyId: z.optional(Id) }),
    reply: one(SurveyFile),
    status: 201,
  }),
  remove: endpoint({
    route: 'DELETE /surveys/{id}/files/{fileId}',
    access: 'surveys.write',
    summary: 'Take a file out of the draft; published versions keep it',
    reply: one(SurveyFile),
  }),
  open: endpoint({
    route: 'GET /surveys/{id}/files/{fileId}',
    access: ['surveys.read', 'responses.enter', 'responses.read'],
    tokens: sendingKinds,
    summary: 'One file of a survey, of its draft or any version',
    query: asRows,
    reply: file(anyFile),
  }),
  openByLink: endpoint({
    route: `GET ${linkCalls.file}`,
    access: 'public',
    tokens: sendingKinds,
    takesApps: true,
    summary: 'One file of a published version, by its public link',
    params: z.strictObject({ encodedId: z.string().check(z.maxLength(60)), fileId: idText() }),
    query: asRows,
    reply: file(anyFile),
  }),
}
