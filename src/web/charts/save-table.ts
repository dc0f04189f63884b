/** The table of a figure as a file. Every text stays a text: none becomes a formula in a spreadsheet. */
import { guarded } from '#domain/text/formula-guard.ts'
import { saveAs } from '../api/download.ts'
import type { Figure } from './figure.ts'

export async function saveTable({ named, names, series }: Figure, name: string, kind: 'csv' | 'xlsx'): Promise<void> {
  const rows = [
    [named, ...series.map((each) => each.name)],
    ...names.map((label, row) => [label, ...series.map(({ values }) => values[row] ?? null)]),
  ]
  const line = (cells: (typeof rows)[number]) =>
    cells.map((cell) => (typeof cell === 'string' ? quoted(cell) : (cell ?? ''))).join(',')
  if (kind === 'csv')
    return saveAs(`${name}.csv`, new Blob([`\ufeff${rows.map(line).join('\r\n')}\r\n`], { type: 'text/csv' }))
  const { writeXlsx } = await import('hucre/xlsx')
  const columns = [named, ...series.map((each) => each.name)].map((_, at) => ({ width: at === 0 ? 32 : 16 }))
  const bytes = await writeXlsx({ sheets: [{ name: 'table', columns, rows }] })
  saveAs(`${name}.xlsx`, new Blob([new Uint8Array(bytes)]))
}

function quoted(text: string): string {
  return `"${guarded(text).replaceAll('"', '""')}"`
}
