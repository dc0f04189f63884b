/**
 * Makes a questionnaire of a table: every column becomes a question, whose type follows from what the cells hold. Empty
 * cells and the words in `noAnswer` mean "not answered" and say nothing about the type.
 */
import { isCalendarDate } from '../text/calendar.ts'
import type { QuestionType } from './survey.ts'
import { optionCode, questionCodeFor, readable } from './column-names.ts'

interface InferredOption {
  code: string
  label: string
}

/** The types that cells tell apart. */
type GuessedType = Extract<
  QuestionType,
  'TEXT' | 'LONG_TEXT' | 'INTEGER' | 'DECIMAL' | 'DATE' | 'SINGLE' | 'MULTIPLE' | 'GEOPOINT'
>

export interface InferredQuestion {
  /** Its place in the table, from 0. */
  column: number
  code: string
  label: string
  type: GuessedType
  /** Of SINGLE and MULTIPLE, in the order in which they first appear. */
  options: InferredOption[]
  /** How many rows answer it. */
  answered: number
}

const noAnswer = new Set(['', 'NULL', 'NA'])
/** More different values than this are no list to choose from. */
const maxSingleOptions = 20
const maxMultipleOptions = 60
/** A value that the table has less than twice on average is a text of its own, not a choice. */
const rowsPerOption = 2
const longText = 200

/** The questionnaire for the columns, without the one that holds the keys of the rows, where there is one. */
export function inferQuestions(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  keyColumn?: number,
): InferredQuestion[] {
  const taken: string[] = []
  return headers.flatMap((header, column) => {
    if (column === keyColumn) return []
    const values = rows.map((row) => answerText(row[column])).filter((text) => text !== undefined)
    const code = questionCodeFor(header, taken)
    taken.push(code)
    return [{ column, code, label: readable(header) || code, ...inferType(values), answered: values.length }]
  })
}

const questionsPerSection = 8

/** Sections of about equal size, in the order of the columns. */
export function partsOf<Item>(questions: readonly Item[]): Item[][] {
  const count = Math.ceil(questions.length / questionsPerSection)
  const size = Math.ceil(questions.length / count)
  return Array.from({ length: count }, (_, index) => questions.slice(index * size, (index + 1) * size))
}

/** The text of a cell; undefined when it holds no answer. */
function answerText(cell: string | undefined): string | undefined {
  const text = (cell ?? '').trim()
  return noAnswer.has(text) ? undefined : text
}

function inferType(values: readonly string[]): Pick<InferredQuestion, 'type' | 'options'> {
  if (values.length === 0) return { type: 'TEXT', options: [] }
  if (values.every(isWhole)) return { type: 'INTEGER', options: [] }
  if (values.every(isDecimal)) return { type: 'DECIMAL', options: [] }
  if (values.every((text) => dayOf(text) !== undefined)) return { type: 'DATE', options: [] }
  const isList = values.some((text) => text.includes(';'))
  const options = isList ? multipleOptions(values) : singleOptions(values)
  if (options) return { type: isList ? 'MULTIPLE' : 'SINGLE', options }
  const isLong = values.some((text) => text.length > longText || text.includes('\n'))
  return { type: isLong ? 'LONG_TEXT' : 'TEXT', options: [] }
}

/** No leading zeros, which belong to codes and phone numbers, and few enough digits to be exact. */
function isWhole(text: string): boolean {
  return /^-?(0|[1-9]\d{0,14})$/.test(text)
}

function isDecimal(text: string): boolean {
  return /^-?(0|[1-9]\d{0,12})(\.\d{1,12})?$/.test(text)
}

/** The day of an ISO date or time stamp; the time of day is left behind. */
function dayOf(text: string): string | undefined {
  const [, day = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? []
  return isCalendarDate(day) ? day : undefined
}

function pieces(text: string): string[] {
  return text
    .split(';')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}

function multipleOptions(values: readonly string[]): InferredOption[] | undefined {
  const lists = values.map((text) => pieces(text).map(folded))
  if (lists.some((list) => list.length === 0 || new Set(list).size < list.length)) return undefined
  return optionsOf(values.flatMap(pieces), maxMultipleOptions)
}

function singleOptions(values: readonly string[]): InferredOption[] | undefined {
  const options = optionsOf(values, maxSingleOptions)
  return options && options.length * rowsPerOption <= values.length ? options : undefined
}

/** One option for each different value, `Yes` and `yes` being the same; undefined when they make no list of options. */
function optionsOf(values: readonly string[], max: number): InferredOption[] | undefined {
  const first = new Map<string, string>()
  for (const value of values) if (!first.has(folded(value))) first.set(folded(value), value)
  if (first.size > max) return undefined
  const codes = [...first.values()].map(optionCode)
  if (codes.includes(undefined)) return undefined
  return codes.filter((code) => code !== undefined).map((code) => ({ code, label: readable(code) || code }))
}

function folded(text: string): string {
  return text.toLowerCase()
}

/** The cell's value in the template; undefined when the question is not answered. */
export function templateCell(
  { type, options }: InferredQuestion,
  cell: string | undefined,
): string | number | undefined {
  const text = answerText(cell)
  if (text === undefined) return undefined
  const codeOf = (value: string) => options.find(({ code }) => folded(code) === folded(value))?.code ?? value
  switch (type) {
    case 'INTEGER':
    case 'DECIMAL':
      return Number(text)
    case 'DATE':
      return dayOf(text)
    case 'SINGLE':
      return codeOf(text)
    case 'MULTIPLE':
      return pieces(text).map(codeOf).join(';')
    case 'TEXT':
    case 'LONG_TEXT':
    case 'GEOPOINT':
      return text
  }
}
