/** `begin loop over crops`: the rows once for each option of the list, each time in a group of its name. */
import { own } from '#domain/own.ts'
import type { Lists } from './read-choices.ts'
import type { FormRow } from './sheets.ts'

const begin = /^begin[ _]loop(?: over)? (\S+)$/i
const end = /^end[ _]loop$/i
/** Loops in loops multiply. */
const mostRows = 20_000

export function withoutLoops(rows: readonly FormRow[], lists: Lists): FormRow[] {
  const at = rows.findIndex((row) => begin.test(typeOf(row)))
  const start = rows[at]
  const length = start ? lengthOf(rows.slice(at + 1)) : -1
  if (!start || length < 0) return [...rows]
  const list = lists.get(begin.exec(typeOf(start))?.[1] ?? '') ?? []
  const inside = withoutLoops(rows.slice(at + 1, at + 1 + length), lists)
  const last = rows[at + 1 + length] ?? start
  const copies = list.slice(0, Math.floor(mostRows / (inside.length + 1))).flatMap(({ name, text }) => {
    const labels = Object.entries(text).map(([language, words]) => [`label::${language}`, words] as const)
    const group = { row: start.row, cells: new Map([['type', 'begin group'], ['name', name], ...labels]) }
    return [group, ...inside.map((row) => filled(row, name, text)), groupEnd(last)]
  })
  const around = { row: start.row, cells: new Map([...start.cells, ['type', 'begin group']]) }
  const rest = withoutLoops(rows.slice(at + 2 + length), lists)
  return [...rows.slice(0, at), around, ...copies, groupEnd(last), ...rest]
}

function typeOf({ cells }: FormRow): string {
  return (cells.get('type') ?? '').replaceAll(/\s+/g, ' ')
}

/** The rows before the end of the loop; -1 without one. */
function lengthOf(rows: readonly FormRow[]): number {
  let depth = 1
  return rows.findIndex((row) => {
    if (begin.test(typeOf(row))) depth += 1
    if (end.test(typeOf(row))) depth -= 1
    return depth === 0
  })
}

function groupEnd({ row }: FormRow): FormRow {
  return { row, cells: new Map([['type', 'end group']]) }
}

/** Texts name the option as `%(label)s` and `%(name)s`. */
function filled({ row, cells }: FormRow, name: string, text: Readonly<Record<string, string>>): FormRow {
  const words = [...cells].map(([column, cell]): [string, string] => {
    const label = own(text, column.split('::')[1] ?? '') ?? Object.values(text)[0] ?? name
    return [column, cell.replaceAll('%(label)s', label).replaceAll('%(name)s', name)]
  })
  return { row, cells: new Map(words) }
}
