/**
 * Reads workbooks of Excel 97 to 2003 (.xls), in a child process only. This file is all of the house that knows the library for
 * them. A file is as large as what it holds: no part of it is packed.
 */
import { read, type CellObject, type WorkSheet } from '@e965/xlsx'
import type { Cell } from './cell.ts'
import { chosenSheets, type ReadLimits, type WantedSheets, type WorkbookResult } from './workbook.ts'

/** What a file begins with that is a container of Microsoft's: an old workbook, or a new one with a password. */
const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

export function isOldWorkbook(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature)
}

export function readOldWorkbook(bytes: Buffer, sheets: WantedSheets, { rows, columns }: ReadLimits): WorkbookResult {
  try {
    const book = read(bytes, {
      type: 'buffer',
      dense: true,
      cellDates: true,
      UTC: true,
      sheetRows: rows + 1,
      cellHTML: false,
    })
    const { wanted, others } = chosenSheets(book.SheetNames, sheets)
    const found = wanted.map(({ at, as }) => {
      const sheet = book.Sheets[book.SheetNames[at] ?? '']
      return [as, sheet ? rowsOf(sheet, columns) : []] as const
    })
    if (found.some(([, list]) => list.length > rows)) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
    const names = new Map((book.Workbook?.Names ?? []).map(({ Name, Ref }) => [Name, Ref]))
    return { workbook: { sheets: new Map(found), others, names, beyond: new Map() } }
  } catch {
    // A new workbook with a password begins alike.
    return { refusal: 'FILE_TYPE' }
  }
}

/** Rows with every value in them, the last ones with something in them. */
function rowsOf(sheet: WorkSheet, columns: number): Cell[][] {
  const data = (sheet['!data'] ?? []) as (CellObject | undefined)[][]
  const rows = Array.from(data, (row: (CellObject | undefined)[] | undefined) =>
    Array.from(row?.slice(0, columns) ?? [], cellOf),
  )
  return rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== null)) + 1)
}

function cellOf(cell: CellObject | undefined): Cell {
  if (!cell) return null
  if (cell.t === 'e') return { kind: 'error' }
  const { v: value = null } = cell
  if (cell.f === undefined) return value
  return value === null ? { kind: 'formula' } : { kind: 'formula', last: value }
}
