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
import { withoutLoops } from './loops.ts'
import { withOthers } from './or-other.ts'
import { readLists } from './read-choices.ts'
import { RowReader } from './read-rows.ts'
import { fitting } from './read-texts.ts'
import { withCounts } from './repeat-counts.ts'
import type { Report } from './report.ts'
import { type FormRow, type FormSheet, readSheet } from './sheets.ts'
import type { Remark } from '#contract/form-files.ts'
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
