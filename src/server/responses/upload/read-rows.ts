/** From the rows of an uploaded file to responses, or to everything that is wrong with them. Touches nothing. */
import { isCountedByHand, meaningOf } from '#domain/answers/answer-keys.ts'
import { countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { numbersOf, repetitionOf } from '#domain/answers/rosters.ts'
import { checkText } from '#domain/answers/answers.ts'
import type { Problem } from '#domain/problems.ts'
import { maskPhone, type PhoneParser } from '#domain/people/phone.ts'
import { readAnswer } from '../../excel/answer-cells.ts'
import { type Cell, isBlank } from '../../excel/cell.ts'
import { readMoment, readNumber, readPhone, readShortText, readText } from '../../excel/cells.ts'
import {
  blankForm,
  checkForm,
  type FormRow,
  type FormRules,
  momentProblem,
  pointProblem,
} from '../intake/check-form.ts'
import { type Column, columnsOf, type FixedCode } from '../download/columns.ts'
import type { PlacedColumn } from '../download/header.ts'
import type { ProblemList } from '../../excel/problem-list.ts'
import type { UploadTables } from './upload-tables.ts'
import { type NamedRepetitions, RosterReader } from './read-rosters.ts'

export interface RowRules extends FormRules {
  /** Whether one participant may answer more than once. */
  takesMany: boolean
  parsePhone: PhoneParser
}

export interface RowsReport {
  /** Rows with something in them, good or bad. */
  count: number
  problems: ProblemList
  /** Columns by code, counted from 0. */
  columns: Record<string, number>
  /** The rows of responses that have a problem; all of them when headings have. */
  bad: number[] | 'ALL'
}

const longestFormKey = 200
const longestName = 200

/** `take` is given the rows one by one: together they take too much memory. */
export function readEachRow(
  { responses, rosters, problems }: UploadTables,
  rules: RowRules,
  take: (row: FormRow) => void,
): RowsReport {
  const { rows, begin, placed } = responses
  const filled = [...rows.entries()]
    .slice(begin)
    .filter(([, cells]) => placed.some(({ index }) => !isBlank(cells[index])))
  const readable = placed.some(({ column }) => column.code === 'formKey')
  const isMisshapen = problems.count > 0
  const repeated = rosters.map((roster) => new RosterReader(roster, problems))
  for (const roster of repeated) roster.readKeys()
  const reader = new RowReader(placed, rules, problems, repeated)
  if (readable) for (const [index, cells] of filled) take(reader.read(index + 1, cells))
  if (readable) for (const roster of repeated) roster.reportOrphans()
  const columns = Object.fromEntries(placed.map(({ column, index }) => [column.code, index]))
  return { count: filled.length, problems, columns, bad: isMisshapen ? 'ALL' : [...reader.bad] }
}

type AnswerColumn = Exclude<Column, { kind: 'fixed' }>

/** `12` and `12.other` in a repetition: `12.2`, `12.2.other`. */
function repeatedKey(key: string, repetition: Repetition): string {
  const [id = '', ...other] = key.split('.')
  return [id, String(repetition), ...other].join('.')
}

class RowReader {
  readonly #placed: PlacedColumn[]
  readonly #rules: RowRules
  readonly #problems: ProblemList
  readonly #byKey: ReadonlyMap<string, PlacedColumn>
  /** The columns that the file lacks; the report names them at the heading. */
  readonly #lacking: readonly string[]
  readonly #rowOfKey = new Map<string, number>()
  readonly #rowOfPhone = new Map<string, number>()
  readonly #rosters: readonly RosterReader[]
  /** Of the form in hand: where the answers of its repetitions are. */
  readonly #cellOfKey = new Map<string, { roster: RosterReader; row: number; place: PlacedColumn | undefined }>()
  readonly bad = new Set<number>()

  constructor(placed: PlacedColumn[], rules: RowRules, problems: ProblemList, rosters: readonly RosterReader[]) {
    this.#rosters = rosters
    this.#placed = placed
    this.#rules = rules
    this.#problems = problems
    this.#byKey = new Map(placed.map((each) => [each.column.key, each]))
    this.#lacking = columnsOf(rules.content).flatMap(({ key, kind }) =>
      kind === 'fixed' || this.#byKey.has(key) ? [] : [key],
    )
  }

  /** Each cell becomes a value alone. The validator judges the values once the whole row is read. */
  read(row: number, cells: readonly Cell[]): FormRow {
    const form: FormRow = { ...blankForm, row, formKey: '', answers: {} }
    const unread = new Set(this.#lacking)
    const before = this.#problems.count
    this.#cellOfKey.clear()
    for (const { column, cell } of this.#placed) {
      const found = this.#readInto(form, column, cell(cells))
      if (!found) continue
      unread.add(column.key)
      this.#report(row, column.key, found)
    }
    const named = new Map<number, NamedRepetitions>()
    for (const roster of this.#rosters)
      named.set(
        roster.section.id,
        this.#readRepetitions(form, roster, { unread, around: named.get(roster.outer?.id ?? 0) ?? new Map() }),
      )
    const told = new Set<string>()
    for (const { key, ...found } of checkForm(form, this.#rules, unread)) this.#reportAnswer(row, key, found, told)
    if (this.#problems.count > before) this.bad.add(row)
    return form
  }

  #readRepetitions(
    form: FormRow,
    roster: RosterReader,
    { unread, around }: { unread: Set<string>; around: NamedRepetitions },
  ): NamedRepetitions {
    const rows = roster.take(form.formKey, around)
    for (const { row, cells, repetition } of rows) {
      for (const key of roster.lacking) unread.add(repeatedKey(key, repetition))
      for (const place of roster.placed) {
        const { column } = place
        if (column.kind === 'fixed') continue
        const key = repeatedKey(column.key, repetition)
        this.#cellOfKey.set(key, { roster, row, place })
        const found = this.#readAnswer(form, column, key, place.cell(cells))
        if (!found) continue
        unread.add(key)
        roster.report(row, place, found)
      }
    }
    if (isCountedByHand(roster.section))
      for (const { repetition } of rows) {
        const numbers = numbersOf(repetition)
        form.answers[countKey(roster.section, repetitionOf(numbers.slice(0, -1)))] = numbers.at(-1) ?? 0
      }
    return new Map(rows.map(({ name, repetition }) => [name, repetition]))
  }

  #report(row: number, key: string, found: Problem): void {
    // A file may lack the column of what is required of every response.
    const { index = 0, column = { code: key } } = this.#byKey.get(key) ?? {}
    this.#problems.add({ row, column: index, code: column.code }, found)
  }

  /** `told`: the sheets already reported as too short for this form. */
  #reportAnswer(row: number, key: string, found: Problem, told: Set<string>): void {
    const cell = this.#cellOfKey.get(key)
    if (cell) return cell.roster.report(cell.row, cell.place, found)
    const repeated = this.#rosters.find(({ section, name }) => {
      const meaning = meaningOf(this.#rules.content, key)
      return meaning?.section.id === section.id && !told.has(name)
    })
    if (!repeated) return this.#report(row, key, found)
    told.add(repeated.name)
    // Without any row the section may be one that is passed over, or one whose rows are missing: its problem tells.
    const isMissing = found.code === 'REQUIRED'
    this.#report(row, 'formKey', isMissing ? { code: 'REPETITIONS_MISSING', names: repeated.name } : found)
  }

  #readInto(form: FormRow, column: Column, cell: Cell): Problem | undefined {
    if (column.kind === 'fixed') {
      if (!isBlank(cell)) return this.#readFixed(form, column.code, cell)
      return column.required ? { code: 'REQUIRED' } : undefined
    }
    return this.#readAnswer(form, column, column.key, cell)
  }

  #readAnswer(form: FormRow, column: AnswerColumn, key: string, cell: Cell): Problem | undefined {
    if (isBlank(cell)) return undefined
    const read = column.kind === 'answer' ? readAnswer(column.question, cell, this.#rules.parsePhone) : readText(cell)
    if (!read.problem) form.answers[key] = read.value
    return read.problem
  }

  #readFixed(form: FormRow, code: FixedCode, cell: Cell): Problem | undefined {
    switch (code) {
      case 'formKey':
        return this.#readKey(form, cell)
      case '_collector':
      case '_deviceId':
        return this.#readName(form, code, cell)
      case '_startedAt':
      case '_finishedAt': {
        const { value, problem: found } = readMoment(cell)
        if (value !== undefined) form.paradata = { ...form.paradata, [code.slice(1)]: value }
        return found
      }
      case '_repetition':
      case '_outerRepetition':
      case '_problem':
        return undefined
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

  #readName(form: FormRow, code: '_collector' | '_deviceId', cell: Cell): Problem | undefined {
    const { value, problem: found } = readShortText(cell, longestName)
    if (found) return found
    if (code === '_collector') form.collector = value
    else form.paradata = { ...form.paradata, deviceId: value }
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
