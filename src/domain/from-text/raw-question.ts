/** The parts of a question as a document has them, and the words of one line as such parts. */
import { isBox, isCircle, splitOptions } from './inline-options.ts'
import { arrow, goTo, goToBehind, hints, no, note, onlyIf, yes } from './typical-words.ts'

interface RawOption {
  line: number
  text: string
  code: string
  /** Where it goes on, as it is written behind it. */
  skip: string
  sign: 'BOX' | 'CIRCLE' | 'NONE'
}

/** Something said beside a question. */
export interface Aside {
  line: number
  text: string
}

export interface RawQuestion {
  line: number
  label: string
  text: string
  asides: Aside[]
  options: RawOption[]
  kind: 'QUESTION' | 'NOTE' | 'PARAGRAPH'
  /** A row of a table whose heads are numbers. */
  scale?: number
  /** How many lines are left for its answer. */
  blanks: number
}

const codeBehind = /^(.*?[^\s.…·_])(?:\s*(?:\.\s?){2,}\s*|\s*…+\s*|\s*_{2,}\s*|\s*=\s*|\s{2,})(\d{1,3}|[A-Z])$/
const trailingDots = /\s*(?:\.{2,}|…)[\s.…]*$/
/** Lines and boxes to write into. */
export const blank = /_{2,}|\|(?:_+\|)+|\.{5,}|…{2,}|(?:\[\s*\]\s*){2,}/

/** The words of a question, without the options, instructions and blanks that are on the same line. */
export function takeWords(question: RawQuestion, line: number, words: string): void {
  const { before, options, sign } = splitOptions(words) ?? { before: words, options: [], sign: '' }
  let text = before
  for (;;) {
    const found = /\s*[([（【]([^()[\]（）【】]{2,200})[)\]）】][.:：]?\s*$/.exec(text)
    const inside = found?.[1] ?? ''
    const isAside =
      hints.several.test(inside) ||
      goTo.test(inside) ||
      note.test(inside) ||
      onlyIf.test(inside) ||
      /dd|mm|yyyy/i.test(inside)
    if (!found || (!isAside && !isShouted(inside))) break
    question.asides.unshift({ line, text: inside })
    text = text.slice(0, found.index)
  }
  const skip = /[?？؟.。]\s*((?:(?:if|se|si|如果|若|caso)[^?]{1,60})?)$/i.exec(text)
  if (skip?.[1] && goTo.test(skip[1])) {
    question.asides.push({ line, text: skip[1] })
    text = text.slice(0, skip.index + 1)
  }
  const pointing = arrow.exec(text)
  if (pointing) {
    question.asides.push({ line, text: pointing[0] })
    text = text.replace(pointing[0], '')
  }
  text = withoutBlanks(question, line, text)
  question.text = [question.text, text].filter((part) => part !== '').join(' ')
  for (const option of options) addOption(question, { line, words: option, sign })
}

/** `Age: ____ years` → `Age`, with `____ years` beside it. */
function withoutBlanks(question: RawQuestion, line: number, text: string): string {
  const found = blank.exec(text)
  if (!found) return text.trim()
  question.blanks += 1
  const before = text.slice(0, found.index).replace(/[\s:：]+$/, '')
  const after = text.slice(found.index)
  if (/\p{L}|\//u.test(after)) question.asides.push({ line, text: after.trim() })
  return before === '' && question.text === '' ? text.trim() : before
}

/** An option by its words, with its code and where it goes on behind it. */
export function addOption(
  question: RawQuestion,
  given: { line: number; words: string; sign: string; code?: string },
): void {
  const { line, sign } = given
  let { words, code = '' } = given
  let skip = ''
  const pointing = arrow.exec(words) ?? goToBehind.exec(words)
  if (pointing) {
    skip = pointing[0]
    words = words.replace(pointing[0], ' ').trim()
  }
  words = words.replace(trailingDots, '')
  const leading = /^(\d{1,3})\s*[=.):–-]?\s+(?=\p{L})/u.exec(words)
  const behind = codeBehind.exec(words)
  if (behind && code === '' && !/\d\s*[-–]\s*\d+$|^\D*\d+\s+\d+$/.test(words))
    [words, code] = [behind[1] ?? words, behind[2] ?? '']
  else if (leading && code === '' && sign !== '') [words, code] = [words.slice(leading[0].length), leading[1] ?? '']
  words = words.replace(/[\s.…_]*(?:\. ){2,}[\s.]*$|[_…]{2,}.*$|[;,]$/g, '').trim()
  if (words === '') {
    if (skip !== '') question.asides.push({ line, text: skip })
    return
  }
  question.options.push({
    line,
    text: words,
    code,
    skip,
    sign: isBox(sign) ? 'BOX' : isCircle(sign) ? 'CIRCLE' : 'NONE',
  })
}

export function blankQuestion(line: number, label: string, text = ''): RawQuestion {
  return { line, label, text, asides: [], options: [], kind: 'QUESTION', blanks: 0 }
}

/** `YES ..... 1`, whatever is behind its code. */
export function isCoded(text: string): boolean {
  const behind = arrow.exec(text) ?? goToBehind.exec(text)
  return codeBehind.test((behind ? text.slice(0, behind.index) : text).replace(trailingDots, '').trim())
}

/** Instructions are often in capitals alone. */
export function isShouted(text: string): boolean {
  return /\p{Lu}{3}/u.test(text) && text === text.toUpperCase() && !yes.test(text) && !no.test(text)
}
