/** From the rows of an uploaded workbook to responses, or to everything that is wrong with them. Touches nothing. */
import { type Answers, checkAnswers, checkText, isOnEarth } from '#domain/answers.ts'
import { type FenceVerdict, type Geofence, judgeFix } from '#domain/geofence.ts'
import { formProblems, type IntakeRules } from '#domain/intake.ts'
import type { Problem } from '#domain/problems.ts'
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
  /** The verdict on its place; null when the survey does not look at places. */
  fence: FenceVerdict | null
  fenceDistance: number | null
  flags: readonly string[]
  answers: Answers
}

export interface RowRules {
  content: SurveyContent
  /** Whether one participant may answer more than once. */
  takesMany: boolean
  now: Date
  intake: IntakeRules
  parsePhone: PhoneParser
  /** Left out while it is OFF. */
  fence?: Geofence | undefined
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
    const form: FormRow = {
      row,
      formKey: '',
      phone: null,
      name: null,
      submittedAt: null,
      ...nowhere,
      ...unjudged,
      answers: {},
    }
    const unread = new Set(this.#lacking)
    const broken = new Set<string>()
    for (const { column, index } of this.#placed) {
      const found = this.#readInto(form, column, cells[index] ?? null)
      if (!found) continue
      unread.add(column.key)
      broken.add(column.key)
      this.#report(row, column.key, found)
    }
    for (const { key, ...found } of formProblems(this.#rules.intake, form, this.#rules.now)) {
      if (!broken.has(key)) this.#report(row, key, found)
    }
    for (const key of missingOfPlace(form)) {
      if (!unread.has(key)) this.#report(row, key, { code: 'REQUIRED' })
    }
    this.#judgePlace(form, unread)
    // The day of the interview is the present day of its conditions.
    const today = (form.submittedAt ?? this.#rules.now.toISOString()).slice(0, 10)
    const { problems, answers } = checkAnswers(this.#rules.content, form.answers, { today, unread })
    form.answers = answers
    for (const { key, question: _, ...found } of problems) {
      this.#report(row, key, found)
      // The database is asked about this row too, and cannot take every text.
      delete form.answers[key]
    }
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
        return this.#checkMoment(Date.parse(value))
      }
      case 'latitude':
      case 'longitude':
      case 'accuracy': {
        const { value, problem: found } = readNumber(cell)
        if (found) return found
        form[code] = value
        return isPossible(code, value) ? undefined : { code: 'POINT_RANGE' }
      }
    }
  }

  /** A place that could not be read has its problem already. */
  #judgePlace(form: FormRow, unread: ReadonlySet<string>): void {
    const { latitude, longitude, accuracy } = form
    if (!this.#rules.fence || placeCodes.some((code) => unread.has(code))) return
    if (missingOfPlace(form).length > 0) return
    const fix = latitude === null || longitude === null ? null : { latitude, longitude, accuracy }
    const { result, flags, problem } = judgeFix(this.#rules.fence, fix)
    Object.assign(form, { fence: result.verdict, fenceDistance: result.distance, flags })
    if (problem) this.#report(form.row, 'latitude', problem)
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

  /** Clocks of phones run ahead by hours, not by days. */
  #checkMoment(ms: number): Problem | undefined {
    if (ms < 0) return { code: 'NOT_A_TIME' }
    return ms > this.#rules.now.getTime() + dayMs ? { code: 'IN_FUTURE' } : undefined
  }
}

const placeCodes = ['latitude', 'longitude', 'accuracy'] as const
const unjudged = { fence: null, fenceDistance: null, flags: [] }
const nowhere = { latitude: null, longitude: null, accuracy: null }

/** Half a place is none: what a row must say of it beside what it says. */
function missingOfPlace({ latitude, longitude, accuracy }: FormRow): FixedCode[] {
  if (latitude === null && longitude === null && accuracy === null) return []
  return [
    ...(latitude === null ? (['latitude'] as const) : []),
    ...(longitude === null ? (['longitude'] as const) : []),
  ]
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
