/** The sheet `entities` of a form: what it says is a calculation of its own here, as the name of a response is. */
import { entityCodes, entityUse, propertyName } from '#domain/surveys/entities.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { Cells } from './question-cells.ts'
import type { Report } from './report.ts'
import type { FormRow, FormSheet } from './sheets.ts'

/** With the calculations as the last rows, which a form of ours has already, and without what becomes no property. */
export function withEntities({ rows, places, name }: FormSheet, entities: FormSheet, report: Report): FormRow[] {
  const [declared, ...more] = entities.rows
  const list = declared?.cells.get('list_name') ?? ''
  const isList = propertyName.test(list)
  for (const { row, cells } of isList ? more : entities.rows) {
    const spot = { sheet: entities.name, row, index: entities.places.get('list_name'), column: 'list_name' }
    report.add(spot, 'CELL_LEFT', { value: cells.get('list_name') ?? '' })
  }
  const taken = new Set<string>()
  let repeats = 0
  const kept = rows.map((each): FormRow => {
    const { row, cells } = each
    const [, edge] = /^(begin|end)[ _]*repeat/i.exec(cells.get('type') ?? '') ?? []
    if (edge) repeats += edge.toLowerCase() === 'begin' ? 1 : -1
    const saved = cells.get('save_to')
    if (saved === undefined) return each
    const isTaken = isList && repeats === 0 && propertyName.test(saved) && !taken.has(saved)
    if (!isTaken)
      report.add({ sheet: name, row, index: places.get('save_to'), column: 'save_to' }, 'CELL_LEFT', { value: saved })
    taken.add(saved)
    return isTaken ? each : { row, cells: new Map([...cells].filter(([column]) => column !== 'save_to')) }
  })
  if (!declared || !isList) return kept
  return withCalculations(kept, partsSaid(declared.cells)).map(({ row, cells }) =>
    cells.get('name') === entityCodes.id ? { row, cells: new Map([...cells, ['save_to', list]]) } : { row, cells },
  )
}

/** With calculations of these names as the last rows, unless there are some already. */
export function withCalculations(rows: FormRow[], said: Record<string, string | undefined>): FormRow[] {
  const known = new Set(rows.map(({ cells }) => cells.get('name')))
  const made = Object.entries(said).filter(([name, calculation]) => calculation !== undefined && !known.has(name))
  const last = rows.at(-1)?.row ?? 1
  return rows.concat(
    made.map(([name, calculation = ''], index) => {
      const cells = { type: 'calculate', name, calculation }
      return { row: last + index + 1, cells: new Map(Object.entries(cells)) }
    }),
  )
}

/** By their codes. An id is of a row that is changed; without one a new row is made. */
function partsSaid(cells: ReadonlyMap<string, string>): Record<string, string | undefined> {
  const [id, createIf, updateIf] = ['entity_id', 'create_if', 'update_if'].map((each) => cells.get(each))
  // Its heading is one of texts, which have a language.
  const [, label] = [...cells].find(([column]) => column.startsWith('label')) ?? []
  return {
    [entityCodes.id]: id ?? 'once(uuid())',
    [entityCodes.label]: label,
    [entityCodes.create]: id === undefined || createIf !== undefined ? when(createIf) : undefined,
    [entityCodes.update]: id === undefined ? undefined : when(updateIf),
  }
}

function when(condition: string | undefined): string {
  return condition === undefined ? "'1'" : `if(${condition}, '1', '')`
}

/** The row of the sheet; undefined of a survey without entities. */
export function entityCells(content: SurveyContent, referenceTo: (code: string) => string): Cells | undefined {
  const use = entityUse(content)
  if (!use) return undefined
  const { list, id, label, create, update } = use
  const said = { label, ...(update && { entity_id: id }), create_if: create, update_if: update }
  const cells = Object.entries(said).flatMap(([column, each]) =>
    each ? [[column, referenceTo(each.code)] as const] : [],
  )
  return new Map([['list_name', list], ...cells])
}
