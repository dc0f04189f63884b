type PlainCell = string | number | boolean | Date | null

/**
 * A cell as it comes out of a workbook. Formulas are never evaluated. `last` is what Excel last made of one, absent where it was
 * not saved: readers of forms and responses take it, readers of records do not believe it.
 */
export type Cell = PlainCell | { kind: 'formula'; last?: PlainCell } | { kind: 'error' }

/** What Excel last made of a formula, where it was saved; other cells as they are. */
export function savedValue(cell: Cell): Cell {
  const isFormula = cell !== null && typeof cell === 'object' && 'kind' in cell && cell.kind === 'formula'
  return isFormula && cell.last !== undefined ? cell.last : cell
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')
}

/** 0 → `A`, 26 → `AA`. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** `C12`: zero-based column, row as Excel counts. */
export function cellName(column: number, row: number): string {
  return `${columnName(column)}${row}`
}
