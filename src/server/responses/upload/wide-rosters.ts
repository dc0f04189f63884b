/** Repetitions beside each other in the row of their response, as rows: `members[1]/name`, `members/1/name`, `name_1`. */
import { type Cell, isBlank } from '../../excel/cell.ts'
import type { PlacedColumn } from '../download/header.ts'
import type { ColumnNames } from './column-names.ts'
import type { ForeignSheet, Headings } from './foreign-layout.ts'

/** The place of each column by its heading without the number, and by the number. */
export type WideColumns = ReadonlyMap<string, ReadonlyMap<number, number>>

export interface WideTable {
  rows: Cell[][]
  /** Where a cell of it is in the table of the responses. */
  spotOf: (row: number, column: number) => { row: number; column: number }
}

const numbered = [/^(.*?)\[(\d{1,4})\](.*)$/, /^(.*)\/(\d{1,4})(\/.*)$/, /^(.+)_(\d{1,4})()$/]

/** Of headings that mean nothing else. */
export function wideColumns({ texts, meanings }: Headings, names: ColumnNames): WideColumns {
  const found = new Map<string, Map<number, number>>()
  for (const [index, text] of texts.entries()) {
    if (meanings[index]) continue
    const parts = numbered.map((pattern) => pattern.exec(text)).find((match) => match !== null)
    const [, before = '', number = '', after = ''] = parts ?? []
    const column = names.meaningOf(before + after)?.column
    if (!parts || Number(number) < 1 || !column || column.kind === 'fixed') continue
    const places = found.get(before + after) ?? new Map<number, number>()
    found.set(before + after, places.set(Number(number), index))
  }
  return found
}

/** As many of each response as its last one that has something. */
export function wideTable(columns: WideColumns, { rows, begin }: ForeignSheet, key: PlacedColumn): WideTable {
  const headings = [...columns.keys()]
  const numbers = [...new Set([...columns.values()].flatMap((places) => [...places.keys()]))].sort((a, b) => a - b)
  const spots: [row: number, number: number][] = []
  const made = rows.slice(begin).flatMap((cells, at) => {
    const of = (number: number) => headings.map((text) => cells[columns.get(text)?.get(number) ?? -1] ?? null)
    const last = numbers.findLastIndex((number) => !of(number).every(isBlank))
    return numbers.slice(0, last + 1).map((number) => {
      spots.push([begin + at + 1, number])
      return [key.cell(cells), number, ...of(number)]
    })
  })
  return {
    rows: [['formKey', '_repetition', ...headings], ...made],
    spotOf(row, column) {
      const [here = begin, number = 1] = spots[row - 2] ?? []
      return { row: here, column: columns.get(headings[column - 2] ?? '')?.get(number) ?? key.index }
    },
  }
}

/** The places of their columns. */
export function placesIn(columns: readonly WideColumns[]): ReadonlySet<number> {
  return new Set(columns.flatMap((each) => [...each.values()].flatMap((places) => [...places.values()])))
}
