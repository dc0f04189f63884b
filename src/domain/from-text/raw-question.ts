/** The parts of a question as a document has them, and the words of one line as such parts. */
import { firstOption, splitOptions } from './inline-options.ts'
import { boxes, circles } from './plain-text.ts'
import type { TextLine } from './text-lines.ts'
import {
  arrow,
  goAway,
  goTo,
  goToBehind,
  ifBefore,
  no,
  note,
  onlyIf,
  other,
  several,
  specify,
  yes,
} from './typical-words.ts'

/** An option of a list without signs is no longer than this. */
export const longestPlainOption = 90

export interface RawOption {
  text: string
  code: string
  /** Where it goes on, as it is written behind it. */
  skip: string
  sign: 'BOX' | 'CIRCLE' | 'HEAD' | 'NONE'
}

export interface RawQuestion {
  line: number
  label: string
  text: string
  /** What is said beside it. */
  asides: string[]
  options: RawOption[]
  kind: 'QUESTION' | 'NOTE' | 'PARAGRAPH'
  /** A row of a table whose heads are numbers. */
  scale?: number
  /** What answers each of the statements that are its options. */
  legend?: readonly string[]
  /** How many lines are left for its answer. */
  blanks: number
}

const codeBehind = /^(.*?[^\s.…·_])(?:\s*(?:\.\s?){2,}\s*|\s*…+\s*|\s*_{2,}\s*|\s*=\s*|\s{2,})(\d{1,3}|[A-Z])$/
const trailingDots = /\s*(?:\.{2,}|…)[\s.…]*$/
const trailing = /[\s.…_|]{3,}$|[\s.…_]*(?:\. ){2,}[\s.]*$|[_…]{2,}.*$|[;,]$/g
/** Lines and boxes to write into. */
export const blank = /_{2,}|_ _[_ ]*|\|(?:_+\|)+|└[─┴]+┘|\.{5,}|…{2,}|(?:\[\s*\]\s*){2,}/
const inBrackets = /\s*[([（【]([^()[\]（）【】]{2,200})[)\]）】][.:：]?\s*$/
const ruleAtEnd = /(?<=[?？؟.。]\s*)(?:if|se|si|如果|若|caso)[^?]{1,60}$/i
const requestAtEnd = /(?<=[?？؟]\s*)[^?？؟]{8,400}$/

/** Said behind a question. */
export const sentence = /^\s*\p{Lu}\p{Ll}.*\.$/u

/** `[Radio]` behind a question. */
const tags = /(?<=[?？:：]\s*)(?:\[[^\]]{2,40}\]\s*)+/g

export const codeAlone = /^[A-Z]{1,4}\d{1,3}[a-z]{0,2}$/
/** A line in brackets is said beside the question. */
export const aside = /^[([（][^()[\]]{12,}[)\]）][.:：]?$/

/** `Name: ____`. */
export function isField(text: string): boolean {
  const isOne =
    /^[^_:：]{2,80}[:：]?\s*(?:_{2,}|_ _|\|_|…{2}|\.{5}|\/ *\/)|^[^_:：]{2,60}[:：]\s*(?:[(（][^)）]*[)）])?$/.test(
      text,
    )
  return isOne && ![other, several, ifBefore].some((words) => words.test(text))
}

/** What has sub-questions, or is over a table, is not answered itself. */
export function makeStem(question: RawQuestion): void {
  if (question.options.length === 0 && question.blanks === 0) question.kind = 'PARAGRAPH'
}

/** The words of a question, without the options, instructions and blanks that are on the same line. */
export function takeWords(question: RawQuestion, from: string): void {
  const words = from.replace(tags, (found) => {
    question.asides.push(found.trim())
    return ''
  })
  const { before, options, sign } = splitOptions(words) ?? { before: words, options: [], sign: '' }
  // `1. Sex 1. Male`: its other options are below.
  const first = options.length === 0 ? firstOption(before) : undefined
  let text = first?.before ?? before
  for (;;) {
    const [all = '', inside = ''] = inBrackets.exec(text) ?? []
    if (!isBeside(inside) && ![note, onlyIf, /\bdd\b|\bmm\b|yyyy/i].some((each) => each.test(inside))) break
    question.asides.unshift(inside)
    text = text.slice(0, -all.length)
  }
  for (const rule of [ruleAtEnd, arrow]) {
    const found = rule.exec(text)?.[0] ?? ''
    if (!goTo.test(found) && !arrow.test(found)) continue
    question.asides.push(found)
    text = text.replace(found, '')
  }
  const request = requestAtEnd.exec(text)?.[0] ?? ''
  if (several.test(request) || sentence.test(request)) {
    question.asides.push(request.trim())
    text = text.slice(0, -request.length)
  }
  question.text = `${question.text} ${withoutBlanks(question, text.trim())}`.trim()
  for (const option of first ? [first.option] : options) addOption(question, { words: option, sign })
}

/** `Age: ____ years` → `Age`, with `____ years` beside it. */
function withoutBlanks(question: RawQuestion, text: string): string {
  const found = blank.exec(text)
  if (!found) return text
  question.blanks += 1
  const after = text.slice(found.index)
  // `You have ____ cows?`: the blank is in the sentence.
  if (/\p{L}.*[?？]/u.test(after)) return text.replace(/_{2,}/g, '…')
  if (/\p{L}|\/|^_{1,2} _|^\|/u.test(after)) question.asides.push(after)
  return text.slice(0, found.index).replace(/[\s:：]+$/, '') || (question.text === '' ? text : '')
}

/** An option by its words, with its code and where it goes on behind it. */
export function addOption(question: RawQuestion, from: { words: string; sign: string; code?: string }): void {
  const { sign } = from
  const skip = (arrow.exec(from.words) ?? goToBehind.exec(from.words) ?? goAway.exec(from.words))?.[0] ?? ''
  let words = from.words.replace(skip, ' ').trim().replace(trailingDots, '')
  let code = from.code ?? ''
  const behind = /\d\s*[-–]\s*\d+$|^\D*\d+\s+\d+$/.test(words) ? null : codeBehind.exec(words)
  const leading =
    sign === '' ? null : /^\(?(\d{1,3}|[a-zA-Z](?=[.)]))(?:\s*[=.):–-]\s+(?=\p{L})|\s+(?=\p{Lu}|\p{Lo}))/u.exec(words)
  if (code === '' && behind) [, words = '', code = ''] = behind
  else if (code === '' && leading) [words, code] = [words.slice(leading[0].length), leading[1] ?? '']
  words = words.replace(trailing, '').trim()
  if (words !== '') question.options.push({ text: words, code, skip, sign: lookOf(sign) })
  else if (skip !== '') question.asides.push(skip)
}

function lookOf(sign: string): RawOption['sign'] {
  if (sign === '') return 'NONE'
  return `${boxes}[`.includes(sign.charAt(0)) ? 'BOX' : `${circles}(`.includes(sign.charAt(0)) ? 'CIRCLE' : 'NONE'
}

export function blankQuestion(line: number, label: string, text = ''): RawQuestion {
  return { line, label, text, asides: [], options: [], kind: 'QUESTION', blanks: 0 }
}

/** Options that are the heads of a table or the steps of a scale. */
export function headsOf(words: readonly string[]): RawOption[] {
  return words.map((text) => ({ text, code: '', skip: '', sign: 'HEAD' }))
}

/** `YES ..... 1`, whatever is behind its code. */
export function isCoded(text: string): boolean {
  const behind = arrow.exec(text) ?? goToBehind.exec(text)
  return codeBehind.test(text.slice(0, behind?.index).replace(trailingDots, '').trim())
}

/** Instructions and rules are said beside a question; instructions are often in capitals alone. */
export function isBeside(text: string): boolean {
  const isShouted = /\p{Lu}{3}/u.test(text) && isUpper(text) && !yes.test(text) && !no.test(text)
  return isShouted || several.test(text) || goTo.test(text)
}

export function isUpper(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase()
}

/** Whether a line without a mark may be an option at all. */
export function mayBeOption(open: RawQuestion, text: string): boolean {
  const isInstruction = goTo.exec(text)?.index === 0 || (open.options.length === 0 && several.test(text))
  if (text.length > longestPlainOption * 2 || isInstruction) return false
  return !blank.test(text) || specify.test(text) || other.test(text)
}

/** Whether a line without a mark, below its question, is an option of it. */
export function takesPlainOption(open: RawQuestion, { text, isAfterBlank }: TextLine): boolean {
  const isFirst = open.options.length === 0
  if (isCoded(text) && (!isFirst || /\.{2}|…|=/.test(text))) return true
  const words = text.replace(goToBehind, '').trim()
  const isShort = text.length <= longestPlainOption && !/[.。:：?？؟]$|[.?] \p{Lu}/u.test(words) && !goTo.test(words)
  const isOther = other.test(words) && words.length < 60
  if ((!isShort && !isOther) || !/^[\p{Lu}\p{Lo}\d<>≥≤"'“(]/u.test(text)) return false
  if (isFirst) return open.scale === undefined && open.blanks === 0 && /[?？؟:：)）]\.?$|^[^?]*$/.test(open.text)
  const areShouted = isUpper(words) && isUpper(open.options.at(-1)?.text ?? '')
  return (!isAfterBlank || areShouted) && open.options.every(({ sign, code }) => sign === 'NONE' && code === '')
}
