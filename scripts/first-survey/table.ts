/** Reads a CSV file as a table. Every complaint is an Error whose message a user can act upon. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseCsv } from 'hucre/csv'

export interface Table {
  headers: string[]
  rows: string[][]
}

export function readTable(path: string): Table {
  const name = basename(path)
  const [headers = [], ...rows] = parseCsv(readText(path)).map((row) => row.map((cell) => String(cell ?? '')))
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  if (headers.length < 2) throw new Error(`${name} is no table: its first line must name two columns or more`)
  const unnamed = headers.findIndex((header) => header.trim() === '')
  if (unnamed !== -1) throw new Error(`Column ${unnamed + 1} of ${name} has no name in the first line`)
  const doubled = headers.find((header, index) => headers.indexOf(header) !== index)
  if (doubled !== undefined) throw new Error(`${name} has two columns named ${doubled}`)
  if (filled.length === 0) throw new Error(`${name} holds no rows below its first line`)
  const broken = rows.findIndex((row) => row.length > headers.length)
  if (broken !== -1) throw new Error(`Row ${broken + 2} of ${name} has more cells than the first line has columns`)
  return { headers, rows: filled }
}

function readText(path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    if (!text.includes('\0')) return text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`There is no file ${path}`, { cause: error })
    if (code === 'EISDIR') throw new Error(`${path} is a folder`, { cause: error })
    if (code === 'EACCES') throw new Error(`${path} may not be read`, { cause: error })
  }
  throw new Error(`${path} is not a CSV file in UTF-8; save it as "CSV UTF-8"`)
}

/** The column whose cells name the rows: each must be there, once. */
export function keyColumnOf({ headers, rows }: Table, key: string): number {
  const column = headers.indexOf(key)
  if (column === -1) throw new Error(`There is no column ${key}. The columns are: ${headers.join(', ')}`)
  const keys = rows.map((row) => row[column]?.trim() ?? '')
  const blank = keys.indexOf('')
  if (blank !== -1) throw new Error(`Column ${key} cannot be the key: it is empty in response ${blank + 1}`)
  const again = keys.findIndex((value, index) => keys.indexOf(value) !== index)
  if (again !== -1) throw new Error(`Column ${key} cannot be the key: ${keys[again]} stands there more than once`)
  return column
}
