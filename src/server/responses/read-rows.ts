/** From the rows of an uploaded workbook to responses, or to everything that is wrong with them. Touches nothing. */
import { type Answers, checkOther, checkText, isOnEarth, otherKey } from '#domain/answers.ts'
import { type Fault, fault } from '#domain/faults.ts'
import { maskPhone, type PhoneParser } from '#domain/phone.ts'
import type { SurveyContent } from '#domain/survey.ts'
import { readAnswer } from '../excel/answer-cells.ts'
import { type Cell, isBlank } from '../excel/cell.ts'
import { readMoment, readNumber, readPhone, readText } from '../excel/cells.ts'
import { type Column, columnsOf, type FixedCode } from './columns.ts'
import { headingRows, type PlacedColumn, readHeader } from './header.ts'
import { ProblemList } from '../excel/problem-list.ts'

/** One response as the database takes it. */
export interface FormRow {
  /** As Excel counts. */
  row: number
  formKey: string
  /** E.164. */
  phone: string | null
  /** The participant's name when this row makes them known. */
  name: string | null
  submittedAt: string | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  answers: Answers
}

export interface RowRules {
  content: SurveyContent
  /** Whether one participant may answer more than once. */
  takesMany: boolean
  now: Date
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
const dayMs = 86_400_000

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
  readonly #rowOfKey = new Map<string, number>()
  readonly #rowOfPhone = new Map<string, number>()

  constructor(placed: PlacedColumn[], rules: RowRules, problems: ProblemList) {
    this.#placed = placed
    this.#rules = rules
    this.#problems = problems
  }

  read(row: number, cells: readonly Cell[]): FormRow {
    const form: FormRow = { row, formKey: '', phone: null, name: null, submittedAt: null, ...nowhere, answers: {} }
    const faulty = new Set<string>()
    const report = ({ column, index }: PlacedColumn, found: Fault | undefined) => {
      if (!found) return
      faulty.add(column.code)
      this.#problems.add({ row, column: index, code: column.code }, found)
    }
    for (const placed of this.#placed) {
      const cell = cells[placed.index] ?? null
      report(placed, isBlank(cell) ? missing(placed.column) : this.#readInto(form, placed.column, cell))
    }
    // Columns may stand in any order: what depends on two of them is looked at when all are read.
    for (const placed of this.#placed) {
      if (!faulty.has(placed.column.code)) report(placed, crossFault(form, placed.column, faulty))
    }
    return form
  }

  #readInto(form: FormRow, column: Column, cell: Cell): Fault | undefined {
    switch (column.kind) {
      case 'fixed':
        return this.#readFixed(form, column.code, cell)
      case 'answer': {
        const read = readAnswer(column.question, cell)
        if (!read.fault) form.answers[column.question.id] = read.value
        return read.fault
      }
      case 'other': {
        const read = readText(cell)
        if (!read.fault) form.answers[otherKey(column.question)] = read.value
        return read.fault
      }
    }
  }

  #readFixed(form: FormRow, code: FixedCode, cell: Cell): Fault | undefined {
    switch (code) {
      case 'formKey':
        return this.#readKey(form, cell)
      case 'participantPhone':
        return this.#readPhone(form, cell)
      case 'submittedAt': {
        const { value, fault: found } = readMoment(cell)
        if (found) return found
        form.submittedAt = value
        return this.#checkMoment(Date.parse(value))
      }
      case 'latitude':
      case 'longitude':
      case 'accuracy': {
        const { value, fault: found } = readNumber(cell)
        if (found) return found
        form[code] = value
        return isPossible(code, value) ? undefined : fault('POINT_RANGE')
      }
    }
  }

  #readKey(form: FormRow, cell: Cell): Fault | undefined {
    const { value, fault: found } = readText(cell)
    if (found) return found
    const unfit = checkText(value, longestFormKey)
    if (unfit) return unfit
    form.formKey = value
    const otherRow = this.#rowOfKey.get(value)
    if (otherRow !== undefined) return { code: 'FORM_KEY_REPEATED', otherRow }
    this.#rowOfKey.set(value, form.row)
    return undefined
  }

  #readPhone(form: FormRow, cell: Cell): Fault | undefined {
    const { value, fault: found } = readPhone(cell, this.#rules.parsePhone)
    if (found) return found
    form.phone = value
    form.name = maskPhone(value)
    if (this.#rules.takesMany) return undefined
    const otherRow = this.#rowOfPhone.get(value)
    if (otherRow !== undefined) return { code: 'PARTICIPANT_REPEATED', otherRow }
    this.#rowOfPhone.set(value, form.row)
    return undefined
  }

  /** Clocks of phones run ahead by hours, not by days. */
  #checkMoment(ms: number): Fault | undefined {
    if (ms < 0) return fault('NOT_A_TIME')
    return ms > this.#rules.now.getTime() + dayMs ? fault('IN_FUTURE') : undefined
  }
}

const nowhere = { latitude: null, longitude: null, accuracy: null }

function missing({ required }: Column): Fault | undefined {
  return required ? fault('REQUIRED') : undefined
}

/** A text for "other" needs that choice, and half a place is none. */
function crossFault(form: FormRow, column: Column, faulty: ReadonlySet<string>): Fault | undefined {
  switch (column.kind) {
    case 'answer':
      return undefined
    case 'other': {
      const { question } = column
      const other = form.answers[otherKey(question)]
      if (other === undefined || faulty.has(question.code)) return undefined
      return checkOther(question, form.answers[question.id], other)
    }
    case 'fixed': {
      const { code } = column
      if ((code !== 'latitude' && code !== 'longitude') || form[code] !== null) return undefined
      const rest = [form.latitude, form.longitude, form.accuracy]
      return rest.every((value) => value === null) ? undefined : fault('REQUIRED')
    }
  }
}

function isPossible(code: 'latitude' | 'longitude' | 'accuracy', value: number): boolean {
  switch (code) {
    case 'latitude':
      return isOnEarth(value, 0)
    case 'longitude':
      return isOnEarth(0, value)
    case 'accuracy':
      return value >= 0
  }
}
