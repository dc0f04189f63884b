/** Files of rows that questions choose from: `name,label,district` and a line for each option. */
import { type Expression, type Lookup, lookupsNamed, parseExpression } from '../expressions/expression.ts'
import { parseCsv } from '../text/csv-rows.ts'
import type { Answers } from '../answers/answer-values.ts'
import type { ProblemCode } from '../problems.ts'
import type { ListRow, ListTable } from './survey-files.ts'
import {
  type AnswerOption,
  defaultLanguage,
  expressionFields,
  type OptionList,
  type Question,
  questionsOf,
  type SurveyContent,
} from './survey.ts'

export const mostListRows = 100_000
const mostListColumns = 100

/** Why a file is no list. */
export interface ListProblem {
  problem: ProblemCode
  limit?: number
}

/** Collects the rows of a list, whose columns show as they come. */
export class ListRows {
  readonly table: { columns: string[]; rows: ListRow[] } = { columns: [], rows: [] }
  problem: ListProblem | undefined
  readonly #known = new Set<string>()

  /** False once the list is too long or too wide. */
  add(row: ListRow): boolean {
    const { columns, rows } = this.table
    for (const column of Object.keys(row)) {
      if (this.#known.has(column)) continue
      this.#known.add(column)
      columns.push(column)
    }
    rows.push(row)
    if (rows.length > mostListRows) this.problem = { problem: 'LIST_TOO_LONG', limit: mostListRows }
    if (columns.length > mostListColumns) this.problem = { problem: 'LIST_UNREADABLE' }
    return this.problem === undefined
  }
}

/** The rows of a CSV by its headings, or why it is no list. */
export function readListTable(text: string): ListTable | ListProblem {
  const read = parseCsv(text, { rows: mostListRows + 1, columns: mostListColumns })
  if ('refusal' in read)
    return read.refusal === 'WORKBOOK_TOO_MANY_ROWS'
      ? { problem: 'LIST_TOO_LONG', limit: mostListRows }
      : { problem: 'FILE_OTHER_TYPE' }
  const [headings = [], ...lines] = read.rows
  const columns = headings.map((heading) => heading.trim())
  const filled = lines.filter((line) => line.some((cell) => cell !== ''))
  return {
    columns: columns.filter((column) => column !== ''),
    rows: filled.map((line) =>
      Object.fromEntries(columns.flatMap((column, place) => (column === '' ? [] : [[column, line[place] ?? '']]))),
    ),
  }
}

/** The same rows as CSV, as apps read it. */
export function csvOfTable({ columns, rows }: ListTable): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(cellOf(row, column))))
  return [columns.map(csvCell), ...lines].map((cells) => `${cells.join(',')}\n`).join('')
}

function csvCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Of a question: rows without a code are none. */
function optionsOf({ rows }: ListTable, list: OptionList): AnswerOption[] {
  const { value: codes, label: texts } = columnsOfList(list)
  return rows.flatMap((columns, index) => {
    const code = cellOf(columns, codes)
    const text = { [defaultLanguage]: cellOf(columns, texts) || code }
    const option = { id: index + 1, code, text, isOther: false, exclusive: false, columns, position: index + 1 }
    return code === '' ? [] : [option]
  })
}

/** The columns of codes and of texts, which each format has by names of its own. */
export function columnsOfList({ file, value, label }: OptionList): { value: string; label: string } {
  const isOfPlaces = file.toLowerCase().endsWith('.geojson')
  return { value: value ?? (isOfPlaces ? 'id' : 'name'), label: label ?? (isOfPlaces ? 'title' : 'label') }
}

function cellOf(row: ListRow, column: string): string {
  return Object.hasOwn(row, column) ? (row[column] ?? '') : ''
}

/** The names of the files that it needs, each once. */
export function listsOf(content: SurveyContent): string[] {
  const sources = content.sections.flatMap(({ relevant, questions }) => [
    relevant,
    ...questions.flatMap((question) => expressionFields.map((field) => question[field])),
  ])
  const looked = sources.flatMap(lookupsIn).map(({ file }) => file)
  return [...new Set([...questionsOf(content).flatMap(({ list }) => list?.file ?? []), ...looked])]
}

/** What an expression looks up in files. */
export function lookupsIn(source: string | null | undefined): Lookup<Expression>[] {
  const { expression } = source?.includes('lookup') ? parseExpression(source) : {}
  return expression ? lookupsNamed(expression) : []
}

/** Blank where no row has the value. */
export function lookedUp(
  tables: SurveyContent['tables'],
  { file, column, key, value }: Lookup<string>,
): string | undefined {
  const rows = tables?.get(file)?.rows ?? []
  const [row] = value === '' ? [] : having(rows, { column: key, value, cell: (each) => cellOf(each, key) })
  return row && (cellOf(row, column) || undefined)
}

const optionsOfTables = new WeakMap<ListTable, Map<string, AnswerOption[]>>()

/** Made once for each file and its columns: many questions, versions and callers share them. */
function optionsIn(table: ListTable, list: OptionList): AnswerOption[] {
  const known = optionsOfTables.get(table) ?? new Map<string, AnswerOption[]>()
  optionsOfTables.set(table, known)
  const key = JSON.stringify([list.value, list.label])
  const options = known.get(key) ?? optionsOf(table, list)
  known.set(key, options)
  return options
}

/** The content as it is filled in: with the options that are in its files. */
export function withTables<Content extends SurveyContent>(
  content: Content,
  tables: ReadonlyMap<string, ListTable>,
): Content {
  return {
    ...withListed(content, (_, list) => {
      const table = tables.get(list.file)
      return table ? optionsIn(table, list) : []
    }),
    tables,
  }
}

/** Of the options in its files only those that the answers name: what a reader of these answers needs. */
export function withChosen(content: SurveyContent, answers: Answers): SurveyContent {
  const ofQuestions = Map.groupBy(Object.entries(answers), ([key]) => Number(key.split('.')[0]))
  return withListed(content, ({ id, answers: options }) => {
    const codes = new Set((ofQuestions.get(id) ?? []).flatMap(([, value]) => value))
    return [...codes].flatMap((code) => optionsCalled(options, code).slice(0, 1))
  })
}

function withListed<Content extends SurveyContent>(
  content: Content,
  options: (question: Question, list: OptionList) => AnswerOption[],
): Content {
  const sections = content.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) =>
      question.list ? { ...question, answers: options(question, question.list) } : question,
    ),
  }))
  return { ...content, sections }
}

/** A file may have several rows of one code, which filters tell apart. */
export function optionsCalled(options: readonly AnswerOption[], code: unknown): readonly AnswerOption[] {
  return having(options, { column: '\n', value: String(code), cell: (option) => option.code })
}

/** So many options of a question are listed one by one; those of a longer file are looked up or searched for. */
export const mostListed = 200

const indexes = new WeakMap<object, Map<string, ReadonlyMap<string, readonly unknown[]>>>()

/** Those of many that have a value in a column: found in an index that is made once. */
export function having<Item>(
  items: readonly Item[],
  { column, value, cell }: { column: string; value: string; cell: (item: Item) => string | undefined },
): readonly Item[] {
  const ofItems = indexes.get(items) ?? new Map<string, ReadonlyMap<string, readonly unknown[]>>()
  indexes.set(items, ofItems)
  const index = ofItems.get(column) ?? Map.groupBy(items, (item) => cell(item) ?? '')
  ofItems.set(column, index)
  return (index.get(value) ?? []) as readonly Item[]
}
