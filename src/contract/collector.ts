/** The page of a collector: what their app's token opens, for a browser. */
import * as z from 'zod/mini'
import { linkCalls } from '#domain/surveys/survey-link.ts'
import { endpoint, one } from './endpoint.ts'

const OpenForm = z.object({
  encodedId: z.string(),
  title: z.string(),
  /** Another one once the questions or the rules of the form are others. */
  print: z.string(),
})

export const OpenForms = z.object({
  /** Of the person or the survey's app, whichever token they have by now. */
  collector: z.object({ key: z.string(), name: z.string() }),
  /** The newest first. */
  forms: z.array(OpenForm),
})
export type OpenForms = z.output<typeof OpenForms>

export const collector = {
  forms: endpoint({
    route: `GET ${linkCalls.forms}`,
    access: 'responses.enter',
    tokens: ['COLLECT'],
    takesApps: true,
    summary: 'The forms that the caller may fill in now',
    reply: one(OpenForms),
  }),
}
