/**
 * The answers that lists of responses filter and sort by: the stored value of each question type, and the conditions.
 */
import type { Question, QuestionType, SurveyContent } from './survey.ts'

/** How answers are compared. TEXT: without regard to case and accents. DAY and MOMENT: in UTC. */
export type IndexKind = 'WORD' | 'TEXT' | 'NUMBER' | 'DAY' | 'MOMENT'

const kinds: Partial<Record<QuestionType, IndexKind>> = {
  SINGLE: 'WORD',
  MULTIPLE: 'WORD',
  RANK: 'WORD',
  YES_NO: 'WORD',
  TEXT: 'TEXT',
  LONG_TEXT: 'TEXT',
  PHONE: 'TEXT',
  TIME: 'TEXT',
  ADMIN_UNIT: 'TEXT',
  SITE: 'TEXT',
  INTEGER: 'NUMBER',
  DECIMAL: 'NUMBER',
  RATING: 'NUMBER',
  DATE: 'DAY',
  DATETIME: 'MOMENT',
}

/** Undefined for files and points, which nothing is compared with. */
export function indexKindOf(type: QuestionType): IndexKind | undefined {
  return kinds[type]
}

/** One answer names several options. */
export function takesSeveral(type: QuestionType): boolean {
  return type === 'MULTIPLE' || type === 'RANK'
}

/** Several options have no order of their own. */
export function isSortable(type: QuestionType): boolean {
  return indexKindOf(type) !== undefined && !takesSeveral(type)
}

/** The questions of a version whose answers are kept for filters, and whether one response has many of them. */
export function questionsToIndex({ sections }: SurveyContent): { question: Question; repeats: boolean }[] {
  return sections
    .flatMap(({ questions, repeat }) => questions.map((question) => ({ question, repeats: Boolean(repeat) })))
    .filter(({ question: { type, filterable } }) => filterable && indexKindOf(type) !== undefined)
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
