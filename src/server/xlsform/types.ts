/** The types of questions in forms and here. */
import { own } from '#domain/own.ts'
import type { QuestionType } from '#domain/survey.ts'

/** How a type is written in a form. */
export interface FormType {
  type: string
  appearance?: string
}

const formTypes: Record<QuestionType, FormType> = {
  TEXT: { type: 'text' },
  LONG_TEXT: { type: 'text', appearance: 'multiline' },
  INTEGER: { type: 'integer' },
  DECIMAL: { type: 'decimal' },
  DATE: { type: 'date' },
  TIME: { type: 'time' },
  DATETIME: { type: 'dateTime' },
  SINGLE: { type: 'select_one' },
  MULTIPLE: { type: 'select_multiple' },
  RANK: { type: 'rank' },
  YES_NO: { type: 'select_one' },
  RATING: { type: 'range' },
  PHONE: { type: 'text', appearance: 'numbers' },
  GEOPOINT: { type: 'geopoint' },
  IMAGE: { type: 'image' },
  AUDIO: { type: 'audio' },
  FILE: { type: 'file' },
  SIGNATURE: { type: 'image', appearance: 'signature' },
  NOTE: { type: 'note' },
  ADMIN_UNIT: { type: 'text' },
  SITE: { type: 'text' },
}

export function formTypeOf(type: QuestionType): FormType {
  return formTypes[type]
}

export interface AskedType {
  kind: 'question'
  type: QuestionType
  list?: string
  orOther?: boolean
  /** Whether the form's type is just this one. */
  isSame: boolean
}

/** The type of a calculation follows from what it computes. */
export type ReadType =
  | AskedType
  | { kind: 'calculate' }
  | { kind: 'begin'; of: 'group' | 'repeat' }
  | { kind: 'end'; of: 'group' | 'repeat' }
  | { kind: 'unknown' }

/** Types by their names without blanks and `_`; `other`: types that this product lacks. */
const byName: Record<string, { type: QuestionType; other?: true }> = {
  text: { type: 'TEXT' },
  string: { type: 'TEXT' },
  integer: { type: 'INTEGER' },
  int: { type: 'INTEGER' },
  decimal: { type: 'DECIMAL' },
  range: { type: 'RATING' },
  date: { type: 'DATE' },
  time: { type: 'TIME' },
  datetime: { type: 'DATETIME' },
  geopoint: { type: 'GEOPOINT' },
  location: { type: 'GEOPOINT' },
  gps: { type: 'GEOPOINT' },
  image: { type: 'IMAGE' },
  photo: { type: 'IMAGE' },
  picture: { type: 'IMAGE' },
  audio: { type: 'AUDIO' },
  file: { type: 'FILE' },
  video: { type: 'FILE', other: true },
  barcode: { type: 'TEXT', other: true },
  acknowledge: { type: 'YES_NO', other: true },
  trigger: { type: 'YES_NO', other: true },
  note: { type: 'NOTE' },
}

/** What forms ask of the device, and every response has here by itself. */
export const recordedTypes = /^(start|end|today|device ?id|username)$/i

const selects: [RegExp, QuestionType][] = [
  [/^select[ _]one\b(?![ _]from)/i, 'SINGLE'],
  [/^select[ _](?:multiple|all that apply)\b(?![ _]from)/i, 'MULTIPLE'],
  [/^rank\b/i, 'RANK'],
]

export function readType(written: string, appearance: string): ReadType {
  const words = written.trim()
  const [, edge = '', inside = ''] = /^(begin|end)[ _]*(group|repeat|loop)$/i.exec(words) ?? []
  if (edge !== '') {
    const of = inside.toLowerCase() === 'group' ? 'group' : 'repeat'
    return edge.toLowerCase() === 'begin' ? { kind: 'begin', of } : { kind: 'end', of }
  }
  for (const [pattern, type] of selects) {
    if (!pattern.test(words)) continue
    const [list = '', ...more] = words.replace(pattern, '').trim().split(/\s+/)
    return { kind: 'question', type, list, orOther: /^or[ _]other$/i.test(more.join(' ')), isSame: true }
  }
  const name = words.toLowerCase().replaceAll(/[ _]/g, '')
  if (name === 'calculate' || name === 'hidden') return { kind: 'calculate' }
  const found = own(byName, name)
  if (!found) return { kind: 'unknown' }
  const looks = appearance.toLowerCase().split(/\s+/)
  if (found.type === 'TEXT' && looks.includes('multiline')) return { kind: 'question', type: 'LONG_TEXT', isSame: true }
  if (found.type === 'IMAGE' && looks.includes('signature'))
    return { kind: 'question', type: 'SIGNATURE', isSame: true }
  return { kind: 'question', type: found.type, isSame: !found.other }
}

/** `start=1 end=5 step=1`, in any order, with commas or without. */
export function readParameters(written: string): Record<string, string> {
  const pairs = written.matchAll(/([\w-]+)\s*=\s*("[^"]*"|[^\s,;]+)/g)
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}
