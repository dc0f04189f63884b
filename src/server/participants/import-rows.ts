/** From the rows of a file to participants, or to everything that is wrong with them. Touches nothing. */
import { participantColumns } from '#contract/people.ts'
import { checkText } from '#domain/answers.ts'
import { type Fault, fault } from '#domain/faults.ts'
import { isScientific, type PhoneParser } from '#domain/phone.ts'
import { type Cell, isBlank } from '../excel/cell.ts'
import { bad, type Read, readDate, readText } from '../excel/cells.ts'
import { readHeader } from '../excel/read-sheet.ts'
import { ProblemList } from '../excel/problem-list.ts'

type ImportColumn = (typeof participantColumns)[number]
/** What an export has besides; an import does not look at it. */
export const exportOnlyColumns = ['id', 'status', 'createdAt'] as const

const required: ReadonlySet<ImportColumn> = new Set<ImportColumn>(['name', 'phone'])

type ParticipantRow = { row: number } & Record<ImportColumn, string | null>

export interface ParticipantsRead {
  rows: ParticipantRow[]
  /** Rows with something in them, good or bad. */
  count: number
  problems: ProblemList
  /** Columns by name, counted from 0. */
  columns: Partial<Record<ImportColumn, number>>
}

export function readParticipants(sheet: readonly (readonly Cell[])[], parsePhone: PhoneParser): ParticipantsRead {
  const problems = new ProblemList()
  const columns = readHeader(
    sheet[0] ?? [],
    { known: participantColumns, required, ignored: exportOnlyColumns },
    problems,
  )
  const rowOfPhone = new Map<string, number>()
  const rows: ParticipantRow[] = []
  let count = 0
  for (const [index, cells] of sheet.entries()) {
    if (index === 0 || cells.every(isBlank)) continue
    count += 1
    const row = index + 1
    const read: ParticipantRow = {
      row,
      name: null,
      phone: null,
      email: null,
      gender: null,
      birthDate: null,
      administrativeUnitCode: null,
      locale: null,
    }
    for (const [name, column] of Object.entries(columns) as [ImportColumn, number][]) {
      const found = readInto(read, name, cells[column] ?? null, parsePhone) ?? repetition(read, name, rowOfPhone)
      if (found) problems.add({ row, column, code: name }, found)
    }
    rows.push(read)
  }
  return { rows, count, problems, columns }
}

function readInto(read: ParticipantRow, name: ImportColumn, cell: Cell, parsePhone: PhoneParser): Fault | undefined {
  if (isBlank(cell)) return required.has(name) ? fault('REQUIRED') : undefined
  const { value, fault: found } = readCell(name, cell, parsePhone)
  if (found) return found
  read[name] = value
  return undefined
}

function readCell(name: ImportColumn, cell: Cell, parsePhone: PhoneParser): Read<string> {
  switch (name) {
    case 'name':
      return shortText(cell, 200)
    case 'administrativeUnitCode':
      return shortText(cell, 50)
    case 'gender':
      return shortText(cell, 40)
    case 'phone':
      return readPhone(cell, parsePhone)
    case 'birthDate':
      return readBirthDate(cell)
    case 'email': {
      const read = shortText(cell, 200)
      return read.fault || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(read.value) ? read : bad('BAD_EMAIL')
    }
    case 'locale': {
      const read = shortText(cell, 10)
      return read.fault || ['en', 'pt-br', 'zh'].includes(read.value) ? read : bad('UNKNOWN_CHOICE')
    }
  }
}

function shortText(cell: Cell, longest: number): Read<string> {
  const read = readText(cell)
  if (read.fault) return read
  const found = checkText(read.value, longest)
  return found ? { fault: found } : read
}

function readBirthDate(cell: Cell): Read<string> {
  const read = readDate(cell)
  return read.fault || /^(19|20)/.test(read.value) ? read : bad('NOT_A_DATE')
}

/** A number cell keeps all digits of a phone number; a text like `8.41E+08` has lost them. */
function readPhone(cell: Cell, parse: PhoneParser): Read<string> {
  const text = readText(cell)
  if (text.fault) return text.fault.code === 'NUMBER_FORMAT' ? bad('PHONE_IS_NUMBER_FORMAT') : text
  if (isScientific(text.value)) return bad('PHONE_IS_NUMBER_FORMAT')
  const phone = parse(text.value)
  return phone === undefined ? bad('BAD_PHONE') : { value: phone }
}

function repetition(read: ParticipantRow, name: ImportColumn, rowOfPhone: Map<string, number>): Fault | undefined {
  if (name !== 'phone' || read.phone === null) return undefined
  const otherRow = rowOfPhone.get(read.phone)
  if (otherRow !== undefined) return { code: 'PHONE_REPEATED', otherRow }
  rowOfPhone.set(read.phone, read.row)
  return undefined
}
