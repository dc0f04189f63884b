/** The sheets of a form as rows of texts by column: `label::en`, `relevant`. */
import { own } from '#domain/own.ts'
import { type Cell, isBlank } from '../excel/cell.ts'
import { languageOf } from './languages.ts'
import type { Report } from './report.ts'

export interface FormRow {
  /** As Excel counts. */
  row: number
  /** By column; blank cells are left out. */
  cells: ReadonlyMap<string, string>
}

export interface FormSheet {
  name: string
  rows: FormRow[]
  /** The place of each column, from 0. */
  places: ReadonlyMap<string, number>
}

/** Columns whose texts may be in several languages. */
const textColumns = ['label', 'hint', 'constraint_message']

/** Other names of columns, as older forms and other tools have them. */
const aliases: Record<string, string> = {
  relevance: 'relevant',
  'bind::relevant': 'relevant',
  'bind::required': 'required',
  'bind::constraint': 'constraint',
  'bind::calculate': 'calculation',
  calculate: 'calculation',
  caption: 'label',
  value: 'name',
  list: 'list_name',
  readonly: 'read_only',
  form_name: 'form_title',
  title: 'form_title',
}

/** The columns and settings that each sheet may have: those that have a counterpart here, and others of the standard. */
const known: Record<string, readonly string[]> = {
  survey: [
    'type',
    'name',
    'required',
    'constraint',
    'relevant',
    'calculation',
    'choice_filter',
    'appearance',
    'parameters',
    'read_only',
    'default',
    'repeat_count',
    'trigger',
    'note',
    'canvass',
  ],
  choices: ['list_name', 'name', 'canvass'],
  settings: ['form_title', 'form_id', 'version', 'default_language', 'instance_name', 'style', 'public_key'],
  canvass_skips: ['from', 'operator', 'value', 'option', 'action', 'target', 'priority'],
}

/** Media and similar columns; remarks name their cells, not the columns. */
const told = /^(media::|bind::|body::|instance::|guidance_hint|required_message|image|audio|video|big-image|save_to)/

export interface SheetOptions {
  report: Report
  /** The language of texts whose column names none. */
  language: string
  /** Columns of choices that are used as filters. */
  filters?: ReadonlySet<string>
}

/** Reads a sheet, and remarks headings without a meaning and cells that cannot be read. */
export function readSheet(name: string, cells: readonly (readonly Cell[])[], options: SheetOptions): FormSheet {
  const { report } = options
  const headings = cells[0] ?? []
  const places = new Map<string, number>()
  headings.forEach((cell, index) => {
    if (isBlank(cell)) return
    const heading = textOfCell(cell)
    const spot = { sheet: name, row: 1, index, column: heading }
    const column = columnOf(name, heading, options)
    if (column === 'LANGUAGE') report.add(spot, 'LANGUAGE_UNKNOWN', { value: heading })
    else if (column === undefined) report.add(spot, 'COLUMN_UNKNOWN', { value: heading })
    else if (places.has(column)) report.add(spot, 'COLUMN_TWICE', { value: heading })
    else places.set(column, index)
  })
  const rows = cells.flatMap((row, index): FormRow[] => {
    if (index === 0) return []
    const found = new Map<string, string>()
    for (const [column, place] of places) {
      const cell = row[place]
      if (cell === undefined || isBlank(cell)) continue
      const spot = { sheet: name, row: index + 1, index: place, column }
      if (typeof cell === 'object' && cell !== null && 'kind' in cell)
        report.add(spot, cell.kind === 'formula' ? 'CELL_FORMULA' : 'CELL_ERROR')
      else found.set(column, textOfCell(cell))
    }
    return found.size > 0 ? [{ row: index + 1, cells: found }] : []
  })
  return { name, rows, places }
}

/** The column that a heading means. */
function columnOf(sheet: string, heading: string, { language, filters }: SheetOptions): string | undefined {
  const [base = '', ...rest] = heading.split(/::?/).map((part) => part.trim())
  const folded = base.toLowerCase().replaceAll(/[\s]+/g, '_')
  if (rest.length === 0 && known[sheet]?.includes(folded)) return folded
  const meant = own(aliases, folded) ?? folded
  if (textColumns.includes(meant)) {
    const code = rest.length === 0 ? language : languageOf(rest.join(':'))
    return code === undefined ? 'LANGUAGE' : `${meant}::${code}`
  }
  const whole = heading.trim().toLowerCase().replaceAll(/\s+/g, '_')
  const column = own(aliases, whole) ?? (rest.length === 0 ? meant : whole)
  if (filters?.has(heading.trim())) return `filter::${heading.trim()}`
  return known[sheet]?.includes(column) || told.test(column) ? column : undefined
}

export function textOfCell(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '')
  return typeof cell === 'object' ? '' : String(cell).replaceAll(/\r\n?/g, '\n').trim()
}
