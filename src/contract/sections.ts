import * as z from 'zod/mini'
import { deepestRepeat, maxRepeats, questionCode } from '#domain/surveys/survey.ts'
import { AnswerFields, Position } from './answers.ts'
import { endpoint, list, one, sendingBack } from './endpoint.ts'
import { Id, recordFields } from './fields.ts'
import { LocalizedText, localizedText, Media, optionalMedia } from './localized.ts'
import { newOrder } from './order.ts'
import { optionalAppearance, optionalExpression, QuestionFields, QuestionWithAnswers } from './questions.ts'
import { resource } from './resource.ts'
import { withRules } from './skips.ts'
import { ofSurveys, SurveyRef } from './survey-ref.ts'

/** A section that is asked for each member of a household; see `Repeat` of the domain. */
const GivenRepeat = z.strictObject({
  max: z.int().check(z.minimum(1), z.maximum(maxRepeats)),
  /** The code of an earlier question of whole numbers; without it repetitions are added by hand. */
  countCode: z.optional(z.nullable(z.string().check(z.regex(questionCode)))),
  /** From 2: inside of each repetition of the section before it, or of the one that that is in: the one a level above. */
  depth: z.optional(z.int().check(z.minimum(1), z.maximum(deepestRepeat))),
})
export const Repeat = z.object({
  max: z.int(),
  countCode: z.optional(z.nullable(z.string())),
  depth: z.optional(z.int()),
})

/** Groups of the form that it was imported from, inside of the section. */
export const InnerGroups = z.nullable(
  z.array(z.object({ path: z.string(), title: z.optional(LocalizedText), appearance: z.optional(z.string()) })),
)

export const SectionFields = z.strictObject({
  /** Fixed once the section exists. */
  surveyId: SurveyRef,
  title: localizedText(500, 'one'),
  media: optionalMedia,
  relevant: optionalExpression(),
  /** Null: its questions are asked once. */
  repeat: z.optional(z.nullable(GivenRepeat)),
  appearance: optionalAppearance,
  /** The end unless given. */
  position: z.optional(Position),
})

/** A section of a survey that is made together with it. Its parts are in the order in which they are asked. */
const NewAnswer = z.omit(AnswerFields, { questionId: true, position: true })
const NewQuestion = z.extend(z.omit(QuestionFields, { sectionId: true, position: true }), {
  answers: z.optional(z.array(NewAnswer)),
})
export const NewSection = z.extend(z.omit(SectionFields, { surveyId: true, position: true }), {
  questions: z.optional(z.array(NewQuestion)),
})
export type NewSection = z.output<typeof NewSection>

export const Section = z.object({
  ...recordFields,
  surveyId: Id,
  title: LocalizedText,
  media: Media,
  relevant: z.nullable(z.string()),
  repeat: z.nullable(Repeat),
  /** Its group in the form that it was imported from; '' for none. */
  formPath: z.nullable(z.string()),
  groups: InnerGroups,
  appearance: z.nullable(z.string()),
  position: z.int(),
  questionCount: z.int(),
  /** The first published version that holds one of its questions; from then on it cannot be deleted. */
  firstVersion: z.nullable(z.int()),
})
export type Section = z.output<typeof Section>

/** With its questions by position. */
export const SectionWithQuestions = z.extend(Section, { questions: z.array(QuestionWithAnswers) })
export type SectionWithQuestions = z.output<typeof SectionWithQuestions>

/** As lists have it: with the title of its survey. */
export const SectionRow = z.extend(Section, { surveyTitle: z.string() })
export type SectionRow = z.output<typeof SectionRow>

const SectionDetail = z.extend(SectionRow, { questions: z.array(QuestionWithAnswers) })

const standard = resource({
  path: 'sections',
  row: SectionRow,
  fields: SectionFields,
  read: 'surveys.read',
  write: 'surveys.write',
  remove: 'surveys.write',
  sort: ['id', 'position', 'updatedAt'],
  filters: { surveyId: ofSurveys },
})

export const sections = {
  ...standard,
  get: { ...standard.get, reply: one(SectionDetail), setBy: { questions: 'the calls of /questions' } },
  update: sendingBack(standard.update, SectionDetail),
  remove: { ...standard.remove, query: withRules },
  reorder: endpoint({
    route: 'POST /sections/survey/{surveyId}/reorder',
    access: 'surveys.write',
    summary: 'Put the sections of a survey in order: all of their ids',
    body: newOrder('sectionIds'),
    reply: list(Section),
  }),
}
