/** The filters of options that are understood: by the answer to one earlier question. */
import type { Cell } from '../excel/cell.ts'
import { textOfCell } from './sheets.ts'
import { straight } from './xpath.ts'

/** The columns of the choices that filters look at. */
export function filtersOf(cells: readonly (readonly Cell[])[]): ReadonlySet<string> {
  const place = (cells[0] ?? []).findIndex((cell) => textOfCell(cell).toLowerCase() === 'choice_filter')
  const filters = cells.slice(1).flatMap((row) => {
    const cell = row[place]
    return cell === undefined ? [] : (readFilter(textOfCell(cell))?.column ?? [])
  })
  return new Set(place < 0 ? [] : filters)
}

/** `province=${province}`, either way round; options that belong to none may be shown always. */
export function readFilter(written: string): { column: string; name: string } | undefined {
  const text = straight(written)
  const found =
    /^\s*([\w-]+)\s*=\s*(?:\$\{\s*([^}\s]+)\s*\}|(?<path>\/[^\s=]+))\s*(?:or\s+\1\s*=\s*''\s*)?$/.exec(text) ??
    /^\s*\$\{\s*(?<name>[^}\s]+)\s*\}\s*=\s*(?<column>[\w-]+)\s*$/.exec(text)
  if (!found) return undefined
  const { path, name = path ?? found[2] ?? '', column = found[1] ?? '' } = found.groups ?? {}
  return { column, name }
}
