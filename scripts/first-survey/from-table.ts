/** From a table to a published survey and its template, filled with the rows: through the API alone. */
import { forms } from '#contract/response-files.ts'
import { surveys } from '#contract/surveys.ts'
import type { ApiClient } from '#server/demo/api-client.ts'
import { makeSurvey } from '#server/demo/make-survey.ts'
import { fillTemplate, type TemplateRow } from './fill-template.ts'
import { type InferredQuestion, templateCell } from '#domain/surveys/table-survey.ts'
import { sectionsOf } from './plan.ts'

export interface PaidSurvey {
  title: string
  /** Decimal, for each response. */
  amount: string
  currency: string
}

/** Makes the survey and publishes it; returns its number. Throws an `ApiRefusal`. */
export async function publishSurvey(
  api: ApiClient,
  { title, amount, currency }: PaidSurvey,
  questions: readonly InferredQuestion[],
): Promise<number> {
  const survey = { title, amount, currency, surveyType: 'PAID' as const }
  const surveyId = await makeSurvey(api, { survey, sections: sectionsOf(questions) })
  await api.call(surveys.publish, { params: { surveyId } })
  return surveyId
}

export interface RowFacts {
  keyColumn: number
  questions: readonly InferredQuestion[]
  /** E.164; no payment when undefined. */
  phone: string | undefined
}

/** One row of the table as a response. */
export function responseOf(row: readonly string[], { keyColumn, questions, phone }: RowFacts): TemplateRow {
  const answers = questions.map((question) => [question.code, templateCell(question, row[question.column])] as const)
  return { formKey: row[keyColumn]?.trim(), participantPhone: phone, ...Object.fromEntries(answers) }
}

/** The survey's own template with the responses in it. */
export async function filledTemplate(
  api: ApiClient,
  surveyId: number,
  responses: readonly TemplateRow[],
): Promise<Uint8Array> {
  return fillTemplate(await api.bytes(forms.template, { params: { surveyId } }), responses)
}
