import * as z from 'zod/mini'
import { Position } from './answers.ts'
import { one, sendingBack } from './endpoint.ts'
import { Id, recordFields } from './fields.ts'
import { LocalizedText, localizedText } from './localized.ts'
import { optionalExpression, QuestionWithAnswers } from './questions.ts'
import { resource } from './resource.ts'
import { withRules } from './skips.ts'
import { ofSurveys, SurveyRef } from './survey-ref.ts'

export const SectionFields = z.strictObject({
  /** Fixed once the section exists. */
  surveyId: SurveyRef,
  title: localizedText(500, 'one'),
  relevant: optionalExpression(),
  /** The end unless given. */
  position: z.optional(Position),
})

export const Section = z.object({
  ...recordFields,
  surveyId: Id,
  title: LocalizedText,
  relevant: z.nullable(z.string()),
  position: z.int(),
  questionCount: z.int(),
  /** The first published version that holds one of its questions; from then on it cannot be deleted. */
  firstVersion: z.nullable(z.int()),
})
export type Section = z.output<typeof Section>

/** With its questions by position. */
export const SectionWithQuestions = z.extend(Section, { questions: z.array(QuestionWithAnswers) })
export type SectionWithQuestions = z.output<typeof SectionWithQuestions>

const standard = resource({
  path: 'sections',
  row: Section,
  fields: SectionFields,
  read: 'surveys.read',
  write: 'surveys.write',
  remove: 'surveys.write',
  sort: ['id', 'position', 'updatedAt'],
  filters: { surveyId: ofSurveys },
})

export const sections = {
  ...standard,
  get: { ...standard.get, reply: one(SectionWithQuestions) },
  update: sendingBack(standard.update, SectionWithQuestions),
  remove: { ...standard.remove, query: withRules },
}
