/** By which answers lists of responses are narrowed and sorted: what is kept of each type of question, and what is asked. */
import { type QuestionType, traitsOf } from '../surveys/question-types.ts'
import type { Question, SurveyContent } from '../surveys/survey.ts'

/** One answer names several options. */
export function takesSeveral(type: QuestionType): boolean {
  return traitsOf(type).answer === 'choices'
}

/** Several options have no order of their own. */
export function isSortable(type: QuestionType): boolean {
  return traitsOf(type).index !== undefined && !takesSeveral(type)
}

/** The questions of a version whose answers are kept for filters, and whether one response has many of them. */
export function questionsToIndex({ sections }: SurveyContent): { question: Question; repeats: boolean }[] {
  return sections
    .flatMap(({ questions, repeat }) => questions.map((question) => ({ question, repeats: Boolean(repeat) })))
    .filter(({ question: { type, filterable } }) => filterable && traitsOf(type).index !== undefined)
}

/** A filter's condition on the answers to one question. A range includes both ends; days are written `2026-01-31`. */
export type AnswerAsked =
  | 'blank'
  | 'answered'
  | { in: readonly string[] }
  | { contains: string }
  | { equals: string }
  | { from?: number | string | undefined; to?: number | string | undefined }

/** By question code. */
export type AnswersAsked = Readonly<Record<string, AnswerAsked>>

/** The most questions in one filter, and the most answers beside a row. */
export const mostAnswersAsked = 10
export const mostAnswersShown = 40
