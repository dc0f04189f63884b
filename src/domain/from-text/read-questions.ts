/** Sections, questions and options in the lines of a document; `read-questionnaire.ts` makes types and rules of them. */
import { splitOptions, splitRow } from './inline-options.ts'
import type { Mark } from './marks.ts'
import type { Proposal } from './proposal.ts'
import {
  addOption,
  aside,
  blank,
  blankQuestion,
  codeAlone,
  longestPlainOption,
  makeStem,
  mayBeOption,
  headsOf,
  isBeside,
  isCoded,
  isUpper,
  type RawQuestion,
  takesPlainOption,
  takeWords,
} from './raw-question.ts'
import { isBeforeOptions, isPlainQuestion, isStatement } from './line-kinds.ts'
import { giveRoles } from './roles.ts'
import { nextLine, type TextLine } from './text-lines.ts'
import {
  asksAgreement,
  goTo,
  no,
  note,
  ofEach,
  optionsOn,
  section,
  several,
  specify,
  tableHeads,
} from './typical-words.ts'

export class QuestionReader {
  /** The lines behind the first question that fit no place: they became words of what is before them, or a note. */
  readonly unread: Proposal['unread'] = []
  readonly sections: { title: string; questions: RawQuestion[] }[] = []
  #question: RawQuestion | undefined
  #hasAsked = false
  /** The column where the options of a page of two columns are. */
  #optionColumn: number | undefined
  #lastOption: (Mark & { isAfterBlank: boolean }) | undefined
  /** The look of the number before the last question. */
  #style = ''
  /** The cells of the last line of several: what the columns of a table of statements are called. */
  #heads: string[] = []
  /** What answers the statements below a line that says so. */
  #legend: readonly string[] = []
  /** Whether each of them has a number or a sign. */
  #areMarked = false

  constructor(lines: readonly TextLine[]) {
    giveRoles(lines)
    for (const line of lines) this.#read(line)
  }

  #read(line: TextLine): void {
    const { text, mark } = line
    if (tableHeads.test(text) && !((line.isBeside || this.#question?.options.length) && no.test(text))) return
    // A code at the end of its row is the number of a question without one.
    if (line.isBeside && codeAlone.test(text) && this.#question) return void (this.#question.label ||= text)
    if (/^[/|\s]+$/.test(text)) return void (this.#asked && (this.#asked.blanks ||= 1))
    this.#noteHeads(line)
    // `A1: select one` is said beside `Q1`.
    if (this.#asked?.label && mark.label === `A${this.#asked.label}`) return void this.#asked.asides.push(mark.rest)
    if (this.#isHeading(line)) return this.#startSection(line)
    if (this.#isLegend(line) || this.#addedRow(line) || this.#addedStatement(line)) return
    if (mark.kind === 'NONE' && this.#isBesideText(line)) return this.#addText(line)
    if (this.#isQuestion(line)) return this.#startQuestion(line)
    if (this.#addedList(line)) return
    if (note.test(text)) return this.#addNote(line)
    if (aside.test(text) && this.#asked && !line.split) this.#asked.asides.push(text)
    else if (this.#isOption(line)) this.#addOptions(line)
    else this.#addRest(line)
  }

  /** A scale for the statements below it, or for those above that were read as options. */
  #isLegend({ legend, after }: TextLine): boolean {
    const open = this.#asked
    if (!legend) return false
    if (open && open.options.length > 1 && (asksAgreement.test(open.text) || ofEach.test(open.text))) {
      open.legend = legend
      return true
    }
    const below = [after, after?.after, after?.after?.after, after?.after?.after?.after].filter(
      (line) => line !== undefined,
    )
    const marks = below.map(({ mark }) => mark)
    const isFree = !open || open.options.length > 0 || asksAgreement.test(open.text) || ofEach.test(open.text)
    const areRows =
      marks.length > 1 && marks.slice(0, 2).every((mark, at) => isStatement(mark) && below[at]?.isAfterBlank === false)
    if (!(isFree ? marks.some((mark) => isStatement(mark)) : areRows)) return false
    if (open) makeStem(open)
    this.#legend = legend
    this.#areMarked = marks.slice(0, 3).some((mark) => mark.kind !== 'NONE' && isStatement(mark))
    return true
  }

  #addedStatement({ line, text, mark }: TextLine): boolean {
    const isAnew = mark.value === 1 && this.#question?.label !== '' && this.#question?.options[0]?.sign === 'HEAD'
    if (/[?？؟]|_{3}/.test(text) || mark.kind === 'GLYPH' || isAnew) this.#legend = []
    if (this.#legend.length === 0 || !isStatement(mark) || (this.#areMarked && mark.kind === 'NONE')) return false
    this.#push({ ...blankQuestion(line, mark.label, mark.rest), options: headsOf(this.#legend) })
    return true
  }

  /** The question that lines may belong to. */
  get #asked(): RawQuestion | undefined {
    return this.#question?.kind === 'QUESTION' ? this.#question : undefined
  }

  #noteHeads(first: TextLine): void {
    const cells: string[] = []
    for (let cell = first.isBeside ? undefined : first; cell?.line === first.line; cell = cell.after)
      cells.push(cell.text)
    if (cells.length >= 3) this.#heads = cells
  }

  #isHeading(line: TextLine): boolean {
    const { text, isAfterBlank, mark, split } = line
    const { kind, style, value, rest } = mark
    const isAlone = !line.isBeside && !line.after?.isBeside
    if (!isAlone || text.length > 120 || /[?？؟]|_{3,}/.test(text) || goTo.test(text)) return false
    if (section.test(text)) return true
    if (split || (this.#lastOption?.style === style && this.#lastOption.value + 1 === value)) return false
    if (kind === 'LETTER' && /[A-Z]/.test(style) && isAfterBlank && (this.#question?.blanks ?? 0) > 0) return true
    const isRoman = /^[IVX]+\s?[.)–-]/.test(text)
    if (kind === 'GLYPH' || kind === 'BULLET' || (kind === 'NUMBER' && !isRoman)) return false
    const words = kind === 'LETTER' ? rest : text
    const next = nextLine(line)
    const isBefore = next !== undefined && (this.#startsQuestion(next) || note.test(next.text))
    if (!isBefore || (/[.:：,;。]$/.test(words) && !isRoman) || note.test(text) || isCoded(text)) return false
    const last = this.#question?.options.at(-1)?.text
    if (kind === 'LETTER' && (style.startsWith('a') || (this.#question?.blanks === 0 && last === undefined)))
      return false
    const isCapitals = isUpper(words) && words.length > 3 && (!this.#question || (last !== undefined && !isUpper(last)))
    return words.split(/\s+/).length <= 12 && (isAfterBlank || isCapitals || isRoman || !this.#question)
  }

  #isQuestion(line: TextLine): boolean {
    const { kind, rest } = line.mark
    if (kind === 'GLYPH' || (this.#asked?.options.length === 0 && line.split?.before === '')) return false
    if (kind === 'BULLET') return rest.length > 15 && /[?？؟]/.test(rest.replace(specify, ''))
    if (kind === 'NONE') return isPlainQuestion(line, this.#asked, isBeforeOptions(line))
    return line.role === 'QUESTION'
  }

  /** Whether the line alone looks like the start of a question. */
  #startsQuestion({ text, mark, role }: TextLine): boolean {
    return role === 'QUESTION' || (mark.kind === 'NONE' && /[?？؟]|_{3,}/.test(text))
  }

  #startSection({ text }: TextLine): void {
    this.sections.push({ title: text.replace(/^#{1,6}\s+|[*_]{2}/g, '').trim(), questions: [] })
    this.#legend = []
    this.#close()
  }

  #close(): void {
    this.#question = undefined
    this.#optionColumn = undefined
    this.#lastOption = undefined
  }

  #push(question: RawQuestion): void {
    this.#hasAsked ||= question.kind === 'QUESTION'
    if (this.sections.length === 0) this.sections.push({ title: '', questions: [] })
    this.sections.at(-1)?.questions.push(question)
    this.#close()
    this.#question = question
  }

  #startQuestion({ line, mark: { label, value, style, rest } }: TextLine): void {
    const question = blankQuestion(line, label)
    if (this.#asked?.label && value === 1 && this.#style !== style) makeStem(this.#asked)
    this.#style = style
    this.#push(question)
    takeWords(question, rest)
  }

  /** `Options: 1 Village · 2 Town`. */
  #addedList({ text }: TextLine): boolean {
    const open = this.#asked
    const found = optionsOn.exec(text)
    const words = text.slice((found?.index ?? 0) + (found?.[0].length ?? 0)).split(/\s*[·•;|]\s*/)
    if (!found || !open || open.options.length > 0 || words.length < 2) return false
    open.asides.push(found[0])
    for (const each of words) addOption(open, { words: each, sign: '☐' })
    return true
  }

  #addNote({ line, text }: TextLine): void {
    if (this.#asked?.options.length === 0) this.#asked.asides.push(text)
    else this.#push({ ...blankQuestion(line, '', text), kind: 'NOTE' })
  }

  /** In the left column of a page of two. */
  #isBesideText({ column, isBeside: isLater, isAfterBlank, text }: TextLine): boolean {
    const isNext = /^\P{Ll}.*[?？]\s*(?:\(.*\))?$/u.test(text) && /[?？]/.test(this.#asked?.text ?? '?')
    return !isLater && !isAfterBlank && column < (this.#optionColumn ?? 0) - 2 && !isCoded(text) && !isNext
  }

  #isOption(line: TextLine): boolean {
    const { kind } = line.mark
    // What is over a sign asks.
    if (kind === 'GLYPH' && this.#question) this.#question.kind = 'QUESTION'
    const open = this.#asked
    if (!open) return false
    if (kind === 'GLYPH' || kind === 'BULLET') return true
    if (kind !== 'NONE') return line.role === 'OPTION'
    if (!mayBeOption(open, line.text)) return false
    if (line.isBeside) this.#optionColumn ??= line.column
    return line.isBeside || takesPlainOption(open, line)
  }

  #addOptions({ text, isAfterBlank, mark }: TextLine): void {
    const question = this.#question as RawQuestion
    const split = splitOptions(mark.kind === 'BULLET' ? mark.rest : text, this.#lastOption?.value)
    const isList = mark.kind === 'NONE' || mark.kind === 'BULLET' || split?.sign !== '' || split.last !== undefined
    if (split && isList && split.before === '' && split.options.length > 1) {
      for (const words of split.options) addOption(question, { words, sign: split.sign })
      this.#lastOption = { ...mark, value: split.last ?? 0, isAfterBlank }
      return
    }
    const sign = mark.kind === 'GLYPH' ? text.trim().slice(0, 1) : ''
    addOption(question, { words: mark.rest, sign, code: mark.label })
    this.#lastOption = { ...mark, isAfterBlank }
  }

  /** A statement with numbers or boxes behind it: a question of its own, answered by the heads of the columns. */
  #addedRow({ line, mark: { kind, label, rest } }: TextLine): boolean {
    const row =
      kind === 'GLYPH'
        ? undefined
        : splitRow(rest, this.#legend.length > 0 ? this.#legend : this.#heads, longestPlainOption)
    if (!row) return false
    const open = this.#question
    // What was read as options of the line above are the heads of the columns; it and its stem are not answered themselves.
    if (open && row.heads && open.options.some(({ sign, text }) => sign === 'NONE' && text === row.heads?.[0])) {
      const stem = this.sections.at(-1)?.questions.at(-2)
      Object.assign(open, { kind: 'PARAGRAPH', options: [] })
      if (stem?.line === open.line - 1) makeStem(stem)
    }
    if (open && /[:：]$/.test(open.text)) makeStem(open)
    const answers = row.heads ? { options: headsOf(row.heads) } : { scale: row.scale }
    this.#push({ ...blankQuestion(line, label, row.statement), ...answers })
    return true
  }

  #addText({ text }: TextLine): void {
    const question = this.#question as RawQuestion
    const isSaid = /[?？]\s*$/.test(question.text) && /^\p{Lu}.*[.。]$/u.test(text)
    if (isBeside(text) || isSaid) question.asides.push(text)
    else takeWords(question, text)
  }

  /** A line that is none of these: more words of what is before it, a rule, or a paragraph of its own. */
  #addRest(from: TextLine): void {
    const { line, text, isAfterBlank } = from
    const open = this.#question
    const last = open?.options.at(-1)
    const isEmpty = /^[_.\s|]*$/.test(text)
    const isRule = text.length < 200 && (goTo.test(text) || several.test(text))
    if (open && (isEmpty || (this.#asked && !isRule && blank.test(text)))) open.blanks += 1
    if (open && isEmpty) return
    const isOver = this.#asked?.options.length === 0 && isBeforeOptions(from)
    if (this.#asked && (isRule || blank.test(text) || (isAfterBlank && isOver))) this.#asked.asides.push(text)
    else if (last && /^[\p{Lu}\p{Lo}].*[.。]$/u.test(text) && !/[.。]$/.test(last.text)) open?.asides.push(text)
    else if (!last && this.#asked?.blanks === 0 && !isAfterBlank) this.#addText(from)
    else if (this.sections.length === 0 && text.length <= 120 && !/[.。]$/.test(text)) this.#startSection(from)
    else {
      const isWrapped = last && /^\P{Lu}/u.test(text)
      if (this.#hasAsked && !isWrapped) this.unread.push({ line, text })
      if (last && last.sign !== 'HEAD' && !isAfterBlank) last.text += ` ${text}`
      else if (open && (!this.#asked || last) && !isAfterBlank) open.text += ` ${text}`
      else this.#push({ ...blankQuestion(line, '', text), kind: 'PARAGRAPH' })
    }
  }
}
