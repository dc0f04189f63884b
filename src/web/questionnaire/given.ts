/** Entries of a respondent, as the fields show them and as answers hold them. Pure. */

import { canonicalJson } from '#domain/surveys/survey-content.ts'

/**
 * The keys come from `answerKey`, `otherKey` and `countKey`. An unreadable entry stays as the user typed it, so the
 * validator can explain it. Entries without problems are canonical answers.
 */
export type FormAnswers = Readonly<Record<string, unknown>>

/** Whether something differs from what the answers began with. */
export function isOther(answers: FormAnswers, begunWith: FormAnswers): boolean {
  return answers !== begunWith && canonicalJson(answers) !== canonicalJson(begunWith)
}

/** In place of an entry that the browser keeps to itself, such as half a date. */
export const unreadable = ''

/** An entry as it was typed; nothing for one of several parts. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The codes that are chosen. */
export function codesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? (value as string[]) : []
}

/** A number as people write it, with a point or a comma; undefined for nothing, the text itself when it is no number. */
export function numberOf(text: string): number | string | undefined {
  const written = text.trim()
  if (written === '') return undefined
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(written) ? Number(written.replace(',', '.')) : text
}

/** `2026-11-22T16:30` of a clock here, as the moment that it is; any other text stays. */
export function momentOf(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset()
  if (Number.isNaN(minutes)) return local
  const offset = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  return `${local.slice(0, 16)}${minutes < 0 ? '-' : '+'}${offset}`
}

/** The clock of a questionnaire whose day is this one: a moment of another day is its beginning. */
export function clockAt(today: string): { today: string; now?: string } {
  const now = momentOf(new Date().toLocaleString('sv').replace(' ', 'T'))
  return now.startsWith(today) ? { today, now } : { today }
}

/** What the clock showed where the moment was entered. */
export function clockOf(moment: unknown): string {
  return typeof moment === 'string' ? moment.slice(0, 16) : ''
}
