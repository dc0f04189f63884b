/** The texts of a survey in one language: as a file, from a file, and away. */
import * as z from 'zod/mini'
import { endpoint, file, one } from './endpoint.ts'
import { Language } from './localized.ts'
import { maxWorkbookBytes, xlsxMime } from './response-files.ts'
import { surveyRef } from './survey-ref.ts'

const params = z.strictObject({ surveyId: surveyRef(), language: Language })

/** The columns of the file; `place` and `source` are for its reader. */
export type TranslationColumn = 'code' | 'target'

export const translations = {
  download: endpoint({
    route: 'GET /surveys/{surveyId}/translations/{language}',
    access: 'surveys.read',
    summary: 'The texts of a survey as an Excel file, those of another language beside them; it can be uploaded again',
    params,
    query: z.strictObject({ from: z.optional(Language) }),
    reply: file(xlsxMime),
  }),
  upload: endpoint({
    route: 'POST /surveys/{surveyId}/translations/{language}',
    access: 'surveys.write',
    summary:
      'Take texts in a language from an Excel or CSV file, by their codes: all rows or none; a blank changes nothing',
    params,
    upload: { file: 'file', maxBytes: maxWorkbookBytes, required: true },
    reply: one(z.object({ rows: z.int(), changed: z.int() })),
  }),
  remove: endpoint({
    route: 'DELETE /surveys/{surveyId}/translations/{language}',
    access: 'surveys.write',
    summary: 'Take a language away with all texts in it, kept texts apart; refused while a text is in no other one',
    params,
    reply: one(z.object({ changed: z.int() })),
  }),
}
