/** Cells made plain before they are read, by the conventions of their file: found in it, or asked once. */
import { traitsOf } from '#domain/surveys/question-types.ts'
import {
  type Conventions,
  type GivenConventions,
  isNoAnswer,
  type Sign,
  writtenDay,
  writtenNumber,
  writtenTime,
} from '#domain/text/written-values.ts'
import { readAnswer } from '../../excel/answer-cells.ts'
import { type Cell, savedValue } from '../../excel/cell.ts'
import type { Column } from '../download/columns.ts'
import type { PlacedColumn, SheetLayout } from '../download/header.ts'
import type { UploadTables } from './upload-tables.ts'

/** Examples of what the file says in two ways. */
export type Asks = Partial<Record<keyof Conventions, string[]>>

type Kind = 'FREE' | 'WORD' | 'CHOICE' | 'NUMBER' | 'WHOLE' | 'COORDINATE' | 'DAY' | 'MOMENT' | 'TIME' | 'POINT'

function kindOf(column: Column): Kind {
  if (column.kind === 'other') return 'FREE'
  if (column.kind === 'fixed') {
    if (/^(latitude|longitude|accuracy)$/.test(column.code)) return 'COORDINATE'
    return column.code.endsWith('At') ? 'MOMENT' : column.code === 'participantPhone' ? 'WORD' : 'FREE'
  }
  const { answer, text, options, isWhole } = traitsOf(column.question.type)
  if (options) return 'CHOICE'
  if (answer === 'number') return isWhole ? 'WHOLE' : 'NUMBER'
  if (answer === 'date') return 'DAY'
  if (answer === 'datetime') return 'MOMENT'
  if (answer === 'time') return 'TIME'
  if (answer === 'point') return 'POINT'
  return text === 'FREE' ? 'FREE' : 'WORD'
}

function signOf(kind: Kind, text: string): { of: keyof Conventions; sign: Sign<keyof Conventions> } | undefined {
  if (kind === 'DAY' || kind === 'MOMENT') return { of: 'dates', sign: writtenDay(text).sign }
  if (kind === 'NUMBER' || kind === 'WHOLE') return { of: 'decimals', sign: writtenNumber(text, kind === 'WHOLE').sign }
  return undefined
}

/** The tables with plain cells, or what has to be asked. */
export function withConventions(tables: UploadTables, given: GivenConventions): UploadTables | { asks: Asks } {
  const { responses, rosters, remarks, isMachine } = tables
  const layouts = [responses, ...rosters.map(({ layout }) => layout)]
  const seen = lookAt(layouts)
  const asks: Asks = {}
  const decide = <Name extends keyof Conventions>(
    of: Name,
    usual: Conventions[Name],
    isSure: boolean,
  ): Conventions[Name] => {
    const signs = seen[of]
    const open = signs.get('OPEN')
    if (given[of] !== undefined || !open) return given[of] ?? usual
    const [found, ...more] = [...signs].filter(([sign]) => sign !== 'OPEN')
    if (found && more.length === 0) {
      const [value, [example = '']] = found
      remarks.add(of === 'dates' ? 'DATES_READ' : 'DECIMALS_READ', example, value)
      return value as Conventions[Name]
    }
    if (!isSure) asks[of] = open
    return usual
  }
  const by: Conventions = {
    dates: decide('dates', 'DAY_FIRST', false),
    decimals: decide('decimals', 'POINT', isMachine),
  }
  if (Object.keys(asks).length > 0) return { asks }
  const plain = (layout: SheetLayout) => ({
    ...layout,
    placed: layout.placed.map((each) => plainColumn(each, by, tables)),
  })
  return {
    ...tables,
    responses: plain(responses),
    rosters: rosters.map((roster) => ({ ...roster, layout: plain(roster.layout) })),
  }
}

const mostExamples = 3

/** What the texts of days and numbers say of their conventions, with examples. */
function lookAt(
  layouts: readonly SheetLayout[],
): Record<keyof Conventions, Map<Exclude<Sign<keyof Conventions>, undefined>, string[]>> {
  const seen: ReturnType<typeof lookAt> = { dates: new Map(), decimals: new Map() }
  for (const { rows, begin, placed } of layouts)
    for (const { column, cell } of placed) {
      const kind = kindOf(column)
      if (!/^(DAY|MOMENT|NUMBER|WHOLE)$/.test(kind)) continue
      for (let at = begin; at < rows.length; at++) {
        const text = savedValue(cell(rows[at] ?? []))
        if (typeof text !== 'string') continue
        const { of, sign } = signOf(kind, text) ?? {}
        if (of === undefined || sign === undefined) continue
        const examples = seen[of].get(sign) ?? []
        seen[of].set(sign, examples)
        if (examples.length < mostExamples && !examples.includes(text)) examples.push(text)
      }
    }
  return seen
}

function plainColumn(
  { column, index, cell }: PlacedColumn,
  by: Conventions,
  { remarks }: Pick<UploadTables, 'remarks'>,
): PlacedColumn {
  const kind = kindOf(column)
  const plain = (cells: readonly Cell[]): Cell => {
    const said = cell(cells)
    const last = savedValue(said)
    if (last !== said) remarks.add('FORMULA_VALUES', column.code)
    if (typeof last !== 'string' || kind === 'FREE') return last
    if (isNoAnswer(last) && !isChoice(column, last)) {
      remarks.add('BLANK_WORDS', column.code, last.trim())
      return null
    }
    return plainText(kind, last, by)
  }
  return { column, index, cell: plain }
}

function isChoice(column: Column, text: string): boolean {
  if (column.kind !== 'answer' || !traitsOf(column.question.type).options) return false
  return !readAnswer(column.question, text, () => ({ problem: 'BAD_PHONE' })).problem
}

function plainText(kind: Kind, text: string, by: Conventions): Cell {
  switch (kind) {
    case 'NUMBER':
    case 'WHOLE':
      return writtenNumber(text, kind === 'WHOLE').plain(by.decimals)
    case 'COORDINATE':
      return text.replace(',', '.')
    case 'DAY':
      // A serial day that became a text.
      return /^[1-9]\d{4}$/.test(text.trim()) ? Number(text) : writtenDay(text).plain(by.dates)
    case 'MOMENT':
      return writtenDay(text).plain(by.dates)
    case 'TIME':
      // Programs write seconds, parts of them and a zone; an answer is what the clock on the wall showed.
      return writtenTime(text).replace(/^(\d\d:\d\d):\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, '$1')
    case 'POINT':
      return text.replace(/^\[|\]$/g, '').replace(/^(\S+) (\S+) \S+ (\S+)$/, '$1, $2, $3')
    case 'FREE':
    case 'WORD':
    case 'CHOICE':
      return text
  }
}
