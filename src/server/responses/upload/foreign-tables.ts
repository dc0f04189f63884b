/** Any tables as responses to a survey: the one that fits its questions best, and those of sections that repeat. */
import type { UploadRemarks } from '#domain/answers/upload-remarks.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { type Cell, isBlank } from '../../excel/cell.ts'
import type { ProblemList } from '../../excel/problem-list.ts'
import type { WorkbookData } from '../../excel/workbook.ts'
import { type Column, exportColumnsOf, type RosterSheet, rosterSheets } from '../download/columns.ts'
import { headingText, type PlacedColumn, type Rows } from '../download/header.ts'
import { ColumnNames, pathEnds } from './column-names.ts'
import { findHeadings, type ForeignSheet, formKeyOf, type Headings, keyColumn, layOut } from './foreign-layout.ts'
import type { RosterTable, UploadTables } from './upload-tables.ts'
import { placesIn, wideColumns, wideTable } from './wide-rosters.ts'

interface Fit {
  name: string
  rows: Rows
  headings: Headings
}

/** Undefined when no table has a column for a question. */
export function foreignTables(
  { sheets, beyond }: WorkbookData,
  content: SurveyContent,
  { problems, remarks }: { problems: ProblemList; remarks: UploadRemarks },
): UploadTables | undefined {
  const columns = exportColumnsOf(content)
  const names = new ColumnNames(content, columns)
  const main = bestOf(sheets, names)
  if (!main) return undefined
  const { rows, headings } = main
  const repeated = rosterSheets(content).map((roster) => ({ roster, names: new ColumnNames(content, roster.columns) }))
  const wide = new Map(
    repeated.map((each) => [each.roster, each.roster.outer ? new Map() : wideColumns(headings, each.names)]),
  )
  const isWide = placesIn([...wide.values()])
  const texts = headings.texts.map((text, index) => (isWide.has(index) ? '' : text))
  const responses = layOut(rows, { ...headings, texts }, { names, problems, remarks })
  if (headings.at > 0) remarks.add('HEADINGS_FOUND', undefined, String(headings.at + 1))
  const tooFar = beyond.get(headings.at)
  if (tooFar !== undefined)
    problems.add({ row: headings.at + 1, column: tooFar, code: '' }, { code: 'TOO_MANY_COLUMNS', limit: tooFar })
  const lacking = columns.filter(
    ({ kind, code }) => kind === 'answer' && !responses.placed.some(({ column }) => column.code === code),
  )
  for (const column of lacking) {
    if (column.kind === 'fixed' || !column.required || column.question.relevant)
      remarks.add('QUESTIONS_WITHOUT', column.code)
    else
      problems.add(
        { row: headings.at + 1, column: headings.texts.length, code: column.code },
        { code: 'MISSING_COLUMN' },
      )
  }
  const [formKey] = columns
  if (!formKey) return undefined
  const key = keyColumn(responses, formKey)
  if (responses.key === undefined) remarks.add('KEY_MADE')
  else if (responses.key !== 'formkey') remarks.add('KEY_TAKEN', undefined, headings.texts[key.index])
  responses.placed = [key, ...responses.placed.filter(({ column }) => column.code !== 'formKey')]
  const others = new Map([...sheets].filter(([name]) => name !== main.name))
  const taken = new Set<string>()
  const rosters = repeated.flatMap(({ roster, names }): RosterTable[] => {
    const found = rosterTable(roster, new Map([...others].filter(([name]) => !taken.has(name))), names)
    const columns = wide.get(roster)
    const beside = found || !columns?.size ? undefined : wideTable(columns, responses, key)
    const own = found ?? (beside && fitOf(main.name, beside.rows, names))
    if (!own) return []
    if (found) taken.add(found.name)
    const layout = layOut(own.rows, own.headings, { names, problems, remarks, sheet: own.name })
    layout.placed = withParents(layout, responses, roster)
    return [{ ...roster, name: own.name, layout, spotOf: beside?.spotOf }]
  })
  for (const [name, { length }] of others) if (!taken.has(name) && length > 0) remarks.add('SHEETS_LEFT', name)
  return { responses, rosters, problems, remarks, isMachine: isMachine(responses) }
}

/** A program wrote it, which has a point in its decimals. */
function isMachine({ key, headings }: ForeignSheet): boolean {
  return key !== undefined && (key !== 'formkey' || headings.texts.includes('_id'))
}

function bestOf(sheets: WorkbookData['sheets'], names: ColumnNames): Fit | undefined {
  let best: Fit | undefined
  for (const [name, rows] of sheets) {
    const found = fitOf(name, rows, names)
    if (found && found.headings.fit > (best?.headings.fit ?? 0)) best = found
  }
  return best
}

function fitOf(name: string, rows: Rows, names: ColumnNames): Fit | undefined {
  const headings = findHeadings(rows, names)
  return headings && { name, rows, headings }
}

/** By its own name, else by its headings. */
function rosterTable(roster: RosterSheet, sheets: WorkbookData['sheets'], names: ColumnNames): Fit | undefined {
  const own = [...sheets].filter(([name]) => name === roster.name)
  return bestOf(own.length > 0 ? new Map(own) : sheets, names)
}

/** What names the parent of a row, the best first, and what of the parent it names. */
const links = [
  ['formkey', undefined],
  ['parent_key', undefined],
  ['_submission__uuid', undefined],
  ['_submission___uuid', undefined],
  ['__submissions-id', undefined],
  ['_parent_index', '_index'],
] as const

/** The columns with that of the response's key, found by whatever names the parent. */
function withParents(layout: ForeignSheet, parents: ForeignSheet, { columns }: RosterSheet): PlacedColumn[] {
  const { texts } = layout.headings
  const own = layout.placed.filter(({ column }) => column.code !== 'formKey')
  const placed = [...own, ...columns.flatMap((column) => numbered(column, texts, own))]
  const [formKey] = columns
  const [link] = links.flatMap(([name, of]) => {
    const { meanings } = layout.headings
    const index =
      name === 'formkey'
        ? meanings.findIndex((meaning) => meaning?.column.code === 'formKey')
        : texts.findIndex((text) => pathEnds(text).includes(name))
    return index < 0 ? [] : [{ index, of }]
  })
  if (!formKey || !link) return placed
  const known = parentKeys(parents, link.of)
  const cell = (cells: readonly Cell[]) => {
    const said = cells[link.index] ?? null
    if (isBlank(said)) return null
    // SurveyCTO names the repetition behind the key of its form.
    const text = headingText(formKeyOf(said)).replace(/\/.*$/, '')
    return known.get(text) ?? text
  }
  return [{ column: formKey, index: link.index, cell }, ...placed]
}

/** What other programs number a row by, or the one that it is inside of: in brackets of a key, else by an index. */
const numbers: Partial<Record<string, readonly [key: string, index: string]>> = {
  _repetition: ['key', '_index'],
  _outerRepetition: ['parent_key', '_parent_index'],
}

function numbered(column: Column, texts: readonly string[], placed: readonly PlacedColumn[]): PlacedColumn[] {
  const [key = '', index = ''] = numbers[column.code] ?? []
  const at = [key, index].map((name) => texts.findIndex((text) => pathEnds(text)[0] === name)).find((each) => each >= 0)
  if (at === undefined || placed.some((each) => each.column.code === column.code)) return []
  const cell = (cells: readonly Cell[]) => {
    const said = headingText(cells[at])
    if (pathEnds(texts[at] ?? '')[0] !== key) return said
    const found = [...said.matchAll(/\[(\d+)\]/g)].map(([, number]) => number)
    return (column.code === '_repetition' ? found.at(-1) : found.join('.')) || null
  }
  return [{ column, index: at, cell }]
}

/** The key of each response by what its rosters call it. */
function parentKeys(
  { rows, begin, placed, headings }: ForeignSheet,
  of: string | undefined,
): ReadonlyMap<string, string> {
  const key = placed.find(({ column }) => column.code === 'formKey')
  const index = headings.texts.findIndex((text) => text === of)
  if (of === undefined || !key) return new Map()
  const data = rows.slice(begin).filter((cells) => !cells.every(isBlank))
  return new Map(
    data.map((cells, place) => [
      index < 0 ? String(place + 1) : headingText(cells[index]),
      headingText(key.cell(cells)),
    ]),
  )
}
