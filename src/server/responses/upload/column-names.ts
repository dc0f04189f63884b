/** What the headings of any table mean: by code, label or path, in this product's words and in those of Kobo, ODK and SurveyCTO. */
import { plainIn } from '#domain/answers/label-text.ts'
import { fileTypes, type Question, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { inAllLanguages } from '#words/texts.ts'
import { readAnswer } from '../../excel/answer-cells.ts'
import { foldText } from '../../excel/words.ts'
import type { Column, FixedCode } from '../download/columns.ts'

type PointPart = 'latitude' | 'longitude' | 'altitude' | 'accuracy'

export interface Meaning {
  column: Column
  /** Of an answer that has several columns. */
  option?: string
  point?: PointPart
  /** The better of two headings for one column has more. */
  rank: number
}

/** Columns of other programs, and of files that they split: folded. */
const others: Readonly<Record<string, FixedCode>> = {
  submissiondate: 'submittedAt',
  _submission_time: 'submittedAt',
  submission_time: 'submittedAt',
  start: '_startedAt',
  starttime: '_startedAt',
  end: '_finishedAt',
  endtime: '_finishedAt',
  deviceid: '_deviceId',
  _submitted_by: '_collector',
  submittername: '_collector',
}

/** By which a response is known, the best one first. */
export const keyNames = ['formkey', 'instanceid', 'key', '_uuid', '__id', 'uuid', '_id']
/** A whole place in one column, or in several whose names begin like this. */
const placeNames = new Set(['_geolocation', 'start-geopoint', 'start_geopoint'])

/** What other programs note about a submission by themselves. */
const metadata = new RegExp(
  `^(${[
    '_id|_uuid|_validation_status|_index|_parent_(index|table_name)|_submission__.*|_tags|_notes|_status|__version__|_version_|_xform_id(_string)?',
    'meta/(rootuuid|instancename|instanceid|deprecatedid)|formhub/uuid|_attachments|_bamboo_dataset_id|_edited|_media_.*',
    'reviewstate|submitterid|attachments(present|expected)|status|edits|formversion|instance(id|name)|parent_key|set-of-.*',
    'formdef_version|review_(status|quality|comments|corrections)|completiondate|username|subscriberid|simid|devicephonenum|caseid',
  ].join('|')})$`,
)

export function isMetadata(heading: string): boolean {
  return pathEnds(heading).some((name) => metadata.test(name))
}

const pointWords: readonly (readonly [word: string, part: PointPart])[] = [
  ...(['latitude', 'longitude', 'accuracy'] as const).flatMap((part) =>
    [part, ...Object.values(inAllLanguages(`files.${part}`))].map((word) => [foldText(word), part] as const),
  ),
  ['altitude', 'altitude'],
  ['precision', 'accuracy'],
]

export class ColumnNames {
  /** Paths in the form of another program before codes, codes before labels, and these before what other programs say. */
  readonly #maps: readonly ReadonlyMap<string, readonly Column[]>[]
  readonly #files: ReadonlySet<string>

  constructor(content: SurveyContent, columns: readonly Column[]) {
    this.#maps = [formPath, ({ code }: Column) => [code], namesOf, aliases].map((names) => mapOf(columns, names))
    const files = questionsOf(content).filter(({ type }) => fileTypes.includes(type))
    this.#files = new Set(files.flatMap((question) => [question.code, ...labelsOf(question)].map(foldText)))
  }

  isFile(heading: string): boolean {
    // Kobo has the addresses of files beside their names.
    return pathEnds(heading).some((name) => this.#files.has(name.replace(/_url$/, '')))
  }

  /** `nth`: the place of the heading among its twins; several questions may have one label. */
  meaningOf(heading: string, nth = 0, twins = 1): Meaning | undefined {
    const ends = pathEnds(heading)
    for (const [index, name] of ends.entries()) {
      const rank = 2 * (ends.length - index)
      const found = this.#column(name, nth, twins) ?? this.#column(name.replaceAll(/[:-]/g, '/'), nth, twins)
      if (found) return { column: found, rank: rank + (name === foldText(found.code) ? 1 : 0) }
      const part = this.#point(name) ?? this.#option(name)
      if (part) return { ...part, rank }
      const respelt = this.#column(name.replaceAll(/[^\p{L}\p{N}_]/gu, '_'), nth, twins)
      if (respelt) return { column: respelt, rank }
    }
    return undefined
  }

  isCalled(column: Column, text: string): boolean {
    return this.#maps.some((map) => map.get(foldText(text))?.some(({ code }) => code === column.code))
  }

  #column(name: string, nth = 0, twins = 1): Column | undefined {
    const named = this.#maps.map((map) => map.get(name)).find((columns) => columns !== undefined)
    return named && (named.length === 1 || named.length === twins) ? named[Math.min(nth, named.length - 1)] : undefined
  }

  #point(name: string): Omit<Meaning, 'rank'> | undefined {
    for (const [word, point] of pointWords) {
      if (!name.endsWith(word)) continue
      const base = name.slice(0, -word.length).replace(/[\s:._/-]+$/, '')
      if (placeNames.has(base)) {
        const column = this.#column(point)
        return column && { column }
      }
      const column = this.#column(base) ?? this.#column(base.replace(/^_/, ''))
      if (isOf(column, 'GEOPOINT')) return { column, point }
    }
    return undefined
  }

  #option(name: string): Omit<Meaning, 'rank'> | undefined {
    for (const { index, 0: sign } of name.matchAll(/: |_+|[/.:]/g)) {
      const column = this.#column(name.slice(0, index))
      if (!isOf(column, 'MULTIPLE')) continue
      const rest = name.slice(index + sign.length)
      // SurveyCTO has `_` for the minus of codes like -99.
      for (const word of [rest, `-${rest}`]) {
        const [option] = (readAnswer(column.question, word, noPhone).value as string[] | undefined) ?? []
        if (option !== undefined) return { column, option }
      }
    }
    return undefined
  }
}

export function isPlaceName(heading: string): boolean {
  return placeNames.has(foldText(heading))
}

/** What other programs call it. */
function aliases(column: Column): string[] {
  if (column.kind === 'other') return [column.code.replace('.', '_')]
  return Object.keys(others).filter((name) => others[name] === column.code)
}

function formPath(column: Column): string[] {
  if (column.kind === 'fixed' || !column.question.formPath) return []
  return [column.question.formPath + (column.kind === 'other' ? '.other' : '')]
}

function mapOf(columns: readonly Column[], names: (column: Column) => string[]) {
  const map = new Map<string, Column[]>()
  for (const column of columns)
    for (const name of new Set(names(column).map(foldText))) map.set(name, [...(map.get(name) ?? []), column])
  return map
}

function noPhone() {
  return { problem: 'BAD_PHONE' } as const
}

function isOf(column: Column | undefined, type: Question['type']): column is Exclude<Column, { kind: 'fixed' }> {
  return column?.kind === 'answer' && column.question.type === type
}

/**
 * `hh/member/name`, then `member/name`, then `name`; Central has `-` and old files `:` for the slash. Folded. R puts an X before
 * names that begin with `_`.
 */
export function pathEnds(heading: string): string[] {
  const text = foldText(heading).replace(/^x(?=_)/, '')
  return [text, ...[...text.matchAll(/[/:-]/g)].map(({ index }) => text.slice(index + 1).trim())].filter(
    (end) => end !== '',
  )
}

/** What pages and files call it, in every language. */
function namesOf(column: Column): string[] {
  if (column.kind === 'fixed') return Object.values(inAllLanguages(`files.${column.code}`))
  const labels = labelsOf(column.question)
  if (column.kind === 'answer') return labels
  const other = Object.values(inAllLanguages('files.other'))
  return labels.flatMap((label) => other.map((text) => text.replace('{label}', () => label)))
}

function labelsOf({ text }: Question): string[] {
  return Object.keys(text).map((language) => plainIn(text, language))
}
