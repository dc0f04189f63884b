/** An answer is an option of a choice question. */
import * as z from 'zod/mini'
import { endpoint, file, list, one } from './endpoint.ts'
import { Id, recordFields } from './fields.ts'
import { LocalizedText, localizedText, Media, optionalMedia } from './localized.ts'
import { newOrder } from './order.ts'
import { maxWorkbookBytes, xlsxMime } from './response-files.ts'
import { resource } from './resource.ts'
import { withRules } from './skips.ts'
import { ofSurveys } from './survey-ref.ts'

/** The place of a section, a question or an answer among its siblings; equal places are ordered by id. */
export const Position = z.int().check(z.minimum(1), z.maximum(1_000_000))

/** The content of a cell: no `;`, which separates several answers, and no control characters. */
export const answerCode = /^[^;\p{Cc}]{1,100}$/u
const AnswerCode = z.string().check(z.trim(), z.regex(answerCode))

const columnName = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u
const OptionColumns = z.record(
  z.string().check(z.regex(columnName)),
  z.string().check(z.minLength(1), z.maxLength(500)),
)

export const AnswerFields = z.strictObject({
  /** Fixed once the answer exists. */
  questionId: Id,
  /** The next free number unless given. */
  code: z.optional(AnswerCode),
  text: localizedText(2000, 'one'),
  /** Choosing it asks for words of the respondent's own. */
  isOther: z.optional(z.boolean()),
  /** Chosen together with nothing else: "none of these". */
  exclusive: z.optional(z.boolean()),
  /** The code of an option of an earlier question that this one belongs to: a district's province. */
  parentCode: z.optional(z.nullable(AnswerCode)),
  /** What the filter of its question looks at: `{ "district": "north" }`. */
  columns: z.optional(z.nullable(OptionColumns)),
  media: optionalMedia,
  /** The end unless given. */
  position: z.optional(Position),
})

export const Answer = z.object({
  ...recordFields,
  surveyId: Id,
  questionId: Id,
  code: z.string(),
  text: LocalizedText,
  isOther: z.boolean(),
  exclusive: z.boolean(),
  parentCode: z.nullable(z.string()),
  columns: z.nullable(z.record(z.string(), z.string())),
  media: Media,
  position: z.int(),
  /** The first published version that holds it; from then on its code stays and it cannot be deleted. */
  firstVersion: z.nullable(z.int()),
})
export type Answer = z.output<typeof Answer>

/** The columns of a file of options. `label` is the text in the default language, `label_pt-br` that in another one. */
export type OptionColumn = 'code' | 'label' | `label_${string}` | 'parentCode' | 'order' | 'isOther' | 'exclusive'

/** The result of an uploaded file of options. An option is known by its code. */
export const OptionUpload = z.object({
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Those that were there just like this. */
  unchanged: z.int(),
})
export type OptionUpload = z.output<typeof OptionUpload>

/** More come as a file. */
const mostNewOptions = 5000

/** As lists have it: with what its ids stand for. */
export const AnswerRow = z.extend(Answer, {
  surveyTitle: z.string(),
  questionCode: z.string(),
  questionText: LocalizedText,
})
export type AnswerRow = z.output<typeof AnswerRow>

const standard = resource({
  path: 'answers',
  row: AnswerRow,
  fields: AnswerFields,
  read: 'surveys.read',
  write: 'surveys.write',
  remove: 'surveys.write',
  sort: ['id', 'position', 'code', 'updatedAt'],
  filters: { surveyId: ofSurveys, questionId: { kind: 'record', of: 'questions' } },
})

export const answers = {
  ...standard,
  remove: { ...standard.remove, query: withRules },
  createMany: endpoint({
    route: 'POST /answers/question/{questionId}',
    access: 'surveys.write',
    summary: 'Give a question several new options: all or none',
    body: z.strictObject({
      answers: z.array(z.omit(AnswerFields, { questionId: true })).check(z.minLength(1), z.maxLength(mostNewOptions)),
    }),
    reply: list(Answer),
    status: 201,
  }),
  reorder: endpoint({
    route: 'POST /answers/question/{questionId}/reorder',
    access: 'surveys.write',
    summary: 'Put the options of a question in order: all of their ids',
    body: newOrder('answerIds'),
    reply: list(Answer),
  }),
}

/** The options of a question as a file. */
export const optionFiles = {
  upload: endpoint({
    route: 'POST /answers/question/{questionId}/upload',
    access: 'surveys.write',
    summary: 'Take options from an Excel or CSV file, new ones and known ones by their codes: all rows or none',
    upload: { file: 'file', maxBytes: maxWorkbookBytes, required: true },
    reply: one(OptionUpload),
  }),
  download: endpoint({
    route: 'GET /answers/question/{questionId}/download',
    access: 'surveys.read',
    summary:
      'The options of a question as an Excel file that can be uploaded again; of a question without any, its template',
    reply: file(xlsxMime),
  }),
}
