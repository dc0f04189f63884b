/** The sheets of sections that repeat: the rows of each form, in order. */
import type { Problem } from '#domain/problems.ts'
import type { Section } from '#domain/surveys/survey.ts'
import { type Cell, isBlank } from '../../excel/cell.ts'
import { type Read, readNumber, readText } from '../../excel/cells.ts'
import type { ProblemList } from '../../excel/problem-list.ts'
import type { PlacedColumn, SheetLayout } from '../download/header.ts'
import type { RosterTable } from './upload-tables.ts'

/** A row that is one repetition. */
export interface RosterRow {
  /** As Excel counts. */
  row: number
  cells: readonly Cell[]
  number: number | undefined
}

export class RosterReader {
  readonly name: string
  readonly section: Section
  readonly placed: PlacedColumn[]
  /** The keys of columns that the file lacks; the report names them at the heading. */
  readonly lacking: readonly string[]
  readonly #layout: SheetLayout
  readonly #problems: ProblemList
  readonly #rowsOfForm = new Map<string, RosterRow[]>()
  readonly #keyColumn: PlacedColumn | undefined
  readonly #numberColumn: PlacedColumn | undefined

  constructor({ name, section, columns, layout }: RosterTable, problems: ProblemList) {
    this.name = name
    this.section = section
    this.#problems = problems
    this.placed = layout.placed
    const placeOf = (code: string) => this.placed.find(({ column }) => column.code === code)
    this.#keyColumn = placeOf('formKey')
    this.#numberColumn = placeOf('_repetition')
    this.lacking = columns.flatMap(({ key }) => (this.placed.some(({ column }) => column.key === key) ? [] : [key]))
    this.#layout = layout
  }

  readKeys(): void {
    const { rows, begin } = this.#layout
    for (const [index, cells] of rows.entries())
      if (index >= begin && this.placed.some((each) => !isBlank(cells[each.index]))) this.#readKey(index + 1, cells)
  }

  report(row: number, place: PlacedColumn | undefined, found: Problem): void {
    this.#problems.add({ sheet: this.name, row, column: place?.index ?? 0, code: place?.column.code ?? '' }, found)
  }

  #readKey(row: number, cells: readonly Cell[]): void {
    const key = this.#read(row, this.#keyColumn, cells, readText)
    if (key === undefined) {
      if (this.#keyColumn && isBlank(this.#keyColumn.cell(cells)))
        this.report(row, this.#keyColumn, { code: 'REQUIRED' })
      return
    }
    const number = this.#read(row, this.#numberColumn, cells, readNumber)
    const rows = this.#rowsOfForm.get(key) ?? []
    rows.push({ row, cells, number })
    this.#rowsOfForm.set(key, rows)
  }

  #read<T>(
    row: number,
    place: PlacedColumn | undefined,
    cells: readonly Cell[],
    read: (cell: Cell) => Read<T>,
  ): T | undefined {
    const cell = place?.cell(cells) ?? null
    if (isBlank(cell)) return undefined
    const { value, problem } = read(cell)
    if (problem) this.report(row, place, problem)
    return value
  }

  #reportAt(row: number, code: string, found: Problem): void {
    this.report(
      row,
      this.placed.find(({ column }) => column.code === code),
      found,
    )
  }

  /**
   * The repetitions of a form, once: numbered ones first, then the others in the order of rows. Gaps between numbers
   * close. The report names rows above the section's limit and leaves them out.
   */
  take(formKey: string): RosterRow[] {
    const rows = this.#rowsOfForm.get(formKey) ?? []
    this.#rowsOfForm.delete(formKey)
    const rowOfNumber = new Map<number, number>()
    for (const { row, number } of rows) {
      if (number === undefined) continue
      const found = numberProblem(number) ?? doubled(rowOfNumber.get(number))
      if (found) this.#reportAt(row, '_repetition', found)
      else rowOfNumber.set(number, row)
    }
    const most = this.section.repeat?.max ?? 0
    for (const { row } of rows.slice(most)) this.#reportAt(row, 'formKey', { code: 'TOO_MANY', limit: most })
    return rows
      .slice(0, most)
      .sort((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity) || one.row - other.row)
  }

  /** Rows that no form has taken. */
  reportOrphans(): void {
    for (const rows of this.#rowsOfForm.values())
      for (const { row } of rows) this.#reportAt(row, 'formKey', { code: 'FORM_KEY_UNKNOWN' })
  }
}

function numberProblem(number: number): Problem | undefined {
  if (!Number.isInteger(number)) return { code: 'NOT_WHOLE' }
  return number < 1 ? { code: 'TOO_SMALL', limit: 1 } : undefined
}

function doubled(otherRow: number | undefined): Problem | undefined {
  return otherRow === undefined ? undefined : { code: 'REPETITION_REPEATED', otherRow }
}
