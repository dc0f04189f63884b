/** An XLSForm as the content of a survey, with a remark on every part of it. Nothing is dropped without one. */
import { fitting } from './read-texts.ts'
import { questionProblems } from '#domain/survey-rules.ts'
import { planOf, readExpression, scopeOver } from '#domain/filling-plan.ts'
import { type FieldProblem, problemText } from '#domain/problems.ts'
import { choiceTypes, type Localized, type Question, type Section, type SurveyContent } from '#domain/survey.ts'
import type { Cell } from '../excel/cell.ts'
import type { Names } from './from-xpath.ts'
import { languageOf } from './languages.ts'
import type { OwnFields } from './own-fields.ts'
import { calculationOf, constraintOf, relevantOf, plainCells, sectionRelevant } from './question-cells.ts'
import { optionsOf, readLists, type Lists } from './read-choices.ts'
import { type Fields, type Note, readExpressionCell, readFields } from './read-fields.ts'
import { RowReader, type RowQuestion, type RowSection } from './read-rows.ts'
import { readTexts } from './read-texts.ts'
import type { Report, Spot } from './report.ts'
import { type FormRow, type FormSheet, readSheet } from './sheets.ts'
import { readSkips } from './skip-rows.ts'
import { formContext } from './write-form.ts'

export interface FormRead {
  title: string
  /** The language of the title. */
  language: string
  content: SurveyContent
}

export type Sheets = ReadonlyMap<string, readonly (readonly Cell[])[]>

const maxOptions = 50_000
const longText = { max: 2000, lines: 'many' } as const
const message = { max: 500, lines: 'one' } as const

export function readForm(
  sheets: Sheets,
  { report, fallbackTitle }: { report: Report; fallbackTitle: string },
): FormRead {
  const settings = readSheet('settings', sheets.get('settings') ?? [], { report, language: 'en' })
  const words = settings.rows[0]?.cells ?? new Map<string, string>()
  const language = languageOf(words.get('default_language') ?? '') ?? 'en'
  noteSettings(settings, report)
  const surveyCells = sheets.get('survey') ?? []
  const filters = filtersOf(surveyCells)
  const survey = readSheet('survey', surveyCells, { report, language })
  for (const column of ['type', 'name'])
    if (!survey.places.has(column)) report.add({ sheet: 'survey', row: 1, column }, 'COLUMN_MISSING', { value: column })
  const choices = readSheet('choices', sheets.get('choices') ?? [], { report, language, filters })
  const lists = readLists(choices, { report, language })
  const sections = new RowReader(survey, lists, report).read()
  const skipSheet = readSheet('canvass_skips', sheets.get('canvass_skips') ?? [], { report, language })
  const title = fitting(words.get('form_title') ?? fallbackTitle, { max: 200, lines: 'one' }) || fallbackTitle
  const reader = new FormReader({ survey, choices, lists, sections, report, language, title })
  const content = reader.read(skipSheet)
  if (content.sections.every(({ questions }) => questions.length === 0))
    report.add({ sheet: 'survey', row: 0 }, 'NOTHING_TO_MAKE')
  return { title, language, content }
}

/** The columns of the choices that filters look at. */
function filtersOf(cells: readonly (readonly Cell[])[]): ReadonlySet<string> {
  const place = (cells[0] ?? []).findIndex((cell) => String(cell).trim().toLowerCase() === 'choice_filter')
  const filters = cells.slice(1).flatMap((row) => {
    const cell = row[place]
    return typeof cell === 'string' ? (readFilter(cell)?.column ?? []) : []
  })
  return new Set(place < 0 ? [] : filters)
}

/** `province=${province}`, either way round; options that belong to none may be shown always. */
function readFilter(text: string): { column: string; name: string } | undefined {
  const found =
    /^\s*([\w-]+)\s*=\s*\$\{\s*([^}\s]+)\s*\}\s*(?:or\s+\1\s*=\s*''\s*)?$/.exec(text) ??
    /^\s*\$\{\s*(?<name>[^}\s]+)\s*\}\s*=\s*(?<column>[\w-]+)\s*$/.exec(text)
  if (!found) return undefined
  const { name = found[2] ?? '', column = found[1] ?? '' } = found.groups ?? {}
  return { column, name }
}

function noteSettings(settings: FormSheet, report: Report): void {
  for (const [index, { row, cells }] of settings.rows.entries())
    for (const [column, value] of cells) {
      const spot = { sheet: settings.name, row, index: settings.places.get(column), column }
      const isUsed = index === 0 && (column === 'form_title' || column === 'default_language')
      report.add(spot, isUsed ? 'SETTING_TAKEN' : 'CELL_LEFT', { value })
    }
}

interface Form {
  survey: FormSheet
  choices: FormSheet
  lists: Lists
  sections: RowSection[]
  report: Report
  language: string
  title: string
}

/** A question with the row that it comes from and what the row alone says. */
interface Made {
  from: RowQuestion
  question: Question
  read: Fields
  /** What is not understood of its rules, unless the column canvass says it. */
  notes: Parameters<Note>[]
}

class FormReader {
  readonly #form: Form
  readonly #made: Made[] = []
  readonly #byName = new Map<string, Made>()
  readonly #byRow = new Map<FormRow, Made>()
  #options = 0
  readonly #usedLists = new Set<string>()

  constructor(form: Form) {
    this.#form = form
  }

  read(skipSheet: FormSheet): SurveyContent {
    const { sections, report } = this.#form
    let position = 0
    for (const section of sections)
      for (const from of section.questions) {
        position += 1
        const made = { from, question: this.#plain(from, position), read: none, notes: [] }
        this.#made.push(made)
        this.#byRow.set(from.row, made)
        if (!this.#byName.has(from.name)) this.#byName.set(from.name, made)
      }
    for (const made of this.#made) this.#addOptions(made)
    this.#settleCalculations()
    for (const made of this.#made) this.#addRules(made)
    if (this.#options > maxOptions)
      report.add({ sheet: 'choices', row: 0 }, 'OPTIONS_TOO_MANY', { value: String(maxOptions) })
    this.#noteLists()
    const rowSections = sections.map((section) => this.#section(section))
    const bare = { sections: rowSections.map(({ section }) => section) }
    const { skips, unfit } = readSkips(skipSheet, bare)
    for (const row of unfit) report.add({ sheet: skipSheet.name, row }, 'CELL_LEFT', { value: 'skip' })
    let content: SurveyContent = skips.length > 0 ? { ...bare, skips } : bare
    content = this.#checkOwn(content, rowSections)
    this.#noteCells(content)
    content = this.#dropUnfit(content, rowSections)
    for (const { from } of this.#made) {
      const spot = this.#spot(from.row, 'name')
      report.add(spot, 'QUESTION_TAKEN', { name: from.code })
    }
    return content
  }

  #spot({ row }: FormRow, column: string): Spot {
    const { survey } = this.#form
    return { sheet: survey.name, row, index: survey.places.get(column), column }
  }

  #texts(row: FormRow, base: string, rules: { max: number; lines: 'one' | 'many' }): Localized | undefined {
    return readTexts(row, base, { sheet: this.#form.survey, report: this.#form.report, rules })
  }

  #plain({ row, code, type, own }: RowQuestion, position: number): Question {
    const text = this.#texts(row, 'label', longText)
    if (!text) this.#form.report.add(this.#spot(row, 'label'), 'TEXT_MISSING')
    const { filterable = false, identifying = false, personal = false } = own
    return {
      id: position,
      code,
      text: text ?? { [this.#form.language]: code },
      help: this.#texts(row, 'hint', longText) ?? null,
      type: type ?? 'DECIMAL',
      required: false,
      validation: {},
      filterable,
      identifying,
      personal,
      position,
      answers: [],
    }
  }

  #names(own: Question | undefined): Names {
    return {
      question: (name) => this.#byName.get(name)?.question,
      option: (code, name) => this.#optionCode(code, name),
      own,
    }
  }

  readonly #codesByName = new Map<string, ReadonlyMap<string, string>>()

  #optionCode(questionCode: string, name: string): string {
    const list = this.#codesByName.get(questionCode)
    if (list) return list.get(name) ?? name
    // What an `acknowledge` answers.
    return name === 'OK' ? 'yes' : name
  }

  #addOptions({ from, question }: Made): void {
    const { report, lists, language } = this.#form
    if (from.list !== undefined) this.#usedLists.add(from.list)
    if (!choiceTypes.includes(question.type)) return
    const choices = lists.get(from.list ?? '') ?? []
    this.#codesByName.set(question.code, new Map(choices.map(({ name, code }) => [name, code])))
    const written = from.row.cells.get('choice_filter')
    const filter = written === undefined ? undefined : readFilter(written)
    const parent = filter && this.#byName.get(filter.name)
    if (written !== undefined && !parent)
      report.add(this.#spot(from.row, 'choice_filter'), 'FILTER_LEFT', { value: written })
    const parentList = new Map((lists.get(parent?.from.list ?? '') ?? []).map(({ name, code }) => [name, code]))
    const parentOf = (name: string) => parentList.get(name) ?? name
    const options = optionsOf(choices, { firstId: this.#options + 1, filter: parent && filter?.column, parentOf })
    if (from.orOther && !options.some(({ code }) => code.toLowerCase() === 'other')) {
      const text = { [language]: 'Other' }
      const position = options.length + 1
      options.push({ id: this.#options + position, code: 'other', text, isOther: true, exclusive: false, position })
      report.add(this.#spot(from.row, 'type'), 'OTHER_ADDED')
    }
    question.answers = options
    this.#options += options.length
  }

  /** The type of a calculation is the first that fits; one may need the type of another. */
  #settleCalculations(): void {
    const open = this.#made.filter(({ from }) => from.type === undefined)
    const quiet: Note = () => undefined
    for (let round = 0; round < 5 && open.length > 0; round += 1) {
      const scope = scopeOver(this.#made.map(({ question }) => question))
      let changed = false
      for (const { from, question } of open) {
        const source = readExpressionCell(from.row.cells, 'calculation', this.#names(undefined), quiet)
        const types = ['DECIMAL', 'TEXT', 'DATE', 'DATETIME', 'TIME'] as const
        const fits = types.find(
          (type) => readExpression('calculation', source, { scope, question: { type } }).problems.length === 0,
        )
        const type = source === null || !fits ? 'TEXT' : fits
        changed ||= type !== question.type
        question.type = type
      }
      if (!changed) return
    }
  }

  #addRules(made: Made): void {
    const { from, question } = made
    const note: Note = (...words) => made.notes.push(words)
    const read = readFields(from.row.cells, { type: question.type, names: this.#names(question), note })
    const conditions = from.groups.map((group) => this.#groupCondition(group))
    const all = [...conditions, read.relevant].filter((each) => typeof each === 'string')
    made.read = { ...read, relevant: all.length > 1 ? all.map((each) => `(${each})`).join(' and ') : (all[0] ?? null) }
    setFields(question, { ...made.read, ...ownFields(from.own) }, this.#texts(from.row, 'constraint_message', message))
  }

  readonly #conditions = new Map<FormRow, string | null>()

  #groupCondition(group: FormRow): string | null {
    const known = this.#conditions.get(group)
    if (known !== undefined) return known
    const notes: Parameters<Note>[] = []
    const note: Note = (...words) => notes.push(words)
    const condition = readExpressionCell(group.cells, 'relevant', this.#names(undefined), note)
    this.#conditions.set(group, condition)
    this.#groupNotes.set(group, notes)
    return condition
  }

  readonly #groupNotes = new Map<FormRow, Parameters<Note>[]>()

  #tell(row: FormRow, notes: readonly Parameters<Note>[]): void {
    for (const [column, code, value] of notes) this.#form.report.add(this.#spot(row, column), code, { value })
  }

  #noteLists(): void {
    const { lists, choices, report } = this.#form
    for (const [name, list] of lists) {
      const spot = {
        sheet: choices.name,
        row: list[0]?.row ?? 0,
        index: choices.places.get('list_name'),
        column: 'list_name',
      }
      report.add(spot, this.#usedLists.has(name) ? 'LIST_TAKEN' : 'CELL_LEFT', {
        name,
        value: this.#usedLists.has(name) ? String(list.length) : name,
      })
    }
  }

  readonly #sectionReads = new Map<number, string | null>()

  #section(from: RowSection): { from: RowSection; section: Section } {
    const id = this.#sectionReads.size + 1
    const { title, language } = this.#form
    if (from.row && !from.title) this.#form.report.add(this.#spot(from.row, 'label'), 'TEXT_MISSING')
    const relevant = from.row ? this.#groupCondition(from.row) : null
    this.#sectionReads.set(id, relevant)
    const questions = from.questions.flatMap(({ row }) => this.#byRow.get(row)?.question ?? [])
    questions.forEach((question, index) => (question.position = index + 1))
    const name = from.row ? from.name || `${id}` : title
    const section: Section = {
      id,
      title: from.title ?? { [language]: name },
      relevant,
      position: id,
      questions,
    }
    const written = from.row?.cells.get('canvass')
    const own = written === undefined ? undefined : parsedRelevant(written)
    if (own !== undefined) section.relevant = own
    return { from, section }
  }

  /** The column canvass counts where the other cells are those that we would write for it. */
  #checkOwn(content: SurveyContent, sections: readonly { from: RowSection; section: Section }[]): SurveyContent {
    const context = formContext(content)
    let isOld = false
    for (const { from, question, read, notes } of this.#made) {
      const own = ownFields(from.own)
      const { cells } = from.row
      const fits =
        cells.get('relevant') === relevantOf(question, context) &&
        cells.get('constraint') === constraintOf(question, context) &&
        cells.get('calculation') === calculationOf(question, context)
      if (fits || Object.keys(own).length === 0) {
        // A cell that we would write again just so loses nothing.
        const plain = plainCells(question, context)
        this.#tell(
          from.row,
          notes.filter(([column]) => plain.get(column) !== cells.get(column)),
        )
        continue
      }
      isOld = true
      setFields(question, read, question.validation.message)
      this.#tell(from.row, [...notes, ['canvass', 'OWN_FIELDS_OLD', '']])
    }
    for (const { from, section } of sections) {
      if (!from.row) continue
      const read = this.#sectionReads.get(section.id) ?? null
      const isOwn = section.relevant !== read
      const fits = from.row.cells.get('relevant') === sectionRelevant(section, context)
      if (!fits) this.#tell(from.row, this.#groupNotes.get(from.row) ?? [])
      if (!isOwn || fits) continue
      isOld = true
      section.relevant = read
      this.#tell(from.row, [['canvass', 'OWN_FIELDS_OLD', '']])
    }
    const joined = new Set(this.#made.flatMap(({ from }) => from.groups))
    for (const row of joined) this.#tell(row, this.#groupNotes.get(row) ?? [])
    // Another content is another object.
    return isOld ? { ...content } : content
  }

  /** Cells that no field was read from. */
  #noteCells(content: SurveyContent): void {
    const context = formContext(content)
    for (const { from, question } of this.#made) {
      const plain = plainCells(question, context)
      for (const [column, value] of from.row.cells) {
        if (readColumns.test(column) || plain.get(column) === value) continue
        if (column === 'parameters' && /^range$/i.test(from.row.cells.get('type') ?? '')) continue
        if (column === 'appearance' && isPlainLook(value, plain.get('appearance'))) continue
        if (column === 'read_only' && /^(no|false)$/i.test(value)) continue
        const code = column === 'choice_filter' ? undefined : ('CELL_LEFT' as const)
        if (code) this.#form.report.add(this.#spot(from.row, column), code, { value })
      }
    }
    for (const { row } of this.#form.sections) if (row) this.#noteGroup(row)
    const groups = new Set(this.#made.flatMap(({ from }) => from.groups))
    for (const row of groups) this.#noteGroup(row, true)
  }

  #noteGroup(row: FormRow, isJoined = false): void {
    for (const [column, value] of row.cells) {
      const isRead = /^(type|name|relevant|canvass)$/.test(column) || (!isJoined && column.startsWith('label::'))
      if (!isRead) this.#form.report.add(this.#spot(row, column), 'CELL_LEFT', { value })
    }
  }

  /** Takes out the rules that no survey may have, each with a remark. */
  #dropUnfit(content: SurveyContent, sections: readonly { from: RowSection; section: Section }[]): SurveyContent {
    const { report } = this.#form
    for (const { from, question } of this.#made)
      for (const found of questionProblems(question)) {
        const bound = /^validation\.(\w+)$/.exec(found.path)?.[1] as keyof Question['validation'] | undefined
        if (!bound) continue
        report.add(this.#spot(from.row, 'constraint'), 'EXPRESSION_UNFIT', { value: problemText(found) })
        const { [bound]: _, ...rest } = question.validation
        question.validation = rest
      }
    const problems = planOf({ ...content }).problems
    for (const found of problems) {
      const [, section, index, field] = /^sections\[(\d+)\](?:\.questions\[(\d+)\])?\.(\w+)$/.exec(found.path) ?? []
      const at = sections[Number(section)]
      const question = index === undefined ? undefined : at?.section.questions[Number(index)]
      const made = question && this.#made[question.id - 1]
      const row = made?.from.row ?? at?.from.row
      const spot = row ? this.#spot(row, field ?? '') : { sheet: 'survey', row: 0 }
      if (found.code === 'EXPRESSION_CYCLE') {
        report.add(spot, 'CIRCLE', { value: (found as FieldProblem & { names?: string }).names ?? '' })
        continue
      }
      report.add(spot, 'EXPRESSION_UNFIT', { value: problemText(found) })
      const target: Question | Section | undefined = question ?? at?.section
      if (target && (field === 'relevant' || field === 'constraint' || field === 'calculation'))
        Object.assign(target, { [field]: null })
    }
    return { ...content }
  }
}

const none: Fields = { required: false, validation: {}, relevant: null, constraint: null, calculation: null }

/** Columns that become something of a question, or are remarked where they are read. */
const readColumns =
  /^(type|name|required|relevant|constraint|calculation|choice_filter|canvass)$|^(label|hint|constraint_message)::/

function setFields(question: Question, { validation, ...fields }: Fields, words: Localized | undefined): void {
  Object.assign(question, fields, { validation: words ? { ...validation, message: words } : validation })
}

/** The rules among the own fields. */
function ownFields({ required, validation, relevant, constraint, calculation }: OwnFields): Partial<Fields> {
  const given = { required, validation, relevant, constraint, calculation }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function parsedRelevant(text: string): string | null | undefined {
  try {
    const { relevant } = JSON.parse(text) as { relevant?: unknown }
    return typeof relevant === 'string' || relevant === null ? relevant : undefined
  } catch {
    return undefined
  }
}

/** Whether an appearance says only what the type of the question says. */
function isPlainLook(given: string, plain = ''): boolean {
  const words = plain.split(' ')
  return given.split(/\s+/).every((word) => words.includes(word))
}
