/** The lists of options of a form. */
import type { Media } from '#domain/surveys/survey-files.ts'
import type { AnswerOption, Localized } from '#domain/surveys/survey.ts'
import { freeNames } from '#domain/text/free-names.ts'
import { type OwnOption, OwnOption as OwnOptionShape, readOwn } from './own-fields.ts'
import { readMedia, readTexts } from './read-texts.ts'
import type { Report } from './report.ts'
import { type FormSheet, isMedia } from './sheets.ts'

export interface Choice {
  row: number
  name: string
  code: string
  text: Localized
  media?: Media
  own: OwnOption
  /** What filters look at, by column. */
  filters: ReadonlyMap<string, string>
}

export type Lists = ReadonlyMap<string, readonly Choice[]>

const longestOption = 100
const optionText = { max: 2000, lines: 'one' } as const

interface ListsOf {
  report: Report
  language: string
  /** Whether a list may have a name twice, as filters tell them apart. */
  duplicates: boolean
}

export function readLists(sheet: FormSheet, { report, language, duplicates }: ListsOf): Lists {
  const lists = new Map<string, Choice[]>()
  const seen = new Map<string, number>()
  const freeIn = new Map<string, (wanted: string) => string>()
  for (const formRow of sheet.rows) {
    const { row, cells } = formRow
    const spot = (column: string) => ({ sheet: sheet.name, row, index: sheet.places.get(column), column })
    const [list, name] = [cells.get('list_name'), cells.get('name')]
    if (list === undefined) report.add(spot('list_name'), 'CHOICE_LIST_MISSING')
    else if (name === undefined) report.add(spot('name'), 'NAME_MISSING')
    if (list === undefined || name === undefined) continue
    const written = cells.get('canvass')
    const own = written === undefined ? {} : readOwn(OwnOptionShape, written)
    if (!own) report.add(spot('canvass'), 'CELL_LEFT', { value: written ?? '' })
    const wanted = own?.code ?? name
    const other = seen.get(`${list}\n${wanted}`)
    if (other === undefined) seen.set(`${list}\n${wanted}`, row)
    else if (!duplicates) report.add(spot('name'), 'CHOICE_TWICE', { name, value: String(other) })
    const free = freeIn.get(list) ?? freeNames([], { longest: longestOption })
    freeIn.set(list, free)
    const code = free(wanted.replaceAll(/[;\p{Cc}]/gu, '_'))
    if (code !== wanted) report.add(spot('name'), 'CHOICE_CHANGED', { name: code, value: name })
    const text = readTexts(formRow, 'label', { sheet, report, rules: optionText })
    if (!text) report.add(spot('label'), 'TEXT_MISSING')
    for (const [column, value] of cells)
      if (!/^(label|filter)::|^(list_name|name|canvass)$/.test(column) && !isMedia(column))
        report.add(spot(column), 'CELL_LEFT', { value })
    const filters = new Map(
      [...cells].flatMap(([column, value]) =>
        column.startsWith('filter::') ? [[column.slice(8), value] as const] : [],
      ),
    )
    const media = readMedia(formRow, sheet, report)
    const choice = { row, name, code, text: text ?? { [language]: code }, ...media, own: own ?? {}, filters }
    const known = lists.get(list)
    if (known) known.push(choice)
    else lists.set(list, [choice])
  }
  return lists
}

interface OptionsOf {
  firstId: number
  filter?: string | undefined
  parentOf: (name: string) => string
  /** Whether a filter looks at the further columns. */
  hasColumns: boolean
}

/** The options of a question; `parentOf` says which option of the parent a value of the filter means. */
export function optionsOf(
  choices: readonly Choice[],
  { firstId, filter, parentOf, hasColumns }: OptionsOf,
): AnswerOption[] {
  return choices.map(({ code, text, media, own, filters }, index) => {
    const value = filter === undefined ? undefined : filters.get(filter)
    const parentCode = value === undefined ? own.parentCode : parentOf(value)
    return {
      id: firstId + index,
      code,
      text,
      isOther: own.isOther ?? false,
      exclusive: own.exclusive ?? false,
      ...(parentCode === undefined ? {} : { parentCode }),
      ...(media && { media }),
      ...(hasColumns && filters.size > 0 ? { columns: Object.fromEntries(filters) } : {}),
      position: index + 1,
    }
  })
}
