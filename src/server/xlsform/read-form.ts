/** An XLSForm as the content of a survey, with a remark on every part of it. Nothing is dropped without one. */
import { logicColumns, type LogicCount, type RemarkCode } from '#domain/answers/form-report.ts'
import { namingCode } from '#domain/answers/form-name.ts'
import { own } from '#domain/own.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { Cell } from '../excel/cell.ts'
import { filtersOf } from './choice-filter.ts'
import { markFilterable } from './filterable.ts'
import { withCalculations, withEntities } from './entity-rows.ts'
import { FormReader } from './form-reader.ts'
import { Languages } from './languages.ts'
import { type Choice, type Lists, readLists } from './read-choices.ts'
import { RowReader } from './read-rows.ts'
import { fitting } from './read-texts.ts'
import { withCounts } from './repeat-counts.ts'
import type { Report } from './report.ts'
import { type FormRow, type FormSheet, readSheet } from './sheets.ts'
import type { Remark } from '#contract/form-files.ts'
import { readType } from './types.ts'

export interface FormRead {
  title: string
  /** The language of the title. */
  language: string
  /** That its headings name. */
  languages: string[]
  content: SurveyContent
  logic: LogicCount[]
}

export type Sheets = ReadonlyMap<string, readonly (readonly Cell[])[]>

interface Reading {
  report: Report
  fallbackTitle: string
  /** Whether a person said that the responses to an encrypted form may come as they are. */
  unencrypted?: boolean
  /** That the survey will have. */
  files?: readonly SurveyFile[]
}

export function readForm(sheets: Sheets, reading: Reading): FormRead {
  const { report, fallbackTitle, files = [] } = reading
  const languages = new Languages()
  const settings = readSheet('settings', sheets.get('settings') ?? [], { report, languages, language: 'en' })
  const words = settings.rows[0]?.cells ?? new Map<string, string>()
  const language = mainLanguage(words.get('default_language'), languages)
  noteSettings(settings, reading)
  const surveyCells = sheets.get('survey') ?? []
  const filters = filtersOf(surveyCells, sheets.get('choices') ?? [])
  const options = { report, languages, language }
  const written = readSheet('survey', surveyCells, options)
  for (const column of ['type', 'name'])
    if (!written.places.has(column))
      report.add({ sheet: 'survey', row: 1, column }, 'COLUMN_MISSING', { value: column })
  const choices = readSheet('choices', sheets.get('choices') ?? [], { ...options, filters })
  const duplicates = /^(yes|true)/i.test(words.get('allow_choice_duplicates') ?? '')
  const listed = readLists(choices, { report, language, duplicates })
  const plain = { ...written, rows: withPlainTypes(written.rows) }
  const { survey: others, lists } = withOthers(plain, listed, report)
  const entities = readSheet('entities', sheets.get('entities') ?? [], options)
  // What names responses is a calculation of that name.
  const named = withCalculations(withoutLoops(others.rows, lists), { [namingCode]: words.get(namingCode) })
  const rows = withEntities({ ...others, rows: named }, entities, report)
  const survey = withCounts({ ...others, rows }, report)
  const sections = new RowReader(survey, lists, report).read()
  const skipSheet = readSheet('canvass_skips', sheets.get('canvass_skips') ?? [], options)
  for (const { code, name } of languages.local)
    report.add({ sheet: 'survey', row: 1 }, 'LANGUAGE_LOCAL', { name: code, value: name })
  const title = fitting(words.get('form_title') ?? fallbackTitle, { max: 200, lines: 'one' }) || fallbackTitle
  const reader = new FormReader({ survey, files, choices, lists, sections, report, language, title })
  const content = reader.read(skipSheet)
  if (!survey.places.has('canvass')) markFilterable(content, report, survey.name)
  if (content.sections.every(({ questions }) => questions.length === 0))
    report.add({ sheet: 'survey', row: 0 }, 'NOTHING_TO_MAKE')
  const logic = logicKept(survey, report.remarks, (row) => reader.isTaken(row))
  return { title, language, languages: [...languages.codes], content, logic }
}

/** `default` is the language of texts whose column names none. */
function mainLanguage(words: string | undefined, languages: Languages): string {
  return words === undefined || /^default$/i.test(words.trim()) ? 'en' : languages.codeOf(words)
}

const settingCodes: Readonly<Record<string, RemarkCode>> = {
  form_id: 'SETTING_OWN',
  version: 'SETTING_OWN',
  style: 'LOOK_LEFT',
}

const takenSettings = ['form_title', 'default_language', 'allow_choice_duplicates', namingCode]

function noteSettings(settings: FormSheet, { report, unencrypted }: Reading): void {
  const codes = { ...settingCodes, public_key: unencrypted ? 'ENCRYPTION_LEFT' : 'ENCRYPTION_ASKED' } as const
  for (const [index, { row, cells }] of settings.rows.entries())
    for (const [column, value] of cells) {
      const spot = { sheet: settings.name, row, index: settings.places.get(column), column }
      const isUsed = index === 0 && takenSettings.includes(column)
      report.add(spot, isUsed ? 'SETTING_TAKEN' : (own<RemarkCode>(codes, column) ?? 'CELL_LEFT'), { value })
    }
}

/** By column: the cells with something in them, and those of them that are left out, with their row or alone. */
function logicKept(survey: FormSheet, remarks: readonly Remark[], isTaken: (row: FormRow) => boolean): LogicCount[] {
  const left = new Set(
    remarks.flatMap(({ sheet, row, column, verdict }) =>
      sheet === survey.name && verdict === 'LEFT_OUT' ? [`${row} ${column}`] : [],
    ),
  )
  return logicColumns.flatMap((column) => {
    const rows = survey.rows.filter(({ cells }) => cells.has(column))
    const lost = rows.filter((row) => left.has(`${row.row} ${column}`) || !isTaken(row))
    return rows.length === 0 ? [] : [{ column, there: rows.length, left: lost.length }]
  })
}

/** Types of older forms that say more than what is answered, as pyxform reads them. */
const upTo = (most: number) => ({ type: 'integer', constraint: `. >= 0 and . <= ${most}` })

const oldTypes: Readonly<Record<string, { type: string; constraint: string }>> = {
  'phone number': { type: 'text', constraint: String.raw`regex(., '^\d*$')` },
  percentage: upTo(100),
  'number of days in last month': upTo(31),
  'number of days in last six months': upTo(183),
  'number of days in last year': upTo(365),
}

/** A constraint of the row itself counts instead of that of its type. */
function withPlainTypes(rows: readonly FormRow[]): FormRow[] {
  return rows.map(({ row, cells }) => {
    const plain = own(oldTypes, (cells.get('type') ?? '').trim().toLowerCase())
    return { row, cells: plain ? new Map([...Object.entries(plain), ...cells, ['type', plain.type]]) : cells }
  })
}

/** `select_one crops or_other`, as pyxform reads it: its list gets `other`, and a text behind the question asks for more. */
function withOthers(survey: FormSheet, lists: Lists, report: Report): { survey: FormSheet; lists: Lists } {
  const all = new Map(lists)
  const names = new Set(survey.rows.flatMap(({ cells }) => cells.get('name') ?? []))
  const rows = survey.rows.flatMap((row) => {
    const read = readType(row.cells.get('type') ?? '', '')
    if (read.kind !== 'question' || !read.orOther) return [row]
    const list = read.list === undefined ? undefined : all.get(read.list)
    if (!list || read.list === undefined) return [row]
    all.set(read.list, withOther(list))
    const index = survey.places.get('type')
    report.add({ sheet: survey.name, row: row.row, index, column: 'type' }, 'OTHER_ADDED')
    const name = row.cells.get('name') ?? ''
    return names.has(`${name}_other`) ? [row] : [row, textBehind(row, name)]
  })
  return { survey: { ...survey, rows }, lists: all }
}

function withOther(list: readonly Choice[]): readonly Choice[] {
  if (list.some(({ code }) => code.toLowerCase() === 'other')) return list
  const [first] = list
  const text = Object.fromEntries(Object.keys(first?.text ?? {}).map((language) => [language, 'Other']))
  return [...list, { row: first?.row ?? 0, name: 'other', code: 'other', text, own: {}, filters: new Map() }]
}

function textBehind({ row, cells }: FormRow, name: string): FormRow {
  const labels = [...cells.keys()].filter((column) => column.startsWith('label::'))
  const own = new Map([
    ['type', 'text'],
    ['name', `${name}_other`],
    ['relevant', `selected(../${name}, 'other')`],
  ])
  for (const label of labels) own.set(label, 'Specify other.')
  return { row, cells: own }
}

/** `begin loop over crops`: the rows once for each option of the list, each time in a group of its name. */
const begin = /^begin[ _]loop(?: over)? (\S+)$/i
const end = /^end[ _]loop$/i
/** Loops in loops multiply. */
const mostRows = 20_000

function withoutLoops(rows: readonly FormRow[], lists: Lists): FormRow[] {
  const at = rows.findIndex((row) => begin.test(typeOf(row)))
  const start = rows[at]
  const length = start ? lengthOf(rows.slice(at + 1)) : -1
  if (!start || length < 0) return [...rows]
  const list = lists.get(begin.exec(typeOf(start))?.[1] ?? '') ?? []
  const inside = withoutLoops(rows.slice(at + 1, at + 1 + length), lists)
  const last = rows[at + 1 + length] ?? start
  const copies = list.slice(0, Math.floor(mostRows / (inside.length + 1))).flatMap(({ name, text }) => {
    const labels = Object.entries(text).map(([language, words]) => [`label::${language}`, words] as const)
    const group = { row: start.row, cells: new Map([['type', 'begin group'], ['name', name], ...labels]) }
    return [group, ...inside.map((row) => filled(row, name, text)), groupEnd(last)]
  })
  const around = { row: start.row, cells: new Map([...start.cells, ['type', 'begin group']]) }
  const rest = withoutLoops(rows.slice(at + 2 + length), lists)
  return [...rows.slice(0, at), around, ...copies, groupEnd(last), ...rest]
}

function typeOf({ cells }: FormRow): string {
  return (cells.get('type') ?? '').replaceAll(/\s+/g, ' ')
}

/** The rows before the end of the loop; -1 without one. */
function lengthOf(rows: readonly FormRow[]): number {
  let depth = 1
  return rows.findIndex((row) => {
    if (begin.test(typeOf(row))) depth += 1
    if (end.test(typeOf(row))) depth -= 1
    return depth === 0
  })
}

function groupEnd({ row }: FormRow): FormRow {
  return { row, cells: new Map([['type', 'end group']]) }
}

/** Texts name the option as `%(label)s` and `%(name)s`. */
function filled({ row, cells }: FormRow, name: string, text: Readonly<Record<string, string>>): FormRow {
  const words = [...cells].map(([column, cell]): [string, string] => {
    const label = own(text, column.split('::')[1] ?? '') ?? Object.values(text)[0] ?? name
    return [column, cell.replaceAll('%(label)s', label).replaceAll('%(name)s', name)]
  })
  return { row, cells: new Map(words) }
}
