/** What a workbook is read to, of new Excel or old. */
import type { ErrorCode } from '#domain/errors.ts'
import type { Cell } from './cell.ts'

export interface WorkbookData {
  /** The rows of each wanted sheet in the workbook, from row 1 on. */
  sheets: ReadonlyMap<string, readonly (readonly Cell[])[]>
  /** The names of the other sheets, if the caller names the sheets it wants. */
  others: readonly string[]
  /** Defined names and what they point at: `readme!$B$3`. */
  names: ReadonlyMap<string, string>
  /** By row of the first sheet, if the caller wants it: the first filled column beyond the limit, from 0. */
  beyond: ReadonlyMap<number, number>
}

export interface ReadLimits {
  rows: number
  /** Of cells further right only the place is kept. */
  columns: number
}

/** `row`: the one to blame for the refusal. */
export type WorkbookResult = { workbook: WorkbookData } | { refusal: ErrorCode; row?: number }

export type WantedSheets = readonly string[] | 'FIRST' | 'ALL'

/** What the caller calls a sheet: people write its name in any case. */
export function wantedName(name: string, sheets: WantedSheets): string | undefined {
  if (sheets === 'ALL') return name
  if (sheets === 'FIRST') return undefined
  return sheets.find((each) => each === name) ?? sheets.find((each) => folded(each) === folded(name))
}

/** The places of the wanted sheets among all, with what the caller calls them, and the names of the others. */
export function chosenSheets(names: readonly string[], sheets: WantedSheets) {
  const wanted: { at: number; as: string }[] = []
  const others: string[] = []
  for (const [at, name] of names.entries()) {
    const as = sheets === 'FIRST' && at === 0 ? name : wantedName(name, sheets)
    if (as !== undefined) wanted.push({ at, as })
    else if (sheets !== 'FIRST') others.push(name)
  }
  return { wanted, others }
}

function folded(name: string): string {
  return name.trim().toLowerCase()
}
