/** `select_one crops or_other`, as pyxform reads it: its list gets `other`, and a text behind the question asks for more. */
import type { Choice, Lists } from './read-choices.ts'
import type { Report } from './report.ts'
import type { FormRow, FormSheet } from './sheets.ts'
import { readType } from './types.ts'

export function withOthers(survey: FormSheet, lists: Lists, report: Report): { survey: FormSheet; lists: Lists } {
  const all = new Map(lists)
  const names = new Set(survey.rows.flatMap(({ cells }) => cells.get('name') ?? []))
  const rows = survey.rows.flatMap((row) => {
    const read = readType(row.cells.get('type') ?? '', '')
    if (read.kind !== 'question' || !read.orOther) return [row]
    const list = read.list === undefined ? undefined : all.get(read.list)
    if (!list || read.list === undefined) return [row]
    all.set(read.list, withOther(list))
    const index = survey.places.get('type')
    report.add({ sheet: survey.name, row: row.row, index, column: 'type' }, 'OTHER_ADDED')
    const name = row.cells.get('name') ?? ''
    return names.has(`${name}_other`) ? [row] : [row, textBehind(row, name)]
  })
  return { survey: { ...survey, rows }, lists: all }
}

function withOther(list: readonly Choice[]): readonly Choice[] {
  if (list.some(({ code }) => code.toLowerCase() === 'other')) return list
  const [first] = list
  const text = Object.fromEntries(Object.keys(first?.text ?? {}).map((language) => [language, 'Other']))
  return [...list, { row: first?.row ?? 0, name: 'other', code: 'other', text, own: {}, filters: new Map() }]
}

function textBehind({ row, cells }: FormRow, name: string): FormRow {
  const labels = [...cells.keys()].filter((column) => column.startsWith('label::'))
  const own = new Map([
    ['type', 'text'],
    ['name', `${name}_other`],
    ['relevant', `selected(../${name}, 'other')`],
  ])
  for (const label of labels) own.set(label, 'Specify other.')
  return { row, cells: own }
}
