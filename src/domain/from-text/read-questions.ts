/** Sections, questions and options in the lines of a document; `read-questionnaire.ts` makes types and rules of them. */
import { splitOptions } from './inline-options.ts'
import { isAsking, type Mark, markOf, type StyleUse, usesOf } from './marks.ts'
import { addOption, blank, blankQuestion, isCoded, isShouted, type RawQuestion, takeWords } from './raw-question.ts'
import type { TextLine } from './text-lines.ts'
import { asksFor, goTo, hints, ifBefore, note, optionsOn, other, section, specify } from './typical-words.ts'

export interface RawSection {
  line: number
  title: string
  questions: RawQuestion[]
}

const tableHeads =
  /^(?:no\.?|n[º°]\.?|#|s\/n|questions?(?: and filters)?|coding categories|categories|codes?|response(?: options)?s?|answers?|skip(?: to| pattern)?|perguntas?|respostas?|códigos?|saltos?|passe a|réponses?|aller à|preguntas?|respuestas?|pase a|题号|题目|选项|跳转)$/i
const gridRow = /^(.{8,}?)\s*((?:\s+(?:\d{1,2}|[☐□○◯]|\[\s?\]|\(\s?\))){3,})$/
/** A line in brackets is said beside the question. */
const aside = /^[([（][^()[\]]{12,}[)\]）][.:：]?$/
/** An option of a list without signs is no longer than this. */
const longestPlainOption = 90

export class QuestionReader {
  readonly sections: RawSection[] = []
  readonly #lines: readonly TextLine[]
  readonly #uses: ReadonlyMap<string, StyleUse>
  #question: RawQuestion | undefined
  /** Whether lines without signs may be options of the question: until a blank line behind the first of them. */
  #isOpen = false
  /** The column where the options of a page of two columns are. */
  #optionColumn: number | undefined
  #lastOption: Mark | undefined
  #number = 0
  /** The cells of the last line of several: what the columns of a table of statements are called. */
  #heads: string[] = []

  constructor(lines: readonly TextLine[]) {
    this.#lines = lines
    this.#uses = usesOf(lines)
    lines.forEach((line, index) => this.#read(line, index))
  }

  #read(line: TextLine, index: number): void {
    if (tableHeads.test(line.text)) return
    const mark = markOf(line.text)
    this.#noteHeads(line, index)
    if (this.#isHeading(line, mark, index)) return this.#startSection(line)
    if (this.#addedRow(line, mark)) return
    if (mark.kind === 'NONE' && this.#isBesideText(line)) return this.#addText(line)
    if (this.#isQuestion(line, mark, index)) return this.#startQuestion(line, mark)
    if (this.#addedList(line)) return
    if (note.test(line.text)) return this.#addNote(line)
    if (aside.test(line.text) && this.#question?.kind === 'QUESTION') return this.#addAside(line)
    if (this.#isOption(line, mark)) return this.#addOptions(line, mark)
    this.#addRest(line)
  }

  #noteHeads({ line, isBeside }: TextLine, index: number): void {
    if (isBeside) return
    const cells: string[] = []
    for (let at = index; this.#lines[at]?.line === line; at += 1) cells.push(this.#lines[at]?.text ?? '')
    if (cells.length >= 3) this.#heads = cells
  }

  /** The next line that is not of the same one. */
  #next(index: number): TextLine | undefined {
    const { line } = this.#lines[index] as TextLine
    for (let at = index + 1; at < this.#lines.length; at += 1)
      if (this.#lines[at]?.line !== line) return this.#lines[at]
    return undefined
  }

  #isHeading({ text, isAfterBlank, isBeside, line }: TextLine, { kind, style, rest }: Mark, index: number): boolean {
    if (
      isBeside ||
      this.#lines[index + 1]?.line === line ||
      text.length > 120 ||
      /[?？؟]/.test(text) ||
      /_{3,}/.test(text)
    )
      return false
    if (section.test(text) && !goTo.test(text)) return true
    if (kind === 'GLYPH' || kind === 'BULLET' || (kind === 'NUMBER' && !/^[IVX]+/.test(text))) return false
    const words = kind === 'LETTER' ? rest : text
    if (/[.:：,;。]$/.test(words) && !/^[IVX]+\./.test(text)) return false
    const next = this.#next(index)
    const isBefore = next !== undefined && (this.#startsQuestion(next) || note.test(next.text))
    if (!isBefore || note.test(text) || isCoded(text)) return false
    if (kind === 'LETTER' && (style.startsWith('a') || this.#question?.options.length === 0)) return false
    const isCapitals = words === words.toUpperCase() && words !== words.toLowerCase() && words.length > 3
    if (this.#question && !isAfterBlank && !(isCapitals && this.#question.options.length > 0 && !this.#hasCapitals()))
      return false
    return words.split(/\s+/).length <= 12 && (isAfterBlank || isCapitals || this.#question === undefined)
  }

  #hasCapitals(): boolean {
    const last = this.#question?.options.at(-1)?.text ?? ''
    return last === last.toUpperCase()
  }

  /** Whether the line alone looks like the start of a question. */
  #startsQuestion({ text }: TextLine): boolean {
    const { kind, style, rest } = markOf(text)
    if (kind === 'NUMBER' || kind === 'LETTER')
      return this.#uses.get(style) !== 'OPTIONS' && (kind === 'NUMBER' || isAsking(rest))
    return kind === 'NONE' && /[?？؟]|_{3,}/.test(text)
  }

  #isQuestion(line: TextLine, { kind, style, value, rest }: Mark, index: number): boolean {
    const { text, isAfterBlank, isBeside } = line
    const open = this.#question
    if (kind === 'GLYPH') return false
    if (kind === 'BULLET') return isAsking(rest) && rest.length > 15 && !specify.test(rest) && /[?？؟]/.test(rest)
    if (kind === 'NONE') {
      if (note.test(text) || isCoded(text) || specify.test(text) || optionsOn.test(text)) return false
      const isFree = !open || open.kind !== 'QUESTION' || isAfterBlank || open.options.length > 0
      if (isFree && (asksFor.test(text) || this.#isBeforeOptions(line, index))) return true
      const asks = /[?？؟](?:\s*[\d*]?$|\s*[([（]|\s*_{2,}|.*[/○☐□◯])/.test(text)
      if (asks) return isFree || (!isBeside && /[?？؟]/.test(open.text))
      const isField =
        /^[^_:：]{2,80}[:：]?\s*_{3,}|^[^_:：]{2,60}[:：]\s*(?:\|_)?$/.test(text) &&
        !other.test(text) &&
        !hints.several.test(text)
      return isField && (!open || isAfterBlank || open.options.length > 0 || /_{3,}/.test(text)) && !ifBefore.test(text)
    }
    const use = this.#uses.get(style)
    if (use === 'QUESTIONS') return !(kind === 'LETTER' && open !== undefined && !isAsking(rest))
    if (use === 'OPTIONS' || kind === 'LETTER') return false
    if (/[?？؟]|_{3,}/.test(rest) && !specify.test(rest)) return true
    const isNextOption = value === (this.#lastOption?.value ?? 0) + 1 && this.#lastOption?.style === style
    const isNextQuestion = value === this.#number + 1
    if (!open || open.kind !== 'QUESTION') return true
    if (isNextQuestion && isNextOption) return isAfterBlank || isAsking(rest)
    return isNextQuestion && !(value === 1 && open.options.length === 0)
  }

  /** Signs below a line say that it asks. */
  #isBeforeOptions({ text, isBeside }: TextLine, index: number): boolean {
    const next = this.#next(index)
    const open = this.#question
    // Where questions have numbers, other words before the options of one are said beside it.
    if (open?.kind === 'QUESTION' && open.label !== '' && open.options.length === 0) return false
    if (isBeside || !next || next.isAfterBlank || text.length < 8) return false
    const { kind, value, style } = markOf(next.text)
    return kind === 'GLYPH' || (value === 1 && this.#uses.get(style) === 'OPTIONS')
  }

  #startSection({ line, text }: TextLine): void {
    this.sections.push({ line, title: text.replace(/^#{1,6}\s+|[*_]{2}/g, '').trim(), questions: [] })
    this.#close()
  }

  #close(): void {
    this.#question = undefined
    this.#isOpen = false
    this.#optionColumn = undefined
    this.#lastOption = undefined
  }

  #push(question: RawQuestion): void {
    if (this.sections.length === 0) this.sections.push({ line: question.line, title: '', questions: [] })
    this.sections.at(-1)?.questions.push(question)
    this.#close()
    this.#question = question
  }

  #startQuestion({ line }: TextLine, mark: Mark): void {
    const label = mark.kind === 'NUMBER' || mark.kind === 'LETTER' ? mark.label : ''
    const question = blankQuestion(line, label)
    this.#push(question)
    this.#isOpen = true
    if (mark.kind === 'NUMBER') this.#number = mark.value
    takeWords(question, line, mark.rest.replaceAll('**', ''))
  }

  /** `Options: 1 Village · 2 Town`. */
  #addedList({ line, text }: TextLine): boolean {
    const open = this.#question
    const found = optionsOn.exec(text)
    if (!found || open?.kind !== 'QUESTION' || open.options.length > 0) return false
    const words = text.slice(found.index + found[0].length).split(/\s*[·•;|]\s*/)
    if (words.length < 2) return false
    open.asides.push({ line, text: found[0] })
    for (const each of words) addOption(open, { line, words: each, sign: '☐' })
    return true
  }

  #addAside({ line, text }: TextLine): void {
    this.#question?.asides.push({ line, text })
  }

  #addNote({ line, text }: TextLine): void {
    const open = this.#question
    if (open && open.kind === 'QUESTION' && open.options.length === 0) {
      open.asides.push({ line, text })
    } else {
      this.#push({ ...blankQuestion(line, '', text), kind: 'NOTE' })
    }
  }

  /** In the left column of a page of two. */
  #isBesideText({ column, isBeside, text }: TextLine): boolean {
    if (this.#optionColumn === undefined || isBeside || column >= this.#optionColumn - 2) return false
    return !isCoded(text) && this.#question?.kind === 'QUESTION'
  }

  #isOption({ text, isBeside, isAfterBlank, column }: TextLine, { kind, style, rest }: Mark): boolean {
    const open = kind === 'GLYPH' ? this.#questionOfSign() : this.#question
    if (!open || open.kind !== 'QUESTION') return false
    if (kind === 'GLYPH') return true
    if (kind !== 'NONE')
      return kind === 'BULLET' || this.#uses.get(style) !== 'QUESTIONS' || rest.length < longestPlainOption
    if (text.length > longestPlainOption * 2 || (blank.test(text) && !specify.test(text) && !other.test(text)))
      return false
    if (isBeside) {
      this.#optionColumn ??= column
      return true
    }
    if (isCoded(text) && (open.options.length > 0 || /\.{2}|…|=/.test(text))) return true
    const isShort = text.length <= longestPlainOption && !/[.。:：?？؟]$|[.?] \p{Lu}/u.test(text) && !goTo.test(text)
    if (open.options.length === 0)
      return (
        this.#isOpen &&
        isShort &&
        /[?？؟:：)）]$|^[^?]*$/.test(open.text) &&
        !/_{3,}/.test(text) &&
        /^[\p{Lu}\p{Lo}\d<>≥≤"'“(]/u.test(text)
      )
    const isSame = open.options.every(({ sign, code }) => sign === 'NONE' && code === '')
    return isShort && isSame && !isAfterBlank && /^[\p{Lu}\p{Lo}\d<>≥≤"'“(]/u.test(text)
  }

  /** Words between a question and a sign are said beside it; without a question they ask themselves. */
  #questionOfSign(): RawQuestion | undefined {
    const open = this.#question
    if (!open || open.kind === 'QUESTION') return open
    const questions = this.sections.at(-1)?.questions ?? []
    const before = questions.at(-2)
    const isOf =
      before?.kind === 'QUESTION' && (before.options.some(({ sign }) => sign !== 'NONE') || before.label !== '')
    if (isOf) before.asides.push({ line: open.line, text: open.text })
    if (isOf) questions.pop()
    else open.kind = 'QUESTION'
    this.#question = isOf ? before : open
    return this.#question
  }

  #addOptions({ line, text }: TextLine, mark: Mark): void {
    const question = this.#question as RawQuestion
    const split = splitOptions(text)
    if (split && split.before === '' && split.options.length > 1) {
      for (const words of split.options) addOption(question, { line, words, sign: split.sign })
      return
    }
    const sign = mark.kind === 'GLYPH' ? text.trim().slice(0, 1) : ''
    const code = mark.kind === 'NUMBER' || mark.kind === 'LETTER' ? mark.label : ''
    addOption(question, { line, words: mark.kind === 'NONE' ? text : mark.rest, sign, code })
    this.#lastOption = mark
  }

  /** A statement with numbers or boxes behind it: a question of its own, answered by the heads of the columns. */
  #addedRow({ line }: TextLine, { kind, label, rest }: Mark): boolean {
    const [, statement, cells] = (kind !== 'GLYPH' && gridRow.exec(rest)) || []
    if (statement === undefined || cells === undefined) return false
    const marks = cells.trim().split(/\s+(?![\])])/)
    const heads = this.#heads.slice(-marks.length)
    const isCounted = marks.every((each, index) => Number(each) === Number(marks[0]) + index)
    const isHeaded =
      heads.length === marks.length && heads.every((head) => /\p{L}/u.test(head) && head.length < longestPlainOption)
    if (!isHeaded && !isCounted) return false
    const open = this.#question
    // What was read as options of the line above are the heads of the columns.
    if (open && isHeaded && open.options.some((option) => option.sign === 'NONE' && option.text === heads[0]))
      Object.assign(open, { kind: 'PARAGRAPH', options: [] })
    const question = blankQuestion(line, kind === 'NONE' || kind === 'BULLET' ? '' : label, statement.trim())
    this.#push(question)
    if (isHeaded) question.options = heads.map((words) => ({ line, text: words, code: '', skip: '', sign: 'CIRCLE' }))
    else question.scale = Number(marks.at(-1))
    return true
  }

  #addText({ line, text }: TextLine): void {
    const question = this.#question as RawQuestion
    if (hints.several.test(text) || isShouted(text) || goTo.test(text)) question.asides.push({ line, text })
    else takeWords(question, line, text)
  }

  /** A line that is none of these: more words of what is before it, a rule, or a paragraph of its own. */
  #addRest(given: TextLine): void {
    const { line, text, isAfterBlank } = given
    const open = this.#question
    const last = open?.options.at(-1)
    const bare = text.replace(/[_.\s|]+/g, '')
    if (open && bare === '') {
      open.blanks += 1
    } else if (open && open.kind === 'QUESTION' && (goTo.test(text) || hints.several.test(text)) && text.length < 200) {
      open.asides.push({ line, text })
    } else if (open && open.kind === 'QUESTION' && blank.test(text)) {
      open.blanks += 1
      open.asides.push({ line, text })
    } else if (last && !isAfterBlank) {
      last.text += ` ${text}`
    } else if (open && !last && !isAfterBlank) {
      if (open.kind === 'QUESTION') this.#addText(given)
      else open.text += ` ${text}`
    } else if (this.sections.length === 0 && text.length <= 120 && !/[.。]$/.test(text)) {
      this.#startSection(given)
    } else {
      this.#push({ ...blankQuestion(line, '', text), kind: 'PARAGRAPH' })
    }
  }
}
