/** Quality flags: those of one response, dismissed and opened again; those of a survey, counted, and how strict they are. */
import * as z from 'zod/mini'
import { type QualityRules, qualityFlags, ruleBounds } from '#domain/answers/quality-flags.ts'
import { endpoint, one } from './endpoint.ts'
import { printable } from './fields.ts'
import { ResponseDetail } from './responses.ts'

const Flag = z.enum(qualityFlags)

const Note = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000), printable('many'))

function rule(name: keyof QualityRules) {
  const [least, most] = ruleBounds[name]
  return z.int().check(z.minimum(least), z.maximum(most))
}

const Rules = z.strictObject({
  alikePercent: rule('alikePercent'),
  secondsPerAnswer: rule('secondsPerAnswer'),
  mostPeople: rule('mostPeople'),
})

export const SurveyFlags = z.object({
  /** Open flags of responses that are of no pilot; a flag without any is missing. */
  counts: z.array(z.object({ flag: z.string(), count: z.int() })),
  rules: Rules,
})
export type SurveyFlags = z.output<typeof SurveyFlags>

export const responseFlags = {
  dismiss: endpoint({
    route: 'POST /responses/{id}/flags/dismiss',
    access: 'responses.review',
    summary: 'Dismiss a quality flag of a response, with the reason',
    body: z.strictObject({ flag: Flag, note: Note }),
    reply: one(ResponseDetail),
  }),
  restore: endpoint({
    route: 'POST /responses/{id}/flags/restore',
    access: 'responses.review',
    summary: 'Open a dismissed quality flag of a response again',
    body: z.strictObject({ flag: Flag }),
    reply: one(ResponseDetail),
  }),
  ofSurvey: endpoint({
    route: 'GET /surveys/{surveyId}/flags',
    access: 'responses.read',
    summary: 'Open quality flags of a survey, counted, and the rules that raise them',
    reply: one(SurveyFlags),
  }),
  setRules: endpoint({
    route: 'PUT /surveys/{surveyId}/flags',
    access: 'surveys.write',
    summary: 'Set the rules that raise quality flags of responses from now on',
    body: Rules,
    sentBack: SurveyFlags,
    reply: one(SurveyFlags),
  }),
}
