/** What a reader of a form goes along with: its sheets, and each question with the row that it comes from. */
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import { expressionFields, type Question, type Section, type Validation } from '#domain/surveys/survey.ts'
import type { OwnFields } from './own-fields.ts'
import type { Lists } from './read-choices.ts'
import type { Fields, Note } from './read-fields.ts'
import type { RowQuestion, RowSection } from './read-rows.ts'
import type { Report, Spot } from './report.ts'
import type { FormRow, FormSheet } from './sheets.ts'

export type Notes = Parameters<Note>[]

export interface Form {
  survey: FormSheet
  files: readonly SurveyFile[]
  choices: FormSheet
  lists: Lists
  sections: RowSection[]
  report: Report
  language: string
  title: string
}

/** A question with the row that it comes from and what the row alone says. */
export interface Made {
  from: RowQuestion
  question: Question
  read: Fields
  /** The unread parts of its rules, unless the column canvass has them. */
  notes: Notes
}

export interface MadeSection {
  from: RowSection
  section: Section
  /** The condition that its row alone says. */
  read: string | null
}

export function spotOf({ survey }: Form, { row }: FormRow, column: string): Spot {
  return { sheet: survey.name, row, index: survey.places.get(column), column }
}

export function tell(form: Form, row: FormRow, notes: Readonly<Notes>): void {
  for (const [column, code, value, name] of notes)
    form.report.add(spotOf(form, row, column), code, { value, ...(name === undefined ? {} : { name }) })
}

/** What cannot be computed is never asked of a person: it is called by its code alone, and computes nothing. */
export function leaveEmpty(question: Question): void {
  const [language = 'en'] = Object.keys(question.text)
  const text = { [language]: question.code }
  const texts = { help: null, guidance: null, validation: {}, answers: [] }
  const nothing = { ...texts, required: false, readOnly: false, constraint: null, initial: null, trigger: null }
  Object.assign(question, { ...nothing, type: 'TEXT', text, calculation: "''" })
}

export function setFields(
  question: Question,
  { validation, ...fields }: Fields,
  { message, requiredMessage }: Pick<Validation, 'message' | 'requiredMessage'>,
): void {
  const said = { ...(message && { message }), ...(requiredMessage && { requiredMessage }) }
  Object.assign(question, fields, { validation: { ...validation, ...said } })
}

/** The rules among the own fields. */
export function ownFields(own: OwnFields): Partial<Fields> {
  const { required, readOnly, validation } = own
  const expressions = Object.fromEntries(expressionFields.map((field) => [field, own[field]]))
  const given = { required, readOnly, validation, ...expressions }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
