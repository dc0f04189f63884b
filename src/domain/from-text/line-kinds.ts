/** What a line is, by itself and by the one below it. */
import { legendOf, splitOptions } from './inline-options.ts'
import { isAsking, type Mark } from './marks.ts'
import { aside, isCoded, isField, longestPlainOption, type RawQuestion, sentence } from './raw-question.ts'
import { nextLine, type TextLine } from './text-lines.ts'
import { answerPlace, asksFor, asksOpen, note, optionsOn, specify } from './typical-words.ts'

/** Whether an option is below: it has a sign or a code, is in a list, or is the first of those with numbers. */
export function isBeforeOptions(line: TextLine): boolean {
  const below = nextLine(line)
  // What is said in brackets may be between.
  const next = below && aside.test(below.text) ? nextLine(below) : below
  if (!next) return false
  const { kind, value, rest } = next.mark
  if (kind === 'GLYPH' || isCoded(next.text)) return true
  if (kind === 'BULLET') return rest.length <= longestPlainOption && !/[.:?？]$/.test(rest)
  return !next.isAfterBlank && value <= 1 && next.role === 'OPTION'
}

/** A line that says something, and has nothing to answer on it. */
export function isStatement({ kind, rest }: Mark): boolean {
  const says = kind !== 'GLYPH' && /\p{L}{2}/u.test(rest) && rest.length < 200 && !isAsking(rest)
  return says && !splitOptions(rest) && !legendOf(rest) && !note.test(rest)
}

/** Whether a line without a number asks. `open`: the question before it; `isBefore`: options are below the line. */
export function isPlainQuestion(line: TextLine, open: RawQuestion | undefined, isBefore: boolean): boolean {
  const { text, split, isAfterBlank, isBeside } = line
  const isSaid = aside.test(text) || [note, specify, optionsOn].some((words) => words.test(text) && !isField(text))
  if (isCoded(text) || isSaid) return false
  const isAnswered = !open || open.options.length > 0 || open.blanks > 0
  const isFree = isAnswered || isAfterBlank
  // The words of a numbered question go on until they ask.
  const isOpen = open?.label && !isAfterBlank && open.options.length === 0 && !/[?？؟:：.]\s*$/.test(open.text)
  if (isOpen && !isField(text) && (open.blanks === 0 || /[?？؟]/.test(text))) return false
  // Where questions have numbers, other words before the options of one are said beside it.
  const isAsked = open && (open.label !== '' || (/[?？؟]/.test(open.text) && !isAsking(text)))
  if (isBefore && isAsked && !isAnswered) return false
  const isOverOptions = isBefore && !isBeside && /\p{L}{2}/u.test(text)
  if (isFree && (asksFor.test(text) || asksOpen.test(text) || isOverOptions)) return true
  const before = isBeside ? '' : (split?.before ?? '')
  const isOwn = isFree || /[:：?？]$/.test(before)
  if (isOwn && before.length > 1 && before.length < longestPlainOption) return true
  if (/[?？؟](?:\s*[\d*]?$|\s*[([（]|\s*_{2,}|.*[/○☐□◯])/.test(text))
    return isFree || (!isBeside && /[?？؟]/.test(open?.text ?? ''))
  if (isFree && sentence.test(/[?？]([^?？]*)$/.exec(text)?.[1] ?? '')) return true
  if (!isField(text) || (!isAnswered && answerPlace.test(text))) return false
  return isFree || /_{3,}/.test(text) || /[:：]$/.test(open?.text ?? '')
}
