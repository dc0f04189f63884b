/** Checks a form as a whole: our own column, unread cells, and rules that do not fit. */
import { planOf } from '#domain/answers/filling-plan.ts'
import { type FieldProblem, problemText } from '#domain/problems.ts'
import { repeatProblems } from '#domain/publishing/repeat-checks.ts'
import { draftProblems, questionProblems } from '#domain/publishing/survey-rules.ts'
import { otherWords, wholeSection, wordsOf } from '#domain/surveys/appearances.ts'
import { expressionFields, type Question, type Section, type SurveyContent } from '#domain/surveys/survey.ts'
import {
  type Form,
  leaveEmpty,
  type Made,
  type MadeSection,
  type Notes,
  ownFields,
  setFields,
  spotOf,
  tell,
} from './form-parts.ts'
import {
  calculationOf,
  constraintOf,
  initialOf,
  optionFilterOf,
  plainCells,
  relevantOf,
  sectionRelevant,
} from './question-cells.ts'
import { readLook, readSectionLook } from './read-looks.ts'
import { type FormRow, isMedia } from './sheets.ts'
import { formContext } from './write-form.ts'

export class FormChecks {
  readonly #form: Form
  readonly #made: readonly Made[]
  /** The unread parts of group conditions. */
  readonly #groupNotes: ReadonlyMap<FormRow, Notes>

  constructor(form: Form, made: readonly Made[], groupNotes: ReadonlyMap<FormRow, Notes>) {
    this.#form = form
    this.#made = made
    this.#groupNotes = groupNotes
  }

  /** The column canvass counts where the other cells are those that we would write for it. */
  checkOwn(content: SurveyContent, sections: readonly MadeSection[]): SurveyContent {
    const context = formContext(content)
    let isOld = false
    for (const { from, question, read, notes } of this.#made) {
      const own = ownFields(from.own)
      const { cells } = from.row
      const fits =
        cells.get('relevant') === relevantOf(question, context) &&
        cells.get('constraint') === constraintOf(question, context) &&
        cells.get('calculation') === calculationOf(question, context) &&
        cells.get('default') === initialOf(question, context) &&
        cells.get('choice_filter') === optionFilterOf(question, context)
      if (fits || Object.keys(own).length === 0) {
        // A cell that we would write again just so loses nothing.
        const plain = plainCells(question, context)
        tell(
          this.#form,
          from.row,
          notes.filter(([column]) => plain.get(column) !== cells.get(column)),
        )
        continue
      }
      isOld = true
      setFields(question, read, question.validation)
      tell(this.#form, from.row, [...notes, ['canvass', 'OWN_FIELDS_OLD', '']])
    }
    for (const { from, section, read } of sections) {
      if (!from.row) continue
      const isOwn = section.relevant !== read
      const fits = from.row.cells.get('relevant') === sectionRelevant(section, context)
      if (!fits) tell(this.#form, from.row, this.#groupNotes.get(from.row) ?? [])
      if (!isOwn || fits) continue
      isOld = true
      section.relevant = read
      tell(this.#form, from.row, [['canvass', 'OWN_FIELDS_OLD', '']])
    }
    const joined = new Set(this.#made.flatMap(({ from }) => from.groups))
    for (const row of joined) tell(this.#form, row, this.#groupNotes.get(row) ?? [])
    // Another content is another object.
    return isOld ? { ...content } : content
  }

  /** Cells that no field was read from. */
  noteCells(content: SurveyContent): void {
    const context = formContext(content)
    for (const { from, question } of this.#made) {
      const plain = plainCells(question, context)
      for (const [column, value] of from.row.cells) {
        if (readColumns.test(column) || isMedia(column) || (column !== 'appearance' && plain.get(column) === value))
          continue
        if (column === 'parameters' && (question.list || /^range$/i.test(from.row.cells.get('type') ?? ''))) continue
        if (column === 'appearance') {
          this.#noteLook(from.row, otherWords({ type: question.type, appearance: readLook(from.row, question.type) }))
          continue
        }
        this.#form.report.add(spotOf(this.#form, from.row, column), 'CELL_LEFT', { value })
      }
    }
    for (const { row } of this.#form.sections) if (row) this.#noteGroup(row)
    const groups = new Set(this.#made.flatMap(({ from }) => from.groups))
    for (const row of groups) this.#noteGroup(row, true)
  }

  /** What does nothing here is kept for other programs. */
  #noteLook(row: FormRow, words: readonly string[]): void {
    if (words.length > 0)
      this.#form.report.add(spotOf(this.#form, row, 'appearance'), 'LOOK_KEPT', { value: words.join(' ') })
  }

  #noteGroup(row: FormRow, isJoined = false): void {
    if (!isJoined)
      this.#noteLook(
        row,
        wordsOf(readSectionLook(row)).filter((word) => word !== wholeSection),
      )
    for (const [column, value] of row.cells) {
      const isRead =
        /^(type|name|relevant|repeat_count|appearance|canvass)$/.test(column) ||
        (column.startsWith('label::') && (!isJoined || row.cells.has('name'))) ||
        (!isJoined && isMedia(column))
      if (!isRead) this.#form.report.add(spotOf(this.#form, row, column), 'CELL_LEFT', { value })
    }
  }

  /** Takes out the rules that no survey may have, each with a remark. */
  dropUnfit(content: SurveyContent, sections: readonly MadeSection[]): SurveyContent {
    const { report } = this.#form
    for (const { from, question } of this.#made)
      for (const found of questionProblems(question)) {
        const bound = /^validation\.(\w+)$/.exec(found.path)?.[1] as keyof Question['validation'] | undefined
        if (!bound) continue
        report.add(spotOf(this.#form, from.row, 'constraint'), 'EXPRESSION_UNFIT', { value: problemText(found) })
        const { [bound]: _, ...rest } = question.validation
        question.validation = rest
      }
    // An expression that goes may open another circle, or be the trouble of another expression.
    for (let round = 0; round < mostRounds; round += 1) {
      const { problems } = planOf({ ...content })
      if (problems.length === 0) break
      for (const found of problems) this.#drop(found, sections)
    }
    content.sections.forEach((section, place) => {
      const [found] = repeatProblems(content.sections, place)
      const row = sections[place]?.from.row
      if (!found || !row || !section.repeat) return
      report.add(spotOf(this.#form, row, 'repeat_count'), 'EXPRESSION_UNFIT', { value: problemText(found) })
      const { countCode: _, ...repeat } = section.repeat
      section.repeat = repeat
    })
    return { ...content }
  }

  /** What would keep the draft from being published is said before it is made. */
  notePublishing(content: SurveyContent, sections: readonly MadeSection[]): void {
    for (const found of draftProblems({ ...content, files: [...this.#form.files] })) {
      const { row, question } = this.#placeOf(found, sections)
      const isNeverAsked = found.code === 'QUESTION_UNREACHABLE' && question
      const spot = row ? spotOf(this.#form, row, 'name') : { sheet: 'survey', row: 0 }
      if (isNeverAsked) this.#form.report.add(spot, 'NEVER_ASKED', { name: question.code })
      else this.#form.report.add(spot, 'NOT_PUBLISHABLE', { value: problemText(found) })
    }
  }

  #placeOf({ path }: FieldProblem, sections: readonly MadeSection[]) {
    const [, section, index, field = ''] = /^sections\[(\d+)\](?:\.questions\[(\d+)\])?(?:\.(\w+))?/.exec(path) ?? []
    const at = sections[Number(section)]
    const question = index === undefined ? undefined : at?.section.questions[Number(index)]
    const made = question && this.#made[question.id - 1]
    return { at, question, field, row: made?.from.row ?? at?.from.row }
  }

  #drop(found: FieldProblem, sections: readonly MadeSection[]): void {
    const { at, question, field, row } = this.#placeOf(found, sections)
    const column = field === 'initial' ? 'default' : field === 'optionFilter' ? 'choice_filter' : field
    const spot = row ? spotOf(this.#form, row, column) : { sheet: 'survey', row: 0 }
    if (found.code === 'EXPRESSION_CYCLE')
      this.#form.report.add(spot, 'CIRCLE', { value: (found as FieldProblem & { names?: string }).names ?? '' })
    else this.#form.report.add(spot, 'EXPRESSION_UNFIT', { value: problemText(found) })
    const target: Question | Section | undefined = question ?? at?.section
    if (question && field === 'calculation') leaveEmpty(question)
    else if (target && expressionFields.some((each) => each === field)) Object.assign(target, { [field]: null })
  }
}

/** Each takes an expression away, so that a circle of some length is opened. */
const mostRounds = 20

/** Columns that become something of a question, or are remarked where they are read. */
const readColumns =
  /^(type|name|required|read_only|relevant|constraint|calculation|default|trigger|choice_filter|save_to|canvass)$|^(label|hint|guidance_hint|constraint_message|required_message)::/
