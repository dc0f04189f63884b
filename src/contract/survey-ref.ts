/** A caller may name a survey by its number or by its encodedId in every survey id (product.md §1). */
import * as z from 'zod/mini'
import { Id, idText } from './fields.ts'

/** Starts with a letter, so that it is never taken for a number. Whether it exists is the server's answer. */
const encodedId = '[A-Za-z][A-Za-z0-9_-]{0,63}'
const EncodedId = z.string().check(z.regex(new RegExp(`^${encodedId}$`), 'BAD_ID'))

/** In a path or a query. */
export function surveyRef() {
  return z.union([idText(), EncodedId])
}

/** In a JSON body. */
export const SurveyRef = z.union([Id, EncodedId])
export type SurveyRef = z.output<typeof SurveyRef>

/** Lists of what belongs to surveys, narrowed to some of them. */
export const ofSurveys = { kind: 'record', of: 'surveys', alias: encodedId } as const
