/** Responses of the demo: uploaded by Excel, found again by their keys, judged in bulk. */
import { sql } from 'kysely'
import type { StepResult } from '#contract/payments.ts'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { ReviewTarget } from '#domain/answers/response.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import type { Db } from '../db/pool.ts'
import { type FilledRow, writeTemplate } from '../responses/download/template.ts'
import type { ApiClient } from './api-client.ts'

const pageSize = 100

/** Uploads the rows as a filled template; returns the number of each response by its form key. */
export async function uploadResponses(
  api: ApiClient,
  surveyId: number,
  { name, rows }: { name: string; rows: readonly FilledRow[] },
): Promise<Map<string, number>> {
  const { data: survey } = await api.call(surveys.get, { params: { id: surveyId } })
  const { encodedId, title } = survey
  const template = { encodedId, title, version: survey.currentVersion ?? 0, content: contentOf(survey) }
  const bytes = await writeTemplate(template, 'en', rows)
  const file = new File([Uint8Array.from(bytes)], name, { type: xlsxMime })
  await api.call(forms.upload, { params: { surveyId }, file })
  return responsesByKey(api, surveyId)
}

async function responsesByKey(api: ApiClient, surveyId: number): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let page = 1; ; page += 1) {
    const { list, total } = await api.call(responses.list, { query: { surveyId, page, pageSize } })
    for (const { formKey, id } of list) found.set(formKey, id)
    if (page * pageSize >= total) return found
  }
}

/**
 * Intake calls a new participant by their masked number; the people of the demo have names. No call of the API gives
 * them one.
 */
export async function nameParticipants(db: Db, people: readonly { phone: string; name: string }[]): Promise<void> {
  await sql`
    update person set name = named.name from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as named(phone text, name text)
    where person.phone = named.phone and person.admin_type = 'PARTICIPANT'`.execute(db)
}

/** Throws when one of them could not be moved: the demo is told wrongly then. */
export async function review(api: ApiClient, formStatus: ReviewTarget, ids: number[], reason?: string): Promise<void> {
  const { data } = await api.call(responses.review, { body: { formStatus, ids, ...(reason ? { reason } : {}) } })
  requireAll(data)
}

/** Throws when a bulk call left out one of its rows. */
export function requireAll({ requested, succeeded, results }: StepResult): void {
  if (succeeded === requested) return
  const { code, message } = results.find(({ ok }) => !ok) ?? { code: '', message: '' }
  throw new Error(`${requested - succeeded} of ${requested} rows of the demo were refused: ${code} ${message}`)
}
