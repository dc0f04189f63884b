/** The sheet `external_choices`: lists too long for a form, each of which becomes a file of the survey. */
import { csvOfTable, ListRows } from '#domain/surveys/list-table.ts'
import { type Cell, isBlank } from '../excel/cell.ts'
import type { NamedBytes } from './form-archive.ts'
import { textOfCell } from './sheets.ts'

export function externalFile(list: string): string {
  return `${list}.csv`
}

export function externalFiles([head = [], ...rows]: readonly (readonly Cell[])[]): NamedBytes[] {
  const columns = columnsIn(head)
  const lists = new Map<string, ListRows>()
  for (const cells of rows) {
    const filled = columns.flatMap((column, place): [string, string][] => {
      const cell = cells[place]
      return column === undefined ? [] : [[column, cell === undefined || isBlank(cell) ? '' : textOfCell(cell)]]
    })
    const { list_name: list = '', ...row } = Object.fromEntries(filled)
    if (list === '') continue
    const known = lists.get(list) ?? new ListRows()
    lists.set(list, known)
    known.add(row)
  }
  return [...lists].map(([list, { table }]) => ({ name: externalFile(list), bytes: Buffer.from(csvOfTable(table)) }))
}

/** The first column of labels, in whatever language, is the one of the file. */
function columnsIn(head: readonly Cell[]): (string | undefined)[] {
  let hasLabel = false
  return head.map((cell) => {
    const heading = isBlank(cell) ? '' : textOfCell(cell)
    const folded = heading.toLowerCase().replaceAll(/\s+/g, '_')
    if (folded === 'list') return 'list_name'
    if (folded === 'value') return 'name'
    const isLabel = !hasLabel && /^label(:|$)/.test(folded)
    hasLabel ||= isLabel
    if (isLabel) return 'label'
    return folded === 'list_name' || folded === 'name' ? folded : heading || undefined
  })
}
