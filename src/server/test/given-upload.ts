/** Uploads for tests: filled templates, sent as a client sends them. */
import { expect } from 'vitest'
import { forms } from '#contract/response-files.ts'
import { type FilledRow, writeTemplate } from '../responses/download/template.ts'
import type { Caller, Refused } from './caller.ts'
import { someAnswers } from './given-responses.ts'
import type { GivenSurvey } from './given-survey.ts'
import { filledRow } from './given-workbook.ts'

let phones = 841_000_000
function nextPhone(): string {
  return `+258${(phones += 1)}`
}

/** Rows with answers to every question, each of a new participant. */
export function rowsOf({ content }: GivenSurvey, count: number, prefix = 'f'): FilledRow[] {
  return Array.from({ length: count }, (_, n) =>
    filledRow(content, { formKey: `${prefix}${n}`, phone: nextPhone(), answers: someAnswers(content, n) }),
  )
}

export async function workbook(survey: GivenSurvey, rows: readonly FilledRow[]): Promise<Buffer> {
  return Buffer.from(await writeTemplate(survey, 'en', rows))
}

export function send(staff: Caller, survey: GivenSurvey, bytes: Uint8Array) {
  return staff.call(forms.upload, { params: { surveyId: survey.id }, file: { name: 'filled.xlsx', bytes } })
}

/** The refusal of the call. */
export async function refusalOf(work: Promise<unknown>): Promise<Refused> {
  return work.then(
    () => expect.unreachable('it was taken'),
    (error: unknown) => error as Refused,
  )
}
