/** The kept texts around the questions of a survey (`domain/surveys/notices.ts`), and the consent that a response came with. */
import * as z from 'zod/mini'
import { languageCode } from '#domain/surveys/survey.ts'
import { Id, Moment } from './fields.ts'
import { LocalizedText } from './localized.ts'

const Notice = z.optional(z.object({ id: Id, version: z.int(), title: z.string(), body: LocalizedText }))

export const Notices = z.object({ consent: Notice, instructions: Notice, closing: Notice })

/** When the person who answers agreed, and in which language the text was shown. */
export const Consent = z.strictObject({ at: Moment, language: z.string().check(z.regex(languageCode)) })
