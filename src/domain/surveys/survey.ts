/** The parts of a survey, as the pages, the validator and the stored versions all see it (product.md §4). */

import type { Notices } from './notices.ts'
import type { ListTable, Media, SurveyFile } from './survey-files.ts'
import { own } from '../own.ts'
import { type QuestionType, traitsOf } from './question-types.ts'

export { choiceTypes, fileTypes, type QuestionType, questionTypes } from './question-types.ts'

export const surveyStatuses = ['DRAFT', 'PILOT', 'PUBLISHED', 'PAUSED', 'CLOSED', 'ARCHIVED'] as const
export type SurveyStatus = (typeof surveyStatuses)[number]

export const surveyTypes = ['FREE', 'PAID'] as const
export type SurveyType = (typeof surveyTypes)[number]

export const accessibilities = ['PRIVATE', 'PUBLIC'] as const

export const paymentAggregations = ['INDIVIDUAL', 'GROUPED'] as const
export type PaymentAggregation = (typeof paymentAggregations)[number]

/** Letters, digits and `_`: a question's code is also the name of its column in workbooks. */
export const questionCode = /^[A-Za-z][A-Za-z0-9_]{0,49}$/
export const longestCode = 50

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

/** `en`, `pt-br`, `zh-hans`, `tet`: how a language is named in texts. */
export const languageCode = /^[a-z]{2,3}(-[a-z]{2,4})?$/
export const maxLanguages = 50

/** Characters of a survey's title. */
export const maxTitle = 200

/** One text in several languages: `{ en: 'Village', 'pt-br': 'Aldeia' }`. At least one entry. */
export type Localized = Record<string, string>

/** The language that a text is in when nothing says which. */
export const defaultLanguage = 'en'

/** The texts to store: a plain text replaces the default language, and other languages stay. */
export function byLanguage<TextInput extends Localized | string | null | undefined>(
  given: TextInput,
  before: Localized | null = null,
): Localized | Extract<TextInput, null | undefined> {
  if (typeof given === 'string') return { ...before, [defaultLanguage]: given }
  return given as Localized | Extract<TextInput, null | undefined>
}

export interface AnswerOption {
  id: number
  code: string
  text: Localized
  isOther: boolean
  exclusive: boolean
  /** The option of an earlier question that this one belongs to: a district's province. */
  parentCode?: string | null | undefined
  /** What filters look at, by column: `{ district: 'north' }`. */
  columns?: Record<string, string> | null | undefined
  media?: Media | null | undefined
  position: number
}

/**
 * Bounds of an answer: numbers, and how many options are chosen, by `min` and `max`; texts by `maxLength` and `regex`.
 * A RATING goes from 1 to `max`, which is 5 unless given. `message` is said instead of the product's own words.
 */
export interface Validation {
  min?: number | undefined
  max?: number | undefined
  /** Of a RANGE: what is between two of its answers. */
  step?: number | undefined
  maxLength?: number | undefined
  regex?: string | undefined
  message?: Localized | undefined
  /** Said where a required answer is missing. */
  requiredMessage?: Localized | undefined
}

export const defaultRating = 5

/** As forms have it that say nothing else. */
const defaultRange = { min: 1, max: 10, step: 1 }

/** The ends and the step of a RANGE. */
export function scaleOf({ validation: { min, max, step } }: Pick<Question, 'validation'>): typeof defaultRange {
  return {
    min: min ?? defaultRange.min,
    max: max ?? defaultRange.max,
    step: step ?? defaultRange.step,
  }
}

/** The bounds that hold; a rating and a range have both. */
export function rangeOf(question: Question): Pick<Validation, 'min' | 'max'> {
  const { type, validation } = question
  const { min, max } = type === 'RANGE' ? scaleOf(question) : validation
  return type === 'RATING' ? { min: 1, max: max ?? defaultRating } : { min, max }
}

/** The codes of its options; none where it is answered in another way. */
export function optionCodes({ type, answers }: { type: QuestionType; answers: readonly { code: string }[] }): string[] {
  return traitsOf(type).options === 'YES_NO' ? ['yes', 'no'] : answers.map(({ code }) => code)
}

/**
 * The expressions of a question (`domain/expressions/expression.ts`): when it is asked, what must hold of its answer, what its
 * answer is, what it begins with, what must change before it is computed again, and whether an option is offered:
 * `column('district')` is what the option has there.
 */
export const expressionFields = ['relevant', 'constraint', 'calculation', 'initial', 'trigger', 'optionFilter'] as const
export type ExpressionField = (typeof expressionFields)[number]
export type ExpressionSource = { [Field in ExpressionField]?: string | null | undefined }

/** The options of a question are the rows of a file of its survey: `value` and `label` name the columns of codes and texts. */
export interface OptionList {
  file: string
  value?: string | null | undefined
  label?: string | null | undefined
}

export interface Question extends ExpressionSource {
  id: number
  code: string
  /** Where it was in the form that it came from: `hh/demographics/name`. Absent where its section and code say so. */
  formPath?: string | null | undefined
  text: Localized
  help: Localized | null
  type: QuestionType
  required: boolean
  validation: Validation
  /** Further help, which a person opens. */
  guidance?: Localized | null | undefined
  media?: Media | null | undefined
  /** Its answer is shown, and people do not change it. */
  readOnly?: boolean | undefined
  /** How it looks, in words of XLSForm (`appearances.ts`). */
  appearance?: string | null | undefined
  filterable: boolean
  identifying: boolean
  personal: boolean
  position: number
  /** The property of an entity that its answer is (`entities.ts`). */
  saveTo?: string | null | undefined
  /** Absent where it has options of its own. */
  list?: OptionList | null | undefined
  answers: AnswerOption[]
}

/** The most repetitions that a section may have, in each of those around it. */
export const maxRepeats = 200
/** The most sections that repeat inside of each other. */
export const deepestRepeat = 5

/** A roster: the questions of its section are asked once for each repetition, as those of each member of a household. */
export interface Repeat {
  /** The most repetitions, from 1 to `maxRepeats`. */
  max: number
  /** The code of an earlier question that counts the repetitions: its answers are whole numbers. Without one people add them by hand. */
  countCode?: string | null | undefined
  /** From 2: inside of each repetition of the section before it, or of the one that that is in: the one a level above. */
  depth?: number | undefined
}

/** A group of a form inside of a section: what it is called there, and how it looks. */
export interface InnerGroup {
  /** `hh/members`. */
  path: string
  title?: Localized | undefined
  appearance?: string | undefined
}

export interface Section {
  id: number
  title: Localized
  media?: Media | null | undefined
  /** Its group in the form that it came from: `hh`, and '' for questions outside of all groups. */
  formPath?: string | null | undefined
  groups?: InnerGroup[] | null | undefined
  /** The expression that says when its questions are asked. */
  relevant?: string | null | undefined
  /** Absent when its questions are asked once. */
  repeat?: Repeat | null | undefined
  /** How it looks in apps, in words of XLSForm. */
  appearance?: string | null | undefined
  position: number
  questions: Question[]
}

export const skipOperators = ['EQ', 'NE', 'IN', 'LT', 'LE', 'GT', 'GE', 'CONTAINS', 'ANSWERED', 'EMPTY'] as const
export type SkipOperator = (typeof skipOperators)[number]

export const skipActions = ['JUMP_TO_QUESTION', 'JUMP_TO_SECTION', 'END'] as const
export type SkipAction = (typeof skipActions)[number]

/** A skip rule: when the answer to a question compares like this, go on elsewhere (product.md §4). */
export interface SkipRule {
  id: number
  fromQuestionId: number
  operator: SkipOperator
  /** What the answer is compared with; null with `answerId`, and for ANSWERED and EMPTY. */
  value: SkipValue | null
  /** The option that the answer is compared with. */
  answerId: number | null
  action: SkipAction
  /** The question or the section that comes next; null with END. */
  target: number | null
  /** Of several rules of one question the lowest that holds counts; equal ones by id. */
  priority: number
}
export type SkipValue = string | number | (string | number)[]

/** The content of a version: everything a respondent saw. Without rules there is no `skips`. */
export interface SurveyContent {
  sections: Section[]
  /** The kept texts around the questions; absent without any. */
  notices?: Notices | undefined
  skips?: SkipRule[] | undefined
  /** Absent without any. */
  files?: SurveyFile[] | undefined
  /** The rows of its files by their names: in memory alone (`list-table.ts`). */
  tables?: ReadonlyMap<string, ListTable> | undefined
}

/** The text in the reader's language (of any country), else in English, else in any language. */
export function textIn(text: Localized, locale: string): string {
  return own(text, locale) ?? text[alike(text, locale) ?? defaultLanguage] ?? Object.values(text)[0] ?? ''
}

/** `pt` is read by who reads `pt-br`. */
export function alike(text: Localized, locale: string): string | undefined {
  const [base] = locale.split('-')
  return Object.keys(text).find((language) => language.split('-')[0] === base)
}

/** Whether its answer follows from others at any time: no person gives it. */
export function isComputed({ calculation, trigger }: ExpressionSource): boolean {
  return Boolean(calculation) && !trigger
}

/** Whether its calculation stays with the first value that it has: `once(today())`, and what is drawn by chance. */
export function keepsFirst({ calculation }: ExpressionSource): boolean {
  return /^\s*once\s*\(/.test(calculation ?? '') || isDrawn(calculation)
}

/** Whether an expression gives another value each time. */
export function isDrawn(source: string | null | undefined): boolean {
  return /\b(?:random|uuid)\s*\(/.test(source ?? '')
}

/**
 * Whether people who answer see nothing of it: what apps record, and a calculation that is called by its code alone, as
 * XLSForm's are, and that can have no problem.
 */
export function isSilent(question: Question): boolean {
  const { code, text, type, calculation, constraint, required, readOnly, validation } = question
  if (traitsOf(type).isRecorded) return true
  const isNamed = Object.values(text).some((words) => words !== code)
  const isJudged = required || Boolean(constraint) || Object.keys(validation).length > 0
  return Boolean(calculation) && !isNamed && !isJudged && !readOnly
}

export function questionsOf(content: SurveyContent): Question[] {
  return content.sections.flatMap((section) => section.questions)
}
