/**
 * The Excel template of a survey's version: `responses` and each section that repeats to be filled in, `choices` with the
 * codes, `readme`. It knows
 * which survey and version it is of by two cells of the readme that have defined names.
 */
import type { Locale } from '#domain/text/locale.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { type SurveyContent, questionsOf } from '#domain/surveys/survey.ts'
import { fileText } from '#words/texts.ts'
import { type OutCell, type OutColumn, type OutSheet, writeWorkbook } from '../../excel/write-workbook.ts'
import { type Column, columnsOf, problemColumn, rosterSheets } from './columns.ts'
import { headingRows, requiredMark } from './header.ts'

export const sheetNames = { responses: 'responses', choices: 'choices', readme: 'readme' } as const
export const definedNames = { survey: 'canvass_survey', version: 'canvass_version' } as const

export interface TemplateOf {
  encodedId: string
  title: string
  version: number
  content: SurveyContent
}

/** Cells by column code. */
export type FilledRow = Readonly<Record<string, OutCell>>

/** Rows of the sheets of sections that repeat, by the names of the sheets. */
export type FilledRosters = Readonly<Record<string, readonly FilledRow[]>>

/** The number of cells with a text format. Excel keeps entries in them as the user types them. */
const formattedCells = 50_000
const formattedRows = 1000

/** The template as a file, with rows already filled in where there are some. */
export function writeTemplate(
  template: TemplateOf,
  language: Locale,
  filled: readonly FilledRow[] = [],
  rosters: FilledRosters = {},
): Promise<Uint8Array> {
  const { content } = template
  const choices = choicesSheet(content, language)
  const responses = { name: sheetNames.responses, columns: columnsOf(content), filled }
  const sheets = [
    responses,
    ...rosterSheets(content).map((roster) => ({ ...roster, filled: rosters[roster.name] ?? [] })),
  ]
  return writeWorkbook({
    sheets: [
      ...sheets.map((sheet) => rowsSheet(sheet, language, choices.rangeOf)),
      choices.sheet,
      readmeSheet(template, language),
    ],
    names: { [definedNames.survey]: `${sheetNames.readme}!$B$2`, [definedNames.version]: `${sheetNames.readme}!$B$3` },
  })
}

function rowsSheet(
  { name, columns: asked, filled }: { name: string; columns: Column[]; filled: readonly FilledRow[] },
  language: Locale,
  rangeOf: ReadonlyMap<number, string>,
): OutSheet {
  const columns = filled.some(({ _problem }) => _problem !== undefined) ? [...asked, problemColumn] : asked
  const blankRows = Math.min(formattedRows, Math.floor(formattedCells / columns.length))
  const rows = [
    columns.map(({ code }) => code),
    columns.map((column) => labelOf(column, language) + (column.required ? requiredMark : '')),
    ...filled.map((row) => columns.map(({ code }) => row[code] ?? null)),
    ...Array.from({ length: Math.max(0, blankRows - filled.length) }, () => columns.map(() => null)),
  ]
  return {
    name,
    columns: columns.map((column) => outColumn(column, rangeOf)),
    rows,
    headings: headingRows,
    marked: [...columns.entries()].flatMap(([index, { required }]) => (required ? [index] : [])),
  }
}

function labelOf(column: Column, language: Locale): string {
  switch (column.kind) {
    case 'fixed':
      return fileText(language, column.code)
    case 'answer':
      return plainIn(column.question.text, language)
    case 'other':
      return fileText(language, 'other', plainIn(column.question.text, language))
  }
}

function outColumn(column: Column, rangeOf: ReadonlyMap<number, string>): OutColumn {
  if (column.kind === 'fixed') {
    const isNumber = ['latitude', 'longitude', 'accuracy', '_repetition'].includes(column.code)
    return { format: column.code === 'submittedAt' ? 'time' : isNumber ? 'number' : 'text' }
  }
  if (column.kind === 'other') return { format: 'text' }
  const { answer, options, cell } = traitsOf(column.question.type)
  if (answer !== 'text' || !options) return { ...cell }
  return { ...cell, list: options === 'OWN' ? rangeOf.get(column.question.id) : '"yes,no"' }
}

/** Question code, option code and label; `rangeOf` says where the codes of a question are. */
function choicesSheet(content: SurveyContent, language: Locale) {
  const headings = ['question', 'code', 'label'] as const
  const rows: OutCell[][] = [headings.map((heading) => fileText(language, heading))]
  const rangeOf = new Map<number, string>()
  for (const entry of questionsOf(content)) {
    const options = entry.answers.toSorted((a, b) => a.position - b.position || a.id - b.id)
    if (options.length === 0) continue
    rangeOf.set(entry.id, `${sheetNames.choices}!$B$${rows.length + 1}:$B$${rows.length + options.length}`)
    rows.push(...options.map((option) => [entry.code, option.code, plainIn(option.text, language)]))
  }
  const columns: OutColumn[] = [{ width: 20 }, { width: 20 }, { width: 60 }]
  const sheet: OutSheet = { name: sheetNames.choices, columns, rows, headings: 1 }
  return { sheet, rangeOf }
}

function readmeSheet({ encodedId, title, version, content }: TemplateOf, language: Locale): OutSheet {
  const lines = ['readme.1', 'readme.2', 'readme.3', 'readme.4', 'readme.5', 'readme.6', 'readme.7'] as const
  const isRepeating = content.sections.some(({ repeat }) => repeat)
  const rows: OutCell[][] = [
    [fileText(language, 'survey'), title],
    [fileText(language, 'key'), encodedId],
    [fileText(language, 'version'), String(version)],
    ...[...lines, ...(isRepeating ? (['rosters'] as const) : [])].map((line) => [fileText(language, line)]),
  ]
  return { name: sheetNames.readme, columns: [{ width: 24 }, { width: 60 }], rows, headings: 0 }
}
