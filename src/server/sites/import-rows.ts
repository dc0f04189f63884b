/** From the rows of a file to sites, or to everything that is wrong with them. Touches nothing. */
import { checkText } from '#domain/answers.ts'
import { type Fault, type FaultCode, fault } from '#domain/faults.ts'
import type { PhoneParser } from '#domain/phone.ts'
import { siteCodePattern, siteProblems, siteStatuses } from '#domain/site.ts'
import { type Cell, isBlank } from '../excel/cell.ts'
import { bad, type Read, readNumber, readText } from '../excel/cells.ts'
import { ProblemList } from '../excel/problem-list.ts'
import { readHeader } from '../excel/read-sheet.ts'

/** The columns of the file, by the names in its first row. */
export const importColumns = [
  'code',
  'title',
  'siteCategory',
  'company',
  'administrativeUnitCode',
  'address',
  'latitude',
  'longitude',
  'radiusMeters',
  'status',
  'issueCategory',
  'contactName',
  'contactPhone',
] as const
export type ImportColumn = (typeof importColumns)[number]

export const requiredColumns: ReadonlySet<ImportColumn> = new Set(['code', 'title', 'siteCategory'] as const)

const header = {
  known: importColumns,
  required: requiredColumns,
  // As the list itself is exported.
  aliases: { siteCategoryTitle: 'siteCategory', companyTitle: 'company', issueCategoryTitle: 'issueCategory' },
  ignored: [
    'id',
    'version',
    'createdAt',
    'updatedAt',
    'siteCategoryId',
    'companyId',
    'administrativeUnitId',
    'administrativeUnitName',
    'issueCategoryId',
  ],
} as const

type SiteRow = { row: number } & Partial<Record<ImportColumn, string | number | null>>

export interface SitesRead {
  rows: SiteRow[]
  /** Rows with something in them, good or bad. */
  count: number
  /** Rows with a problem. */
  bad: number[]
  problems: ProblemList
  /** Columns by name, counted from 0. */
  columns: Partial<Record<ImportColumn, number>>
}

export function readSites(sheet: readonly (readonly Cell[])[], parsePhone: PhoneParser): SitesRead {
  const problems = new ProblemList()
  const columns = readHeader<ImportColumn>(sheet[0] ?? [], header, problems)
  const read: SitesRead = { rows: [], count: 0, bad: [], problems, columns }
  if (problems.count > 0) return { ...read, count: Math.max(1, sheet.length - 1) }
  const rowOfCode = new Map<string, number>()
  for (const [index, cells] of sheet.entries()) {
    if (index === 0 || cells.every(isBlank)) continue
    read.count += 1
    const site: SiteRow = { row: index + 1 }
    const found = readRow(site, cells, columns, parsePhone)
    const repeated = repetition(site, rowOfCode)
    if (repeated) found.push(['code', repeated])
    for (const [name, problem] of found)
      problems.add({ row: site.row, column: columns[name] ?? 0, code: name }, problem)
    if (found.length > 0) read.bad.push(site.row)
    read.rows.push(site)
  }
  return read
}

type Found = [column: ImportColumn, problem: Fault][]

function readRow(site: SiteRow, cells: readonly Cell[], columns: SitesRead['columns'], parsePhone: PhoneParser): Found {
  const found: Found = []
  for (const [name, column] of Object.entries(columns) as [ImportColumn, number][]) {
    const cell = cells[column] ?? null
    site[name] = null
    if (isBlank(cell)) {
      if (requiredColumns.has(name)) found.push([name, fault('REQUIRED')])
      continue
    }
    const { value, fault: problem } = readCell(name, cell, parsePhone)
    if (problem) found.push([name, problem])
    else site[name] = value
  }
  const broken = new Set<string>(found.map(([name]) => name))
  for (const { path, code, limit } of siteProblems(site as Parameters<typeof siteProblems>[0]))
    if (!broken.has(path)) found.push([path as ImportColumn, fault(code as FaultCode, limit)])
  return found
}

function readCell(name: ImportColumn, cell: Cell, parsePhone: PhoneParser): Read<string | number> {
  switch (name) {
    case 'latitude':
    case 'longitude':
      return readNumber(cell)
    case 'radiusMeters': {
      const read = readNumber(cell)
      return read.fault || Number.isInteger(read.value) ? read : bad('NOT_WHOLE')
    }
    case 'code': {
      const read = readText(cell)
      return read.fault || siteCodePattern.test(read.value) ? read : bad('BAD_CODE')
    }
    case 'status': {
      const read = readText(cell)
      return read.fault || siteStatuses.some((status) => status === read.value) ? read : bad('UNKNOWN_CHOICE')
    }
    case 'contactPhone': {
      const read = readText(cell)
      if (read.fault) return read.fault.code === 'NUMBER_FORMAT' ? bad('PHONE_IS_NUMBER_FORMAT') : read
      const phone = parsePhone(read.value)
      return phone === undefined ? bad('BAD_PHONE') : { value: phone }
    }
    case 'address':
      return shortText(cell, 500)
    case 'title':
    case 'siteCategory':
    case 'company':
    case 'administrativeUnitCode':
    case 'issueCategory':
    case 'contactName':
      return shortText(cell, 200)
  }
}

function shortText(cell: Cell, longest: number): Read<string> {
  const read = readText(cell)
  if (read.fault) return read
  const found = checkText(read.value, longest)
  return found ? { fault: found } : read
}

function repetition({ row, code }: SiteRow, rowOfCode: Map<string, number>): Fault | undefined {
  if (typeof code !== 'string') return undefined
  const key = code.toLowerCase()
  const otherRow = rowOfCode.get(key)
  if (otherRow !== undefined) return { code: 'CODE_REPEATED', otherRow }
  rowOfCode.set(key, row)
  return undefined
}
