/** The rows of the sheet survey as sections with their questions: groups, names and types, not yet their rules. */
import { questionCodeFor } from '#domain/surveys/column-names.ts'
import type { RemarkCode } from '#domain/answers/form-report.ts'
import { own } from '#domain/own.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import {
  deepestRepeat,
  fixedColumns,
  longestCode,
  type Localized,
  questionCode,
  type QuestionType,
} from '#domain/surveys/survey.ts'
import { freeNames } from '#domain/text/free-names.ts'
import { OwnFields, readOwn, typeOfRow } from './own-fields.ts'
import type { Choice, Lists } from './read-choices.ts'
import { readTexts } from './read-texts.ts'
import type { Report, Spot } from './report.ts'
import type { FormRow, FormSheet } from './sheets.ts'
import { type AskedType, readType } from './types.ts'
import { yesNoWord } from './write-form.ts'
import { quoted } from './xpath.ts'

export interface RowQuestion {
  row: FormRow
  name: string
  code: string
  /** The names of its groups, and its own. */
  path: string[]
  /** Undefined until it is known what it computes. */
  type: QuestionType | undefined
  list: string | undefined
  /** The file that its options are rows of. */
  file: string | undefined
  own: OwnFields
  /** Whether its row is a calculation alone. */
  isComputed: boolean
  /** Rows of the groups between its section and itself. */
  groups: FormRow[]
}

export interface RowSection {
  /** Undefined for questions outside of all groups. */
  row: FormRow | undefined
  name: string
  /** The names of the groups around it, and its own; undefined without one. */
  path: string[] | undefined
  title: Localized | undefined
  /** How many groups that repeat it is in, itself among them where it does. */
  depth: number
  repeats: boolean
  /** Rows of the groups around it, as far as the next that repeats: their conditions are also its own. */
  around: FormRow[]
  /** What the first of its questions says of it. */
  own?: OwnFields['section']
  questions: RowQuestion[]
}

/** A value of a cell, which may be an expression. */
function asExpression(value: string): string {
  return /^-?\d+(\.\d+)?$|\$\{|[\w-]\s*\(/.test(value) ? value : quoted(value)
}

/** What is known here of what forms ask of the device. */
const recordedHere: Readonly<Record<string, string>> = { today: 'today()', start: 'once(now())' }

const titleText = { max: 500, lines: 'one' } as const

const reference = /(?:\$\{\s*|\/)([\p{L}_][\p{L}\p{N}_.:-]*)/gu

export class RowReader {
  readonly sections: RowSection[] = []
  readonly #sheet: FormSheet
  readonly #lists: Lists
  readonly #report: Report
  readonly #open: { row: FormRow; name: string; of: 'group' | 'repeat'; rowOfName: Map<string, number> }[] = []
  readonly #rowOfName = new Map<string, number>()
  readonly #free = freeNames(fixedColumns, { longest: longestCode })
  #loose: RowSection | undefined

  constructor(sheet: FormSheet, lists: Lists, report: Report) {
    this.#sheet = sheet
    this.#lists = lists
    this.#report = report
  }

  read(): RowSection[] {
    for (const row of this.#sheet.rows) this.#readRow(row)
    for (const { row, name } of this.#open) this.#report.add(this.#spot(row, 'type'), 'GROUP_NOT_CLOSED', { name })
    return this.sections
  }

  #spot({ row }: FormRow, column: string): Spot {
    return { sheet: this.#sheet.name, row, index: this.#sheet.places.get(column), column }
  }

  #readRow(row: FormRow): void {
    const written = row.cells.get('type')
    if (written === undefined) {
      // Rows that only other columns were filled down to are none.
      const [column = '', value = ''] = [...row.cells][0] ?? []
      const isRow = row.cells.has('name') || [...row.cells.keys()].some((each) => each.startsWith('label::'))
      if (isRow) return this.#report.add(this.#spot(row, 'type'), 'TYPE_MISSING')
      return this.#report.add(this.#spot(row, column), 'CELL_LEFT', { value })
    }
    const read = readType(written, row.cells.get('appearance') ?? '')
    if (read.kind === 'begin') return this.#begin(row, read.of)
    if (read.kind === 'end') return this.#end(row, read.of)
    if (this.#isLeftOut) return
    if (read.kind === 'unknown' || read.kind === 'recorded') {
      const name = row.cells.get('name') ?? ''
      if (read.kind === 'unknown') this.#checkName(row, name)
      this.#report.add(this.#spot(row, 'type'), read.kind === 'recorded' ? 'RECORDED_ITSELF' : 'TYPE_LEFT', {
        value: written,
      })
      if (read.kind === 'recorded') this.#recorded(row, written)
      return
    }
    this.#question(row, read)
  }

  #begin(row: FormRow, of: 'group' | 'repeat'): void {
    const name = row.cells.get('name') ?? ''
    if (name !== '') this.#checkName(row, name)
    const depth = this.#depth
    if (of === 'repeat' && depth === deepestRepeat) this.#report.add(this.#spot(row, 'type'), 'REPEAT_LEFT')
    else if (of === 'group' && this.#open.length > 0 && !this.#isLeftOut)
      this.#report.add(this.#spot(row, 'type'), 'GROUP_JOINED', { name })
    else if (!this.#isLeftOut) this.#beginSection(row, of, depth === 0 ? 'SECTION_TAKEN' : 'REPEAT_INSIDE')
    this.#open.push({ row, name, of, rowOfName: new Map() })
  }

  /** How many of the open groups repeat. */
  get #depth(): number {
    return this.#open.filter(({ of }) => of === 'repeat').length
  }

  get #isLeftOut(): boolean {
    return this.#depth > deepestRepeat
  }

  #beginSection(row: FormRow, of: 'group' | 'repeat', code: RemarkCode = 'SECTION_TAKEN'): RowSection {
    const rules = { sheet: this.#sheet, report: this.#report, rules: titleText }
    const name = row.cells.get('name') ?? ''
    const place = this.#open.findIndex((group) => group.row === row)
    const open = this.#open.slice(0, place < 0 ? this.#open.length : place)
    const around = open.slice(open.findLastIndex((group) => group.of === 'repeat') + 1).map((group) => group.row)
    // A group that only goes around repeating ones is no section by itself.
    const before = this.sections.at(-1)
    if (before?.row && before.questions.length === 0 && around.includes(before.row)) this.sections.pop()
    const section: RowSection = {
      row,
      name,
      path: name === '' ? undefined : this.#path([...open.map((group) => group.row), row]),
      title: readTexts(row, 'label', { ...rules, known: this.#names() }),
      repeats: of === 'repeat',
      depth: of === 'repeat' ? open.filter((group) => group.of === 'repeat').length + 1 : 0,
      around,
      questions: [],
    }
    this.sections.push(section)
    this.#loose = undefined
    this.#report.add(this.#spot(row, 'type'), code, { name })
    return section
  }

  #path(groups: readonly FormRow[]): string[] {
    return groups.flatMap(({ cells }) => cells.get('name') ?? [])
  }

  #known: ReadonlySet<string> | undefined

  #names(): ReadonlySet<string> {
    this.#known ??= new Set(this.#sheet.rows.flatMap(({ cells }) => cells.get('name') ?? []))
    return this.#known
  }

  #end(row: FormRow, of: 'group' | 'repeat'): void {
    if (this.#open.at(-1)?.of === of) this.#open.pop()
    else this.#report.add(this.#spot(row, 'type'), 'GROUP_NOT_OPENED')
  }

  /** No two rows of one group may have one name. */
  #checkName(row: FormRow, name: string): void {
    if (name === '') return
    const rowOfName = this.#open.at(-1)?.rowOfName ?? this.#rowOfName
    const other = rowOfName.get(name)
    if (other === undefined) rowOfName.set(name, row.row)
    else this.#report.add(this.#spot(row, 'name'), 'NAME_TWICE', { name, value: String(other) })
  }

  #used: ReadonlySet<string> | undefined

  /** Whether another row names it, as `${name}` or as the end of a path. */
  #isUsed(name: string): boolean {
    const cells = () => this.#sheet.rows.flatMap((row) => [...row.cells.values()])
    this.#used ??= new Set(cells().flatMap((cell) => [...cell.matchAll(reference)].map(([, named = '']) => named)))
    return this.#used.has(name)
  }

  /** Where others look at it, it computes the day, or is blank. */
  #recorded(row: FormRow, written: string): void {
    const name = row.cells.get('name') ?? ''
    if (!this.#isUsed(name)) return this.#checkName(row, name)
    const calculation = own(recordedHere, written.trim().toLowerCase()) ?? "''"
    const cells = new Map([...row.cells].filter(([column]) => column === 'name' || column === 'type'))
    cells.set('calculation', calculation)
    this.#question({ ...row, cells }, { kind: 'calculate' })
  }

  /** Groups inside a section go around its content; other groups begin a section. */
  #section(row: FormRow, own: OwnFields['section']): RowSection {
    const repeat = this.#open.findLast(({ of }) => of === 'repeat')
    // What follows a repeating group inside of another one belongs to that other one.
    const around = repeat && this.sections.find((section) => section.row === repeat.row)
    if (around) return around
    const current = this.#open.length > 0 ? this.sections.at(-1) : this.#loose
    const [outer] = this.#open
    const isOpen = !current?.row || this.#open.some((group) => group.row === current.row)
    if (current && isOpen && !own) return current
    // A group goes on behind the repeating one inside of it.
    if (outer) return Object.assign(this.#beginSection(outer.row, 'group', 'SECTION_ADDED'), { own })
    const none = { row: undefined, name: '', path: [], title: undefined, repeats: false, depth: 0, around: [] }
    this.#loose = { ...none, own, questions: [] }
    this.sections.push(this.#loose)
    this.#report.add(this.#spot(row, 'type'), 'SECTION_ADDED')
    return this.#loose
  }

  #question(row: FormRow, read: AskedType | { kind: 'calculate' }): void {
    const own = this.#own(row)
    if (own.helper) return
    const asked = read.kind === 'question' ? read.type : undefined
    const made = asked === 'NOTE' ? `note_${row.row}` : undefined
    // Forms leave this name out, as there is no other.
    const name = asked === 'AUDIT' ? 'audit' : (row.cells.get('name') ?? made)
    if (name === undefined) return this.#report.add(this.#spot(row, 'name'), 'NAME_MISSING')
    const value = row.cells.get('default')
    const isHollow = read.kind === 'calculate' && row.cells.get('calculation') === undefined
    // A calculation that only begins with something stays that.
    if (isHollow && value !== undefined)
      return this.#question({ ...row, cells: new Map([...row.cells, ['calculation', asExpression(value)]]) }, read)
    if (!isHollow) this.#checkName(row, name)
    if (isHollow) {
      this.#report.add(this.#spot(row, 'type'), 'TYPE_LEFT', { value: row.cells.get('type') ?? '' })
      return this.#isUsed(name) ? this.#recorded(row, '') : undefined
    }
    const wanted = own.code ?? name
    const fit = questionCode.test(wanted) ? wanted : questionCodeFor(wanted, [])
    const code = this.#free(fit)
    const changed = code === fit ? 'NAME_CHANGED' : 'NAME_MADE_UNIQUE'
    if (code !== wanted) this.#report.add(this.#spot(row, 'name'), changed, { name: code, value: name })
    const list = read.kind === 'question' ? read.list : undefined
    const type = read.kind === 'question' ? this.#type(row, read, own) : own.type
    if (list !== undefined && type !== undefined) this.#checkList(row, list, own)
    const section = this.#section(row, own.section)
    const path = [...this.#path(this.#open.map((group) => group.row)), name]
    const depth = this.#open.findIndex((group) => group.row === section.row)
    const groups = this.#open.slice(depth + 1).map((group) => group.row)
    section.questions.push({
      row,
      name,
      code,
      path,
      type,
      list,
      file: read.kind === 'question' ? read.file : undefined,
      own,
      groups,
      isComputed: read.kind === 'calculate',
    })
  }

  #own(row: FormRow): OwnFields {
    const written = row.cells.get('canvass')
    if (written === undefined) return {}
    const own = readOwn(OwnFields, written)
    if (!own) this.#report.add(this.#spot(row, 'canvass'), 'CELL_LEFT', { value: written })
    return own ?? {}
  }

  #type(row: FormRow, read: AskedType, own: OwnFields): QuestionType {
    const list = this.#lists.get(read.list ?? '') ?? []
    // Without its list it stays a choice, which the report says.
    const isPlain = read.file === undefined && (read.list === undefined || list.length > 0)
    // A yes and a no with pictures are options of their own.
    const options = isPlain && list.every(({ media }) => !media) ? list.map(({ code }) => code) : ['']
    const ownType = own.type && traitsOf(own.type).form.type === traitsOf(read.type).form.type ? own.type : undefined
    const found = ownType ?? typeOfRow(row.cells, new Set(options)) ?? read.type
    // Others' words for yes and no are kept.
    const type = found === 'YES_NO' && !ownType && !list.every(isOurs) ? 'SINGLE' : found
    if (!read.isSame) {
      const words = { name: type, value: row.cells.get('type') ?? '' }
      this.#report.add(this.#spot(row, 'type'), 'TYPE_CHANGED', words)
    }
    return type
  }

  #checkList(row: FormRow, list: string, own: OwnFields): void {
    if (list === '') this.#report.add(this.#spot(row, 'type'), 'LIST_MISSING')
    else if (!this.#lists.has(list) && !own.empty)
      this.#report.add(this.#spot(row, 'type'), 'LIST_UNKNOWN', { name: list })
  }
}

/** Whether an option of yes and no has the words of the product. */
function isOurs({ code, text }: Choice): boolean {
  return Object.entries(text).every(([language, words]) => words === yesNoWord(code, language))
}
