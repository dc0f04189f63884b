/** From the rows of an uploaded workbook to responses, or to everything that is wrong with them. Touches nothing. */
import { checkText } from '#domain/answers.ts'
import type { Problem } from '#domain/problems.ts'
import { maskPhone, type PhoneParser } from '#domain/phone.ts'
import { readAnswer } from '../excel/answer-cells.ts'
import { type Cell, isBlank } from '../excel/cell.ts'
import { readMoment, readNumber, readPhone, readText } from '../excel/cells.ts'
import { blankForm, checkForm, type FormRow, type FormRules, momentProblem, pointProblem } from './check-form.ts'
import { type Column, columnsOf, type FixedCode } from './columns.ts'
import { headingRows, type PlacedColumn, readHeader } from './header.ts'
import { ProblemList } from '../excel/problem-list.ts'

export interface RowRules extends FormRules {
  /** Whether one participant may answer more than once. */
  takesMany: boolean
  parsePhone: PhoneParser
}

export interface RowsRead {
  rows: FormRow[]
  /** Rows with something in them, good or bad. */
  count: number
  problems: ProblemList
  /** Columns by code, counted from 0. */
  columns: Record<string, number>
}

const longestFormKey = 200

export function readRows(sheet: readonly (readonly Cell[])[], rules: RowRules): RowsRead {
  const problems = new ProblemList()
  const placed = readHeader(sheet, columnsOf(rules.content), problems)
  const filled = [...sheet.entries()]
    .slice(headingRows)
    .filter(([, cells]) => placed.some(({ index }) => !isBlank(cells[index])))
  const readable = placed.some(({ column }) => column.code === 'formKey')
  const reader = new RowReader(placed, rules, problems)
  const rows = readable ? filled.map(([index, cells]) => reader.read(index + 1, cells)) : []
  const columns = Object.fromEntries(placed.map(({ column, index }) => [column.code, index]))
  return { rows, count: filled.length, problems, columns }
}

class RowReader {
  readonly #placed: PlacedColumn[]
  readonly #rules: RowRules
  readonly #problems: ProblemList
  readonly #byKey: ReadonlyMap<string, PlacedColumn>
  /** The columns that the file lacks: its heading was told so. */
  readonly #lacking: readonly string[]
  readonly #rowOfKey = new Map<string, number>()
  readonly #rowOfPhone = new Map<string, number>()

  constructor(placed: PlacedColumn[], rules: RowRules, problems: ProblemList) {
    this.#placed = placed
    this.#rules = rules
    this.#problems = problems
    this.#byKey = new Map(placed.map((each) => [each.column.key, each]))
    this.#lacking = columnsOf(rules.content).flatMap(({ key }) => (this.#byKey.has(key) ? [] : [key]))
  }

  /** Each cell becomes a value by itself. What is wrong with the values is asked when all of the row are read. */
  read(row: number, cells: readonly Cell[]): FormRow {
    const form: FormRow = { ...blankForm, row, formKey: '', answers: {} }
    const unread = new Set(this.#lacking)
    for (const { column, index } of this.#placed) {
      const found = this.#readInto(form, column, cells[index] ?? null)
      if (!found) continue
      unread.add(column.key)
      this.#report(row, column.key, found)
    }
    for (const { key, ...found } of checkForm(form, this.#rules, unread)) this.#report(row, key, found)
    return form
  }

  #report(row: number, key: string, found: Problem): void {
    const placed = this.#byKey.get(key)
    if (placed) this.#problems.add({ row, column: placed.index, code: placed.column.code }, found)
  }

  #readInto(form: FormRow, column: Column, cell: Cell): Problem | undefined {
    if (column.kind === 'fixed') {
      if (!isBlank(cell)) return this.#readFixed(form, column.code, cell)
      return column.required ? { code: 'REQUIRED' } : undefined
    }
    if (isBlank(cell)) return undefined
    const read = column.kind === 'answer' ? readAnswer(column.question, cell, this.#rules.parsePhone) : readText(cell)
    if (!read.problem) form.answers[column.key] = read.value
    return read.problem
  }

  #readFixed(form: FormRow, code: FixedCode, cell: Cell): Problem | undefined {
    switch (code) {
      case 'formKey':
        return this.#readKey(form, cell)
      case 'participantPhone':
        return this.#readPhone(form, cell)
      case 'submittedAt': {
        const { value, problem: found } = readMoment(cell)
        if (found) return found
        form.submittedAt = value
        return momentProblem(value, this.#rules.now)
      }
      case 'latitude':
      case 'longitude':
      case 'accuracy': {
        const { value, problem: found } = readNumber(cell)
        if (found) return found
        form[code] = value
        return pointProblem(code, value)
      }
    }
  }

  #readKey(form: FormRow, cell: Cell): Problem | undefined {
    const { value, problem: found } = readText(cell)
    if (found) return found
    const unfit = checkText(value, longestFormKey)
    if (unfit) return unfit
    form.formKey = value
    const otherRow = this.#rowOfKey.get(value)
    if (otherRow !== undefined) return { code: 'FORM_KEY_REPEATED', otherRow }
    this.#rowOfKey.set(value, form.row)
    return undefined
  }

  #readPhone(form: FormRow, cell: Cell): Problem | undefined {
    const { value, problem: found } = readPhone(cell, this.#rules.parsePhone)
    if (found) return found
    form.phone = value
    form.name = maskPhone(value)
    if (this.#rules.takesMany) return undefined
    const otherRow = this.#rowOfPhone.get(value)
    if (otherRow !== undefined) return { code: 'PARTICIPANT_REPEATED', otherRow }
    this.#rowOfPhone.set(value, form.row)
    return undefined
  }
}
