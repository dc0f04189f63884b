/** The parts of a survey, as the pages, the validator and the stored versions all see it (product.md §4). */

export const questionTypes = [
  'TEXT',
  'LONG_TEXT',
  'INTEGER',
  'DECIMAL',
  'DATE',
  'SINGLE',
  'MULTIPLE',
  'GEOPOINT',
] as const
export type QuestionType = (typeof questionTypes)[number]

export const choiceTypes: readonly QuestionType[] = ['SINGLE', 'MULTIPLE']

export const surveyStatuses = ['DRAFT', 'PILOT', 'PUBLISHED', 'PAUSED', 'CLOSED', 'ARCHIVED'] as const
export type SurveyStatus = (typeof surveyStatuses)[number]

export const surveyTypes = ['FREE', 'PAID'] as const
export type SurveyType = (typeof surveyTypes)[number]

export const accessibilities = ['PRIVATE', 'PUBLIC'] as const

export const paymentAggregations = ['INDIVIDUAL', 'GROUPED'] as const
export type PaymentAggregation = (typeof paymentAggregations)[number]

/** Letters, digits and `_`: a question's code is also the name of its column in workbooks. */
export const questionCode = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

/** Columns that every workbook has beside those of the questions (product.md §5): no question may be called so. */
export const fixedColumns = [
  'formKey',
  'participantPhone',
  'siteCode',
  'administrativeUnitCode',
  'submittedAt',
  'latitude',
  'longitude',
  'accuracy',
] as const

/** `en`, `pt-br`, `zh-hans`: how a language is named in texts. */
export const languageCode = /^[a-z]{2}(-[a-z]{2,4})?$/
export const maxLanguages = 50

/** One text in several languages: `{ en: 'Village', 'pt-br': 'Aldeia' }`. At least one entry. */
export type Localized = Record<string, string>

/** The language that a text is in when nothing says which. */
const defaultLanguage = 'en'

/** The texts to store: a plain text is that of the default language, and those in other languages stay. */
export function byLanguage<Given extends Localized | string | null | undefined>(
  given: Given,
  before: Localized | null = null,
): Localized | Extract<Given, null | undefined> {
  if (typeof given === 'string') return { ...before, [defaultLanguage]: given }
  return given as Localized | Extract<Given, null | undefined>
}

export interface AnswerOption {
  id: number
  code: string
  text: Localized
  isOther: boolean
  exclusive: boolean
  position: number
}

/** Bounds of an answer: numbers by `min` and `max`, texts by `maxLength`. */
export interface Validation {
  min?: number | undefined
  max?: number | undefined
  maxLength?: number | undefined
}

export interface Question {
  id: number
  code: string
  text: Localized
  help: Localized | null
  type: QuestionType
  required: boolean
  validation: Validation
  filterable: boolean
  identifying: boolean
  personal: boolean
  position: number
  answers: AnswerOption[]
}

export interface Section {
  id: number
  title: Localized
  position: number
  questions: Question[]
}

/** The content of a version: everything a respondent saw. */
export interface SurveyContent {
  sections: Section[]
}

/** The text in the reader's language, else in English, else in whichever there is. */
export function textIn(text: Localized, locale: string): string {
  return text[locale] ?? text[defaultLanguage] ?? Object.values(text)[0] ?? ''
}

export function questionsOf(content: SurveyContent): Question[] {
  return content.sections.flatMap((section) => section.questions)
}
