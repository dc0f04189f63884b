import { maxPageSize } from '#contract/fields.ts'

/** A page of the rights given on a survey: few surveys fill more than one. */
export function accessQuery(surveyId: number, page: number) {
  return { surveyId, page, pageSize: maxPageSize }
}
