/** The rows of a form as sections and questions, with what each row says of them. */
import {
  byLanguage,
  type InnerGroup,
  isComputed,
  isSilent,
  type Localized,
  type OptionList,
  type Question,
  type Section,
  type SurveyContent,
} from '#domain/surveys/survey.ts'
import { formPathOf } from '#domain/surveys/form-layout.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { FormChecks } from './check-form.ts'
import { settleTypes } from './computed-types.ts'
import {
  type Form,
  leaveEmpty,
  type Made,
  type MadeSection,
  type Notes,
  ownFields,
  setFields,
  spotOf,
} from './form-parts.ts'
import { keepPaths } from './keep-paths.ts'
import { MadeNames } from './made-names.ts'
import { OwnFields, readOwn } from './own-fields.ts'
import { type Fields, type Note, readExpressionCell, readFields } from './read-fields.ts'
import { layTables, readLook, readSectionLook } from './read-looks.ts'
import { OptionsReader } from './read-options.ts'
import { readRepeat } from './read-repeat.ts'
import type { RowQuestion, RowSection } from './read-rows.ts'
import { mapTexts, readMedia, readTexts, withReferences } from './read-texts.ts'
import { readSkips } from './skip-rows.ts'
import type { FormRow, FormSheet } from './sheets.ts'
import { readParameters } from './types.ts'

const longText = { max: 2000, lines: 'many' } as const
const message = { max: 500, lines: 'one' } as const

export class FormReader {
  readonly #form: Form
  readonly #made: Made[] = []
  readonly #names: MadeNames
  readonly #options: OptionsReader
  readonly #byRow = new Map<FormRow, Made>()
  /** Rows by their numbers: some are read with other cells than they have. */
  readonly #rows = new Set<number>()

  constructor(form: Form) {
    this.#form = form
    this.#names = new MadeNames(form.sections, form.lists)
    this.#options = new OptionsReader(form, this.#names)
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
        this.#rows.add(from.row.row)
        this.#names.add(made)
      }
    for (const made of this.#made) this.#options.addOptions(made)
    settleTypes(this.#made, sections, this.#names)
    for (const made of this.#made) this.#addRules(made)
    this.#options.noteLists()
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
      const spot = spotOf(this.#form, from.row, 'name')
      report.add(spot, 'QUESTION_TAKEN', { name: from.code })
    }
    return content
  }

  /** Whether a question or group was made of the row. */
  isTaken(row: FormRow): boolean {
    return this.#rows.has(row.row) || this.#conditions.has(row) || row.cells.has('canvass')
  }

  #texts(row: FormRow, base: string, rules: { max: number; lines: 'one' | 'many' }): Localized | undefined {
    const known = this.#names.codes
    const texts = readTexts(row, base, { sheet: this.#form.survey, report: this.#form.report, rules, known })
    return texts && this.#withCodes(texts)
  }

  #withCodes(texts: Localized): Localized {
    return mapTexts(texts, (text) => withReferences(text, this.#names.codes))
  }

  #plain({ row, code, type, own, isComputed, file }: RowQuestion, position: number): Question {
    // A calculation is not shown, whatever its label.
    const isHidden = isComputed || (type !== undefined && traitsOf(type).isRecorded)
    const text = isComputed && !row.cells.has('canvass') ? undefined : this.#texts(row, 'label', longText)
    if (!text && !isHidden) this.#form.report.add(spotOf(this.#form, row, 'label'), 'TEXT_MISSING')
    const { filterable = false, identifying = false, personal = false } = own
    const saveTo = row.cells.get('save_to')
    const appearance = type && withReferences(readLook(row, type), this.#names.codes)
    return {
      id: position,
      code,
      text: text ?? { [this.#form.language]: code },
      help: this.#texts(row, 'hint', longText) ?? null,
      guidance: this.#texts(row, 'guidance_hint', longText) ?? null,
      ...readMedia(row, this.#form.survey, this.#form.report),
      type: type ?? 'DECIMAL',
      required: false,
      validation: {},
      ...(appearance ? { appearance } : {}),
      ...(saveTo === undefined ? {} : { saveTo }),
      ...(file === undefined ? {} : { list: { file, ...columnsOf(row) } }),
      filterable,
      identifying,
      personal,
      position,
      answers: [],
    }
  }

  #addRules(made: Made): void {
    const { from, question } = made
    const note: Note = (column, code, value, name) => {
      const isComputed = column === 'calculation' && code === 'EXPRESSION_LEFT'
      made.notes.push(isComputed ? [column, 'CALCULATION_LEFT', value, from.name] : [column, code, value, name])
    }
    const read = readFields(from.row.cells, {
      type: question.type,
      names: this.#names.seenFrom(question, from.path),
      note,
    })
    const conditions = from.groups.map((group) => this.#groupCondition(group))
    const optionFilter = this.#options.filterOf(made)
    made.read = { ...read, optionFilter, relevant: allHold([...conditions, read.relevant ?? null]) }
    setFields(
      question,
      { ...made.read, ...ownFields(from.own) },
      {
        message: this.#texts(from.row, 'constraint_message', message),
        requiredMessage: this.#texts(from.row, 'required_message', message),
      },
    )
    // No person is shown a calculation to put it right.
    const isOurs = this.#form.survey.places.has('canvass')
    if (from.isComputed && !isOurs) Object.assign(question, { required: false, constraint: null, validation: {} })
    // What is asked for by its name alone is shown all the same.
    if (!from.isComputed && !isOurs && isComputed(question) && isSilent(question)) question.readOnly = true
    // What triggers no calculation is a question all the same.
    if (!question.calculation) question.trigger = null
    const isBlank = /^\s*\.?\s*$/.test(from.row.cells.get('calculation') ?? '')
    const isAsked = !from.isComputed && (isBlank || from.row.cells.has('trigger'))
    if (!isAsked && question.calculation === null && from.row.cells.has('calculation')) leaveEmpty(question)
  }

  readonly #conditions = new Map<FormRow, string | null>()

  #groupCondition(group: FormRow): string | null {
    const known = this.#conditions.get(group)
    if (known !== undefined) return known
    const notes: Notes = []
    const note: Note = (...words) => notes.push(words)
    const condition = readExpressionCell(group.cells, 'relevant', this.#names.seenFrom(undefined), note)
    this.#conditions.set(group, condition)
    this.#groupNotes.set(group, notes)
    return condition
  }

  readonly #groupNotes = new Map<FormRow, Notes>()

  #sectionCount = 0

  #section(from: RowSection): MadeSection {
    const id = (this.#sectionCount += 1)
    const { title, language } = this.#form
    if (from.row && !from.title && !from.own)
      this.#form.report.add(spotOf(this.#form, from.row, 'label'), 'TEXT_MISSING')
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
    const { media } = from.own ?? (from.row ? readMedia(from.row, this.#form.survey, this.#form.report) : {})
    if (media) section.media = media
    const groups = this.#innerGroups(from)
    if (groups.length > 0) section.groups = groups
    layTables(from, (row) => this.#byRow.get(row)?.question)
    const own = from.own ? undefined : readOwn(OwnFields, from.row?.cells.get('canvass') ?? '')
    if (own?.relevant !== undefined) section.relevant = own.relevant
    if (from.row && from.repeats)
      section.repeat = {
        ...readRepeat(this.#form, from.row, {
          question: (name) => this.#names.named(name, from.path)?.question,
          most: own?.repeat?.max,
        }),
        ...(from.depth > 1 ? { depth: from.depth } : {}),
      }
    return { from, section, read: relevant }
  }

  /** Those inside of a section: it has their conditions, and they stay as what they are called and how they look. */
  #innerGroups({ path = [], questions }: RowSection): InnerGroup[] {
    const found = new Map<FormRow, InnerGroup>()
    for (const { groups } of questions)
      groups.forEach((row, depth) => {
        const names = groups.slice(0, depth + 1).map(({ cells }) => cells.get('name') ?? '')
        const inPath = formPathOf([...path, ...names])
        if (found.has(row) || inPath === undefined || this.#form.sections.some((section) => section.row === row)) return
        const [title, appearance] = [this.#texts(row, 'label', message), readSectionLook(row)]
        if (!title && appearance === '') return
        found.set(row, { path: inPath, ...(title && { title }), ...(appearance && { appearance }) })
      })
    return [...found.values()]
  }
}

/** `value=code label=title`: the columns of a file, where they are not `name` and `label`. */
function columnsOf({ cells }: FormRow): Omit<OptionList, 'file'> {
  const { value, label } = readParameters(cells.get('parameters') ?? '')
  return { ...(value === undefined ? {} : { value }), ...(label === undefined ? {} : { label }) }
}

const none: Fields = { required: false, validation: {} }

/** Both conditions in one; null without any. */
function allHold(conditions: readonly (string | null)[]): string | null {
  const given = conditions.filter((each) => each !== null)
  return given.length > 1 ? given.map((each) => `(${each})`).join(' and ') : (given[0] ?? null)
}
