/** An XLSForm as the content of a survey, with a remark on every part of it. Nothing is dropped without one. */
import { fitting, mapTexts, readTexts, withReferences } from './read-texts.ts'
import type { LogicCount, RemarkCode } from '#domain/answers/form-report.ts'
import { own } from '#domain/own.ts'
import { compileExpression } from '#domain/expressions/expression-types.ts'
import {
  byLanguage,
  choiceTypes,
  type Localized,
  type Question,
  type Repeat,
  type Section,
  type SurveyContent,
} from '#domain/surveys/survey.ts'
import type { Cell } from '../excel/cell.ts'
import { FormChecks } from './check-form.ts'
import { filtersOf, optionFilterFrom, readFilter } from './choice-filter.ts'
import { markFilterable } from './filterable.ts'
import { type Form, leaveEmpty, type Made, type MadeSection, type Notes, ownFields, setFields } from './form-parts.ts'
import type { Names } from './from-xpath.ts'
import { Languages } from './languages.ts'
import { keepPaths } from './keep-paths.ts'
import { logicKept } from './logic-kept.ts'
import { withoutLoops } from './loops.ts'
import { OwnFields, readOwn } from './own-fields.ts'
import { withOthers } from './or-other.ts'
import { optionsOf, readLists } from './read-choices.ts'
import { type Fields, type Note, readExpressionCell, readFields } from './read-fields.ts'
import { layTables, readLook, readSectionLook } from './read-looks.ts'
import { readRepeat } from './read-repeat.ts'
import { RowReader, type RowQuestion, type RowSection } from './read-rows.ts'
import type { Report, Spot } from './report.ts'
import { type FormRow, type FormSheet, readSheet } from './sheets.ts'
import { readSkips } from './skip-rows.ts'

export interface FormRead {
  title: string
  /** The language of the title. */
  language: string
  content: SurveyContent
  logic: LogicCount[]
}

export type Sheets = ReadonlyMap<string, readonly (readonly Cell[])[]>

const maxOptions = 50_000
const longText = { max: 2000, lines: 'many' } as const
const message = { max: 500, lines: 'one' } as const

interface Reading {
  report: Report
  fallbackTitle: string
  /** Whether a person said that the responses to an encrypted form may come as they are. */
  unencrypted?: boolean
}

export function readForm(sheets: Sheets, reading: Reading): FormRead {
  const { report, fallbackTitle } = reading
  const languages = new Languages()
  const settings = readSheet('settings', sheets.get('settings') ?? [], { report, languages, language: 'en' })
  const words = settings.rows[0]?.cells ?? new Map<string, string>()
  const language = mainLanguage(words.get('default_language'), languages)
  noteSettings(settings, reading)
  const surveyCells = sheets.get('survey') ?? []
  const filters = filtersOf(surveyCells, sheets.get('choices') ?? [])
  const options = { report, languages, language }
  const written = readSheet('survey', surveyCells, options)
  for (const column of ['type', 'name'])
    if (!written.places.has(column))
      report.add({ sheet: 'survey', row: 1, column }, 'COLUMN_MISSING', { value: column })
  const choices = readSheet('choices', sheets.get('choices') ?? [], { ...options, filters })
  const duplicates = /^(yes|true)/i.test(words.get('allow_choice_duplicates') ?? '')
  const listed = readLists(choices, { report, language, duplicates })
  const looped = { ...written, rows: withoutLoops(written.rows, listed) }
  const { survey, lists } = withOthers(looped, listed, report)
  const sections = new RowReader(survey, lists, report).read()
  const skipSheet = readSheet('canvass_skips', sheets.get('canvass_skips') ?? [], options)
  for (const { code, name } of languages.local)
    report.add({ sheet: 'survey', row: 1 }, 'LANGUAGE_LOCAL', { name: code, value: name })
  const title = fitting(words.get('form_title') ?? fallbackTitle, { max: 200, lines: 'one' }) || fallbackTitle
  const reader = new FormReader({ survey, choices, lists, sections, report, language, title })
  const content = reader.read(skipSheet)
  if (!survey.places.has('canvass')) markFilterable(content, report, survey.name)
  if (content.sections.every(({ questions }) => questions.length === 0))
    report.add({ sheet: 'survey', row: 0 }, 'NOTHING_TO_MAKE')
  const logic = logicKept(survey, report.remarks, (row) => reader.isTaken(row))
  return { title, language, content, logic }
}

/** `default` is the language of texts whose column names none. */
function mainLanguage(words: string | undefined, languages: Languages): string {
  return words === undefined || /^default$/i.test(words.trim()) ? 'en' : languages.codeOf(words)
}

const settingCodes: Readonly<Record<string, RemarkCode>> = {
  form_id: 'SETTING_OWN',
  version: 'SETTING_OWN',
  style: 'LOOK_LEFT',
}

const takenSettings = ['form_title', 'default_language', 'allow_choice_duplicates']

function noteSettings(settings: FormSheet, { report, unencrypted }: Reading): void {
  const codes = { ...settingCodes, public_key: unencrypted ? 'ENCRYPTION_LEFT' : 'ENCRYPTION_ASKED' } as const
  for (const [index, { row, cells }] of settings.rows.entries())
    for (const [column, value] of cells) {
      const spot = { sheet: settings.name, row, index: settings.places.get(column), column }
      const isUsed = index === 0 && takenSettings.includes(column)
      report.add(spot, isUsed ? 'SETTING_TAKEN' : (own<RemarkCode>(codes, column) ?? 'CELL_LEFT'), { value })
    }
}

class FormReader {
  readonly #form: Form
  readonly #made: Made[] = []
  readonly #byName = new Map<string, Made>()
  readonly #byPath = new Map<string, Made>()
  /** By the names of all questions. */
  readonly #codes: ReadonlyMap<string, string>
  readonly #byRow = new Map<FormRow, Made>()
  #options = 0
  readonly #usedLists = new Set<string>()

  constructor(form: Form) {
    this.#form = form
    const questions = form.sections.flatMap((section) => section.questions)
    const named = questions.toReversed().map(({ name, code }) => [name, code] as const)
    // Texts of ours name one of several by its code.
    this.#codes = new Map([
      ...questions.map(({ code }) => [code, code] as const),
      ...named,
      ...named.filter(([name, code]) => name === code),
    ])
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
        this.#byPath.set(from.path.join('/'), made)
      }
    for (const made of this.#made) this.#addOptions(made)
    this.#settleCalculations()
    for (const made of this.#made) this.#addRules(made)
    if (this.#options > maxOptions)
      report.add({ sheet: 'choices', row: 0 }, 'OPTIONS_TOO_MANY', { value: String(maxOptions) })
    this.#noteLists()
    const rowSections = sections.map((section) => this.#section(section))
    const isOurs = this.#form.survey.places.has('canvass')
    keepPaths(rowSections, isOurs)
    const bare = { sections: rowSections.map(({ section }) => section) }
    const { skips, unfit } = readSkips(skipSheet, bare)
    for (const row of unfit) report.add({ sheet: skipSheet.name, row }, 'CELL_LEFT', { value: 'skip' })
    let content: SurveyContent = skips.length > 0 ? { ...bare, skips } : bare
    const checks = new FormChecks(this.#form, this.#made, this.#groupNotes)
    content = checks.checkOwn(content, rowSections)
    checks.noteCells(content)
    content = checks.dropUnfit(content, rowSections)
    // Our own drafts come back as they are.
    if (!isOurs && !report.isWrong) checks.notePublishing(content, rowSections)
    for (const { from } of this.#made) {
      const spot = this.#spot(from.row, 'name')
      report.add(spot, 'QUESTION_TAKEN', { name: from.code })
    }
    return content
  }

  /** Whether a question or group was made of the row. */
  isTaken(row: FormRow): boolean {
    return this.#byRow.has(row) || this.#conditions.has(row) || row.cells.has('canvass')
  }

  #spot({ row }: FormRow, column: string): Spot {
    const { survey } = this.#form
    return { sheet: survey.name, row, index: survey.places.get(column), column }
  }

  #texts(row: FormRow, base: string, rules: { max: number; lines: 'one' | 'many' }): Localized | undefined {
    const known = this.#codes
    const texts = readTexts(row, base, { sheet: this.#form.survey, report: this.#form.report, rules, known })
    return texts && this.#withCodes(texts)
  }

  #withCodes(texts: Localized): Localized {
    return mapTexts(texts, (text) => withReferences(text, this.#codes))
  }

  #plain({ row, code, type, own, isComputed }: RowQuestion, position: number): Question {
    // A calculation is not shown, whatever its label.
    const text = isComputed && !row.cells.has('canvass') ? undefined : this.#texts(row, 'label', longText)
    if (!text && !isComputed) this.#form.report.add(this.#spot(row, 'label'), 'TEXT_MISSING')
    const { filterable = false, identifying = false, personal = false } = own
    const appearance = type && withReferences(readLook(row, type), this.#codes)
    return {
      id: position,
      code,
      text: text ?? { [this.#form.language]: code },
      help: this.#texts(row, 'hint', longText) ?? null,
      guidance: this.#texts(row, 'guidance_hint', longText) ?? null,
      type: type ?? 'DECIMAL',
      required: false,
      validation: {},
      ...(appearance ? { appearance } : {}),
      filterable,
      identifying,
      personal,
      position,
      answers: [],
    }
  }

  /** `/data/hh/name` names one of several by its path. */
  #named(name: string): Made | undefined {
    const [, last = name] = /^\/.*?([^/]+)$/.exec(name) ?? []
    return this.#byPath.get(name.replace(/^\/[^/]+\//, '')) ?? this.#byName.get(last)
  }

  #names(own: Question | undefined): Names {
    return {
      question: (name) => this.#named(name)?.question,
      options: (code, name) => this.#optionCodes(code, name),
      own,
    }
  }

  readonly #codesByName = new Map<string, ReadonlyMap<string, readonly string[]>>()

  #optionCodes(questionCode: string, name: string): readonly string[] {
    const list = this.#codesByName.get(questionCode)
    if (list) return list.get(name) ?? []
    // What an `acknowledge` answers.
    return name === 'OK' ? ['yes'] : [name]
  }

  #addOptions({ from, question }: Made): void {
    const { lists } = this.#form
    if (from.list !== undefined) this.#usedLists.add(from.list)
    if (!choiceTypes.includes(question.type)) return
    const choices = lists.get(from.list ?? '') ?? []
    const codes = Map.groupBy(choices, ({ name }) => name)
    this.#codesByName.set(
      question.code,
      new Map([...codes].map(([name, named]) => [name, named.map(({ code }) => code)])),
    )
    const written = from.row.cells.get('choice_filter')
    const filter = written === undefined ? undefined : readFilter(written)
    const parent = filter && this.#named(filter.name)
    const parentList = new Map((lists.get(parent?.from.list ?? '') ?? []).map(({ name, code }) => [name, code]))
    const parentOf = (name: string) => parentList.get(name) ?? name
    const hasColumns = !parent && (written !== undefined || this.#form.survey.places.has('canvass'))
    const [firstId, column] = [this.#options + 1, parent && filter?.column]
    const options = optionsOf(choices, { firstId, filter: column, parentOf, hasColumns })
    question.answers = options.map((option) => ({ ...option, text: this.#withCodes(option.text) }))
    this.#options += options.length
  }

  /** The type of a calculation is that of what it computes; one may need the type of another. */
  #settleCalculations(): void {
    const open = this.#made.filter(({ from }) => from.type === undefined)
    const rosters = new Map(
      this.#form.sections.flatMap(({ repeats, questions }, index) =>
        questions.map(({ row }) => [this.#byRow.get(row)?.question, repeats ? index : undefined] as const),
      ),
    )
    const byCode = new Map(this.#made.map(({ question }) => [question.code, question]))
    const named = (code: string) => {
      const question = byCode.get(code)
      return question && { ...question, roster: rosters.get(question) }
    }
    for (let round = 0; round < 5 && open.length > 0; round += 1) {
      let changed = false
      for (const { from, question } of open) {
        const source = readExpressionCell(from.row.cells, 'calculation', this.#names(undefined), quiet)
        const scope = { question: named, roster: rosters.get(question) }
        const computes = source === null ? undefined : compileExpression(source, scope, undefined).type
        const type = computes === 'number' ? 'DECIMAL' : (dayTypes[computes ?? ''] ?? 'TEXT')
        changed ||= type !== question.type
        question.type = type
      }
      if (!changed) return
    }
  }

  #addRules(made: Made): void {
    const { from, question } = made
    const note: Note = (column, code, value, name) => {
      const isComputed = column === 'calculation' && code === 'EXPRESSION_LEFT'
      made.notes.push(isComputed ? [column, 'CALCULATION_LEFT', value, from.name] : [column, code, value, name])
    }
    const read = readFields(from.row.cells, { type: question.type, names: this.#names(question), note })
    const conditions = from.groups.map((group) => this.#groupCondition(group))
    const optionFilter = this.#optionFilter(made)
    made.read = { ...read, optionFilter, relevant: allHold([...conditions, read.relevant ?? null]) }
    setFields(
      question,
      { ...made.read, ...ownFields(from.own) },
      {
        message: this.#texts(from.row, 'constraint_message', message),
        requiredMessage: this.#texts(from.row, 'required_message', message),
      },
    )
    // What triggers no calculation is a question all the same.
    if (!question.calculation) question.trigger = null
    const isBlank = /^\s*\.?\s*$/.test(from.row.cells.get('calculation') ?? '')
    const isAsked = !from.isComputed && (isBlank || from.row.cells.has('trigger'))
    if (!isAsked && question.calculation === null && from.row.cells.has('calculation')) leaveEmpty(question)
  }

  #optionFilter({ from, question }: Made): string | null {
    const written = from.row.cells.get('choice_filter')
    const filter = written === undefined ? undefined : readFilter(written)
    if (written === undefined || (filter && this.#named(filter.name))) return null
    const left = this.#form.report.add.bind(this.#form.report, this.#spot(from.row, 'choice_filter'), 'FILTER_LEFT')
    return optionFilterFrom(written, { question, names: this.#names(undefined), left: (value) => left({ value }) })
  }

  readonly #conditions = new Map<FormRow, string | null>()

  #groupCondition(group: FormRow): string | null {
    const known = this.#conditions.get(group)
    if (known !== undefined) return known
    const notes: Notes = []
    const note: Note = (...words) => notes.push(words)
    const condition = readExpressionCell(group.cells, 'relevant', this.#names(undefined), note)
    this.#conditions.set(group, condition)
    this.#groupNotes.set(group, notes)
    return condition
  }

  readonly #groupNotes = new Map<FormRow, Notes>()

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

  #sectionCount = 0

  #section(from: RowSection): MadeSection {
    const id = (this.#sectionCount += 1)
    const { title, language } = this.#form
    if (from.row && !from.title && !from.own) this.#form.report.add(this.#spot(from.row, 'label'), 'TEXT_MISSING')
    const conditions = [...from.around, ...(from.row ? [from.row] : [])].map((row) => this.#groupCondition(row))
    const relevant = allHold(conditions)
    const questions = from.questions.flatMap(({ row }) => this.#byRow.get(row)?.question ?? [])
    questions.forEach((question, index) => (question.position = index + 1))
    const name = from.row ? from.name || `${id}` : title
    const section: Section = {
      id,
      title: from.own ? byLanguage(from.own.title) : this.#withCodes(from.title ?? { [language]: name }),
      relevant: from.own ? (from.own.relevant ?? null) : relevant,
      position: id,
      questions,
    }
    const appearance = from.own ? from.own.appearance : from.row && readSectionLook(from.row)
    if (appearance) section.appearance = appearance
    layTables(from, (row) => this.#byRow.get(row)?.question)
    const own = from.own ? undefined : readOwn(OwnFields, from.row?.cells.get('canvass') ?? '')
    if (own?.relevant !== undefined) section.relevant = own.relevant
    if (from.row && from.repeats) section.repeat = this.#repeat(from.row, own?.repeat?.max)
    return { from, section, read: relevant }
  }

  /** A calculation that counts repetitions is a whole number. */
  #repeat(row: FormRow, most: number | undefined): Repeat {
    const repeat = readRepeat(this.#form, row, { question: (name) => this.#named(name)?.question, most })
    const counting = this.#made.find(({ question }) => question.code === repeat.countCode)
    if (counting?.from.type === undefined && counting?.question.type === 'DECIMAL') counting.question.type = 'INTEGER'
    return repeat
  }
}

const none: Fields = { required: false, validation: {} }

/** Both conditions in one; null without any. */
function allHold(conditions: readonly (string | null)[]): string | null {
  const given = conditions.filter((each) => each !== null)
  return given.length > 1 ? given.map((each) => `(${each})`).join(' and ') : (given[0] ?? null)
}

const dayTypes: Record<string, Question['type']> = { date: 'DATE', datetime: 'DATETIME', time: 'TIME' }

const quiet: Note = () => undefined
