/** The sheets of a form as rows of texts by column: `label::en`, `relevant`. */
import { own } from '#domain/own.ts'
import { mediaKinds } from '#domain/surveys/survey-files.ts'
import { type Cell, isBlank, savedValue } from '../excel/cell.ts'
import type { Languages } from './languages.ts'
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
const textColumns: readonly string[] = [
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  ...mediaKinds,
]

/** Other names of columns, as older forms and other tools have them. */
const aliases: Record<string, string> = {
  relevance: 'relevant',
  'bind::relevant': 'relevant',
  'bind::required': 'required',
  'bind::constraint': 'constraint',
  'bind::calculate': 'calculation',
  'bind::readonly': 'read_only',
  'bind::jr:constraintmsg': 'constraint_message',
  'bind::jr:requiredmsg': 'required_message',
  'control::appearance': 'appearance',
  'body::appearance': 'appearance',
  calculate: 'calculation',
  'bind::entities:saveto': 'save_to',
  dataset: 'list_name',
  caption: 'label',
  command: 'type',
  tag: 'name',
  value: 'name',
  list: 'list_name',
  count: 'repeat_count',
  'jr:count': 'repeat_count',
  'control::jr:count': 'repeat_count',
  readonly: 'read_only',
  constraining_message: 'constraint_message',
  requiredmsg: 'required_message',
  set_form_title: 'form_title',
  set_form_id: 'form_id',
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
    'save_to',
    'note',
    'canvass',
  ],
  choices: ['list_name', 'name', 'canvass'],
  settings: [
    'form_title',
    'form_id',
    'version',
    'default_language',
    'instance_name',
    'style',
    'public_key',
    'submission_url',
    'allow_choice_duplicates',
  ],
  entities: ['list_name', 'label', 'entity_id', 'create_if', 'update_if'],
  canvass_skips: ['from', 'operator', 'value', 'option', 'action', 'target', 'priority'],
}

/** Remarks name their cells, not the columns. */
const told = /^(media::|bind::|body::|instance::)/

export interface SheetOptions {
  report: Report
  /** The language of texts whose column names none. */
  language: string
  /** Columns of choices that are used as filters. */
  filters?: ReadonlySet<string>
  /** Of the form: headings name them. */
  languages: Languages
}

/** Reads a sheet, and remarks headings without a meaning and cells that cannot be read. */
export function readSheet(name: string, cells: readonly (readonly Cell[])[], options: SheetOptions): FormSheet {
  const { report } = options
  const headings = cells[0] ?? []
  const places = new Map<string, number>()
  /** `label` and `label::English` are one: the second fills what the first leaves blank. */
  const further: [string, number][] = []
  headings.forEach((cell, index) => {
    if (isBlank(cell)) return
    const heading = textOfCell(cell)
    const spot = { sheet: name, row: 1, index, column: heading }
    const column = columnOf(name, heading, options)
    if (column === undefined) report.add(spot, 'COLUMN_UNKNOWN', { value: heading })
    else if (places.has(column) && column.includes('::')) further.push([column, index])
    else if (places.has(column)) report.add(spot, 'COLUMN_TWICE', { value: heading })
    else places.set(column, index)
  })
  const formulas = new Set<string>()
  const rows = cells.flatMap((row, index): FormRow[] => {
    if (index === 0) return []
    const found = new Map<string, string>()
    for (const [column, place] of [...places, ...further]) {
      const cell = row[place]
      if (cell === undefined || isBlank(cell)) continue
      const spot = { sheet: name, row: index + 1, index: place, column }
      const kind = kindOf(cell)
      if (kind === 'error') report.add(spot, 'CELL_ERROR')
      else if (kind === 'formula' && !('last' in (cell as object))) report.add(spot, 'CELL_FORMULA')
      // Said once: a column of formulas has one in each row.
      else if (kind === 'formula' && !formulas.has(column)) report.add(spot, 'FORMULA_VALUES', { value: column })
      if (kind === 'formula') formulas.add(column)
      const text = textOfCell(cell)
      if (text === '' || found.get(column) === text) continue
      if (found.has(column)) report.add(spot, 'CELL_LEFT', { value: text })
      else found.set(column, text)
    }
    return found.size > 0 ? [{ row: index + 1, cells: found }] : []
  })
  return { name, rows, places }
}

export function isMedia(column: string): boolean {
  return mediaKinds.some((kind) => column.startsWith(`${kind}::`))
}

function kindOf(cell: Cell): 'formula' | 'error' | undefined {
  return typeof cell === 'object' && cell !== null && 'kind' in cell ? cell.kind : undefined
}

/** The column that a heading means: `bind::relevant` and `bind:relevant` are one, `media::image` and `image` too. */
function columnOf(sheet: string, heading: string, { language, filters, languages }: SheetOptions): string | undefined {
  if (filters?.has(heading.trim())) return `filter::${heading.trim()}`
  const parts = heading.split(heading.includes('::') ? '::' : /:(?!constraintmsg|requiredmsg|count|saveto)/i)
  const words = parts.map((part) => part.trim())
  const isNamed = /^media$/i.test(words[0] ?? '') && words.length > 1
  const [base = '', ...rest] = isNamed ? words.slice(1) : words
  const folded = base.toLowerCase().replaceAll(/\s+/g, '_')
  if (rest.length === 0 && known[sheet]?.includes(folded)) return folded
  const whole = [folded, ...rest.map((part) => part.toLowerCase())].join('::')
  const meant = own(aliases, whole)
  if (meant && !textColumns.includes(meant))
    return known[sheet]?.includes(meant) || told.test(meant) ? meant : undefined
  const text = meant ?? own(aliases, folded) ?? folded
  if (textColumns.includes(text))
    return `${text}::${rest.length === 0 || meant ? language : languages.codeOf(rest.join(':'))}`
  const column = rest.length === 0 ? text : whole
  return known[sheet]?.includes(column) || told.test(column) ? column : undefined
}

/** A formula is what Excel last made of it. */
export function textOfCell(cell: Cell): string {
  const value = savedValue(cell)
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '')
  return typeof value === 'object' ? '' : String(value).replaceAll(/\r\n?/g, '\n').trim()
}
