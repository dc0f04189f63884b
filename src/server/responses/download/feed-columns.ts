/** The tables of the feed: the responses, and one for each section that repeats. */
import type { FeedField } from '#domain/answers/feed-filter.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { mergeRosters, repetitionsIn } from '#domain/answers/merged-rosters.ts'
import { type MergedQuestion, mergeVersions, type NumberedContent } from '#domain/answers/merged-versions.ts'
import { feedNames } from '#domain/answers/odata.ts'
import { outerAt } from '#domain/answers/rosters.ts'
import { responseSources, responseStatuses } from '#domain/answers/response.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { AnsweredRow } from './answers-store.ts'
import {
  type Choices,
  consentColumns,
  type FileColumn,
  fileColumns,
  type FileRow,
  rosterColumns,
  shownWord,
} from './download-columns.ts'

export interface FeedColumn {
  name: string
  column: FileColumn
  /** Undefined: filters do not compare it. */
  field: FeedField | undefined
  /** Where the answers are, in any version. */
  keys: readonly string[]
}

export interface RosterTable {
  /** Of the set, and of the property by which a response has its rows. */
  name: string
  property: string
  columns: FeedColumn[]
  /** From 2: inside of the repetitions of another one. */
  depth: number
  rowsOf: (response: AnsweredRow) => Record<string, unknown>[]
}

export interface FeedTables {
  columns: FeedColumn[]
  rosters: RosterTable[]
}

/** What a reader asks for beside OData: labels alone, codes alone, or both; labels in English unless said. */
export interface FeedWording {
  values: 'labels' | 'codes' | 'both'
  language: string
}

export const setName = 'Responses'
/** The number of its response in a row of a section that repeats. */
export const parentKey = '__Responses_id'
/** The `__id` of the row that it is inside of. */
export const outerKey = '__outer_id'

export function feedTables(
  versions: readonly NumberedContent[],
  wording: FeedWording,
  seen: (question: MergedQuestion) => boolean,
): FeedTables {
  const merged = mergeVersions(versions).filter(seen)
  const columns = named(
    inWords(wording, (choices) => [...fileColumns(merged, choices), ...consentColumns(versions, choices)]),
    wording,
  )
  const rosters = mergeRosters(versions)
  const properties = feedNames([...columns.map(({ name }) => name), ...rosters.map(({ name }) => name)])
  const sets = feedNames(rosters.map(({ name }) => `${setName}_${name}`))
  return {
    columns,
    rosters: rosters.map((roster, at) => {
      const shown = { ...roster, questions: roster.questions.filter(seen) }
      const own = named(
        inWords(wording, (choices) => rosterColumns(shown, choices)),
        wording,
      )
      const name = sets[at] ?? setName
      const { depth } = roster
      return {
        name,
        depth,
        property: properties[columns.length + at] ?? name,
        columns: own,
        rowsOf: (response) =>
          repetitionsIn(response.answers, roster).map((row) => ({
            __id: `${response.id}.${row.repetition}`,
            [parentKey]: response.id,
            ...(depth > 1 ? { [outerKey]: `${response.id}.${outerAt(row.repetition, depth - 1)}` } : {}),
            ...recordOf({ ...response, ...row }, own),
          })),
      }
    }),
  }
}

export function recordOf(row: FileRow, columns: readonly FeedColumn[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, column }) => {
      const value = column.cell(row)
      return [name, value !== null && typeOf(column) === 'Edm.String' ? String(value) : value]
    }),
  )
}

const moments = ['submittedAt', '_receivedAt', '_startedAt', '_finishedAt', '_consentAt']
const wholes = ['_id', '_version', '_repetition']

export function typeOf({ code, format, question }: FileColumn): string {
  if (question === undefined && moments.includes(code)) return 'Edm.DateTimeOffset'
  if (question === undefined && wholes.includes(code)) return 'Edm.Int64'
  return format === 'number' ? 'Edm.Double' : 'Edm.String'
}

/** A column that shows words has its codes, and behind it the words. */
function inWords({ values, language }: FeedWording, columnsIn: (choices: Choices) => FileColumn[]): FileColumn[] {
  const as = (wanted: 'labels' | 'codes') => columnsIn({ values: wanted, language, multiple: 'column' })
  if (values !== 'both') return as(values)
  const labelled = as('labels')
  return as('codes').flatMap((column, at) => {
    const words = labelled[at]
    return words && showsWords(column) ? [column, { ...words, code: `${words.code}.label` }] : [column]
  })
}

const wordedFields = ['_status', '_source', '_fence', '_flags']

function showsWords({ code, question }: FileColumn): boolean {
  if (!question) return wordedFields.includes(code)
  return code === question.question.code && (question.options.size > 0 || question.question.type === 'YES_NO')
}

const comparedFields: Readonly<Record<string, FeedField['kind']>> = {
  _id: 'number',
  _version: 'number',
  _status: 'text',
  _source: 'text',
  submittedAt: 'moment',
  _receivedAt: 'moment',
}

function named(columns: readonly FileColumn[], { language }: FeedWording): FeedColumn[] {
  const names = feedNames(columns.map(({ code }) => code))
  const words = { values: 'labels', language } as const
  const wordsOf: Readonly<Record<string, FeedField['words']>> = {
    _status: responseStatuses.map((code) => ({ code, word: shownWord('responses.status', code, words) })),
    _source: responseSources.map((code) => ({ code, word: shownWord('responses.source', code, words) })),
  }
  return columns.map((column, at) => {
    const { code, question } = column
    const known = comparedFields[code]
    const own = { name: names[at] ?? code, column, keys: [] }
    if (!question) return { ...own, field: known && { kind: known, ...withWords(wordsOf[code]) } }
    const isCompared = code === question.question.code && question.places.every(({ type }) => isPlain(type))
    if (!isCompared) return { ...own, field: undefined }
    const kind = typeOf(column) === 'Edm.Double' ? 'number' : 'text'
    const keys = question.places.map(({ key }) => key)
    return { ...own, field: { kind, ...withWords(optionWords(question, language)) }, keys }
  })
}

/** A choice of one takes its codes and labels alone: anything else is a slip. */
function optionWords({ options, places }: MergedQuestion, language: string): FeedField['words'] {
  if (options.size === 0 || places.some(({ type }) => type !== 'SINGLE')) return undefined
  return [...options].map(([code, { option }]) => ({ code, word: plainIn(option.text, language) || code }))
}

function withWords(words: FeedField['words']): Pick<FeedField, 'words'> {
  return words ? { words } : {}
}

function isPlain(type: Parameters<typeof traitsOf>[0]): boolean {
  const { answer } = traitsOf(type)
  return answer !== 'file' && answer !== 'point'
}
