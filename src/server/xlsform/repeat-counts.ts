/**
 * How often groups repeat, as pyxform has it: what is not simply the answer to an earlier number becomes a hidden calculation
 * before its group, `persons_count`, which the group is counted by. A fixed count is one, too.
 */
import { canonicalJson } from '#domain/surveys/survey-content.ts'
import { freeNames } from '#domain/text/free-names.ts'
import { isWholeNumber } from '#domain/publishing/repeat-checks.ts'
import { OwnFields, readOwn, typeOfRow } from './own-fields.ts'
import type { Report } from './report.ts'
import type { FormRow, FormSheet } from './sheets.ts'
import { readParameters, readType } from './types.ts'
import { parseXPath, understood } from './xpath.ts'

export function readCount(written: string) {
  const tree = understood(() => parseXPath(written))
  const [first, last] = tree?.kind === 'call' && tree.name === 'min' && tree.of.length === 2 ? tree.of : [tree]
  const limit = last?.kind === 'number' && Number.isInteger(last.value) && last.value >= 1 ? last.value : undefined
  const counted = limit === undefined ? written : written.replace(/^\s*min\s*\(|,[^,]*$/g, '')
  const named = limit === undefined ? tree : first
  return { counted, name: named?.kind === 'reference' && !named.answered ? named.name : undefined, limit }
}

export function withCounts(survey: FormSheet, report: Report): FormSheet {
  const free = freeNames(survey.rows.flatMap(({ cells }) => cells.get('name') ?? []))
  /** By name and by path: whether an answer there counts the groups from here on. */
  const counting = new Map<string, boolean>()
  const open: { name: string; own: string[] }[] = []
  const rows = survey.rows.flatMap((row) => {
    const { cells } = row
    const read = readType(cells.get('type') ?? '', '')
    const name = cells.get('name') ?? ''
    if (read.kind === 'end') {
      const { own = [] } = open.pop() ?? {}
      if (read.of === 'repeat') for (const each of own) counting.delete(each)
      else open.at(-1)?.own.push(...own)
    }
    if (read.kind === 'begin') {
      open.push({ name, own: [] })
      return read.of === 'repeat' ? countBefore(row) : [row]
    }
    const path = ['/data', ...open.map((group) => group.name), name].join('/')
    const counts = countsByItself(cells)
    // Of two with one name only the path says which is meant.
    counting.set(name, counts && !counting.has(name)).set(path, counts)
    open.at(-1)?.own.push(name, path)
    return [row]
  })
  return { ...survey, rows }

  function countBefore(row: FormRow): FormRow[] {
    const written = row.cells.get('repeat_count')
    if (written === undefined) return [row]
    const { counted, name, limit } = readCount(written)
    if (name !== undefined && counting.get(name.startsWith('/') ? name : name.replace(/^.*\//, ''))) return [row]
    const made = free(`${row.cells.get('name') ?? 'group'}_count`)
    const calculation = /^\s*(\d+\s*$|once\s*\()/.test(counted) ? counted : `int(${counted})`
    const cells = { type: 'calculate', name: made, calculation, canvass: canonicalJson({ type: 'INTEGER' }) }
    const count = limit === undefined ? `\${${made}}` : `min(\${${made}}, ${limit})`
    const index = survey.places.get('repeat_count')
    const spot = { sheet: survey.name, row: row.row, index, column: 'repeat_count' }
    report.add(spot, 'COUNT_ADDED', { name: made, value: written })
    return [
      { row: row.row, cells: new Map(Object.entries(cells)) },
      { row: row.row, cells: new Map([...row.cells, ['repeat_count', count]]) },
    ]
  }
}

/** Whole numbers are answers as they are; a calculation may be of any kind, unless it says its own. */
function countsByItself(cells: FormRow['cells']): boolean {
  const own = readOwn(OwnFields, cells.get('canvass') ?? '')
  const type = own?.type ?? typeOfRow(cells, new Set())
  const { start = 1, step = 1 } = readParameters(cells.get('parameters') ?? '')
  return type !== undefined && isWholeNumber({ type, validation: { min: Number(start), step: Number(step) } })
}
