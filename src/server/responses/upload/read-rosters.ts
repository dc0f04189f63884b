/** The sheets of sections that repeat: the rows of each form, in order. */
import type { Repetition } from '#domain/answers/answer-values.ts'
import { insideOf } from '#domain/answers/rosters.ts'
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
  /** As the row names it. */
  outer: string | undefined
}

/** The repetitions of a form, by what its rows call them. */
export type NamedRepetitions = ReadonlyMap<string, Repetition>

/** Its place among those of the form: gaps between numbers close. */
export interface TakenRow extends Pick<RosterRow, 'row' | 'cells'> {
  name: string
  repetition: Repetition
}

export class RosterReader {
  readonly name: string
  readonly section: Section
  readonly outer: Section | undefined
  readonly placed: PlacedColumn[]
  /** The keys of columns that the file lacks; the report names them at the heading. */
  readonly lacking: readonly string[]
  readonly #layout: SheetLayout
  readonly #spotOf: RosterTable['spotOf']
  readonly #problems: ProblemList
  readonly #rowsOfForm = new Map<string, RosterRow[]>()
  readonly #keyColumn: PlacedColumn | undefined
  readonly #numberColumn: PlacedColumn | undefined
  readonly #outerColumn: PlacedColumn | undefined

  constructor({ name, section, outer, columns, layout, spotOf }: RosterTable, problems: ProblemList) {
    this.name = name
    this.section = section
    this.outer = outer
    this.#spotOf = spotOf
    this.#problems = problems
    this.placed = layout.placed
    const placeOf = (code: string) => this.placed.find(({ column }) => column.code === code)
    this.#keyColumn = placeOf('formKey')
    this.#numberColumn = placeOf('_repetition')
    this.#outerColumn = placeOf('_outerRepetition')
    this.lacking = columns.flatMap(({ key }) => (this.placed.some(({ column }) => column.key === key) ? [] : [key]))
    this.#layout = layout
  }

  readKeys(): void {
    const { rows, begin } = this.#layout
    for (const [index, cells] of rows.entries())
      if (index >= begin && this.placed.some((each) => !isBlank(cells[each.index]))) this.#readKey(index + 1, cells)
  }

  report(row: number, place: PlacedColumn | undefined, found: Problem): void {
    const [column, code] = [place?.index ?? 0, place?.column.code ?? '']
    const spot = this.#spotOf?.(row, column) ?? { sheet: this.name, row, column }
    this.#problems.add({ ...spot, code }, found)
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
    const outer = this.outer && this.#read(row, this.#outerColumn, cells, readText)
    rows.push({ row, cells, number, outer })
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
   * The repetitions of a form, once: in each of those around it numbered ones first, then the others in the order of rows.
   * The report names rows above the section's limit and leaves them out.
   */
  take(formKey: string, around: NamedRepetitions): TakenRow[] {
    const rows = this.#rowsOfForm.get(formKey) ?? []
    this.#rowsOfForm.delete(formKey)
    return [...Map.groupBy(rows, ({ outer }) => outer)].flatMap(([outer, inside]) => {
      if (!this.outer) return this.#numbered(inside, '', undefined)
      const known = outer === undefined ? undefined : around.get(outer)
      if (outer !== undefined && known !== undefined) return this.#numbered(inside, `${outer}.`, known)
      const code = outer === undefined ? 'REQUIRED' : 'REPETITION_UNKNOWN'
      for (const { row } of inside) this.#reportAt(row, '_outerRepetition', { code })
      return []
    })
  }

  #numbered(rows: readonly RosterRow[], prefix: string, outer: Repetition): TakenRow[] {
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
      .map(({ row, cells, number }, index) => ({
        row,
        cells,
        name: `${prefix}${number ?? index + 1}`,
        repetition: insideOf(outer, index + 1),
      }))
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
