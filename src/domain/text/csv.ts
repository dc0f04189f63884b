/** A table as text that spreadsheets open; nothing in it can become a formula there. Pure. */
import { guarded } from './formula-guard.ts'

type Lines = readonly (readonly string[])[]

function quoted(cell: string): string {
  return `"${guarded(cell).replaceAll('"', '""')}"`
}

/** For a file: RFC 4180, with the mark by which Excel knows UTF-8. */
export function csvText(lines: Lines): string {
  return `\uFEFF${lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** For the clipboard: pasted into a sheet, each cell finds its own. */
export function tsvText(lines: Lines): string {
  return lines.map((cells) => cells.map((cell) => guarded(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}
