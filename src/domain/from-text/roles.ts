/**
 * Which lines with numbers or letters ask, and which are options: rival readings of all lines before are kept, and the
 * one that agrees best with how numbers count on, and with what the lines say, is taken at the end.
 */
import { firstOption } from './inline-options.ts'
import { isAsking, markOf, placeOf } from './marks.ts'
import { blank, isCoded, longestPlainOption } from './raw-question.ts'
import { nextLine, type TextLine } from './text-lines.ts'
import { other, section, specify } from './typical-words.ts'

/** The last number of a row of them. */
interface Place {
  style: string
  /** Of `3a` 3.01. */
  order: number
  label: string
  asks: boolean
}

/** `cost`: how much of it is unlikely. */
interface Reading {
  cost: number
  question?: Place | undefined
  /** The last of the questions within a question. */
  part?: Place | undefined
  option?: Place | undefined
  /** Whether the last option is the only one of its question. */
  isAlone?: boolean
  line?: TextLine
  role?: 'QUESTION' | 'OPTION'
  before?: Reading
}

/** What a line says, apart from its place among the others. */
interface Said {
  line: TextLine
  place: Place
  /** The number of the last option on it. */
  last: number
  /** The last of its own options. */
  own: Place | undefined
  /** `A.` of `7. A. Father`. */
  inner: Place | undefined
  /** What it costs to read it as a question, or as an option. */
  asQuestion: number
  asOption: number
}

/** `II- Water`. */
const roman = /^[IVX]{1,5}\s?[.)–-]\s?\p{Lu}/u
/** So many readings are kept at each line, which cost so much more than the best. */
const [most, margin] = [8, 4]

/** Each line with a number or a letter has its role. */
export function giveRoles(lines: readonly TextLine[]): void {
  let readings: Reading[] = [{ cost: 0 }]
  /** Whether the heads of a table are above: its rows ask. */
  let isTable = false
  for (const line of lines) {
    const { text, legend, after } = line
    const { kind } = line.mark
    const isMarked = isNumbered(line)
    if (section.test(text) || roman.test(text)) readings = readings.map((each) => closed(each, undefined))
    else if (isMarked) {
      const said = saidBy(line, isTable)
      readings = likeliest(readings.flatMap((each) => continued(each, said)))
    } else {
      const isAbove = [after, after?.after, after?.after?.after].some(isNumbered)
      isTable = !/[?？؟]/.test(text) && (isTable || (isAbove && (legend?.length ?? 0) > 2))
    }
    if (!isMarked && readings.some(({ option, part }) => option ?? part)) {
      const isEnd = kind !== 'NONE' || /[?？؟]|^\d{1,2}$/.test(text)
      const ended = readings.map((each) => closed(each, each.question, line.isAfterBlank ? 0 : 0.3))
      readings = likeliest(isEnd ? ended : [...ended, ...readings])
    }
  }
  const [likely] = readings.toSorted((one, two) => costOfEnd(one) - costOfEnd(two))
  for (let each = likely; each; each = each.before) if (each.line && each.role) each.line.role = each.role
}

function isNumbered(line: TextLine | undefined): boolean {
  return line?.mark.kind === 'NUMBER' || line?.mark.kind === 'LETTER'
}

/** The lists of its last question are over. */
function closed(reading: Reading, question: Place | undefined, cost = 0): Reading {
  if (!reading.option && !reading.part && reading.question === question) return reading
  return { cost: costOfEnd(reading) + cost, question, before: reading }
}

/** One option alone is no list. */
function costOfEnd({ cost, isAlone }: Reading): number {
  return cost + (isAlone ? 1.5 : 0)
}

function likeliest(readings: Reading[]): Reading[] {
  const least = Math.min(...readings.map(({ cost }) => cost))
  const best = new Map<string, Reading>()
  for (const each of readings) {
    if (each.cost > least + margin) continue
    const { question: q, part: p, option: o } = each
    const key = `${q?.style}${q?.order}|${p?.style}${p?.order}|${o?.style}${o?.order}`
    if (each.cost < (best.get(key)?.cost ?? Infinity)) best.set(key, each)
  }
  return [...best.values()].toSorted((one, two) => one.cost - two.cost).slice(0, most)
}

/** `Q1`, `A3`, `1.1`. */
function isOfQuestions(style: string): boolean {
  return style.startsWith('Q') || /A#|#\.#/.test(style)
}

function saidBy(line: TextLine, isTable: boolean): Said {
  const { mark, split, after } = line
  const { rest, style, value, label } = mark
  const order = value + (/\d[a-z]$/.test(label) ? placeOf(label.slice(-1)) / 100 : 0)
  const asks = isAsking(rest) && !specify.test(rest) && !other.test(rest)
  const hasOwn = split !== undefined && split.before.length > line.text.length - rest.length + 1
  const ofOwn = hasOwn ? (split.last ?? split.options.length) : firstOption(rest) ? 1 : 0
  const [beside, next] = [after?.isBeside ? after : undefined, nextLine(line)]
  const isAnswered =
    beside !== undefined &&
    (beside.split !== undefined ||
      blank.test(beside.text) ||
      /^[/|\s]+$/.test(beside.text) ||
      (beside.after?.isBeside && /NONE|GLYPH/.test(beside.mark.kind)))
  const opens =
    next !== undefined &&
    (next.mark.kind === 'GLYPH' ||
      (next.mark.kind === 'NONE'
        ? isCoded(next.text) || next.split?.before === ''
        : next.mark.style !== style && next.mark.value <= 1 && !isOfQuestions(next.mark.style)) ||
      /^[01]$/.test(next.text))
  const isSure = isOfQuestions(style)
  const nested = markOf(rest)
  const asQuestion =
    (asks || hasOwn || isAnswered || isSure || isTable ? 0 : opens ? 0.3 : 0.9) +
    (line.isBeside && !asks ? 1.5 : 0) +
    (style.endsWith('=') ? 4 : /^[([]/.test(style) ? 0.5 : 0)
  const asOption =
    (isSure ? 5 : 0) +
    (/[?？؟]/.test(rest) && !specify.test(rest) ? 2.5 : asks ? 1 : 0) +
    (hasOwn || isAnswered ? 3 : 0) +
    (opens ? 1.5 : 0) +
    (rest.length > longestPlainOption ? 1 : /[.。]$/.test(rest) ? 0.3 : 0)
  const last = split?.before === '' ? (split.last ?? order) : order
  return {
    line,
    place: { style, order, label, asks },
    inner: nested.style !== '' && nested.value === 1 ? { ...nested, order: 1, asks } : undefined,
    last,
    own: ofOwn > 0 ? { style: '', order: ofOwn, label: '', asks } : undefined,
    asQuestion,
    asOption,
  }
}

/** How it may go on: with the next question, with a question within the last one, or with an option. */
function continued(before: Reading, said: Said): Reading[] {
  const { line, place, last, own, asQuestion, asOption } = said
  const { question, part, option } = before
  const ended = costOfEnd(before)
  const suffix = /\d[a-z]$/.test(place.label)
    ? { ...place, style: 'a', order: placeOf(place.label.slice(-1)) }
    : said.inner
  // `4.1 Tap` is below what `4.` asks: an option unless it asks itself.
  const isInner = isInside(part ?? question, place) && !place.asks ? 0.9 : 0
  const next: Reading = { cost: 0, line, role: 'QUESTION', before }
  const readings: Reading[] = [
    {
      ...next,
      cost: ended + asQuestion + isInner + costOfQuestion(question, place),
      question: place,
      part: suffix,
      option: own,
    },
    {
      ...next,
      role: 'OPTION',
      cost: before.cost + asOption + costOfOption(before, said),
      question,
      part,
      // The options of a second column do not count on.
      option: line.isBeside && option && place.order > option.order + 1 ? option : { ...place, order: last },
      isAlone: option === undefined && last === place.order,
    },
  ]
  if (question)
    readings.push({
      ...next,
      cost: ended + asQuestion + isInner + costOfPart(before, place),
      question,
      part: place,
      option: own,
    })
  return readings
}

function costOfQuestion(last: Place | undefined, { style, order }: Place): number {
  if (!last) return order <= 1.3 ? 0 : 0.7
  if (isOfQuestions(style)) return last.style === style || isOfQuestions(last.style) ? 0 : 0.5
  const isSame = last.style === style
  const step = Math.floor(order) - Math.floor(last.order)
  if (step === 1 || (step === 0 && order > last.order)) return isSame ? 0 : 0.7
  if (isSame && step > 1) return 1 + Math.min(step, 20) / 10
  return (order < 2 ? 2 : 4) + (isSame ? 0 : 1)
}

function costOfPart({ question, part, option }: Reading, { style, order, label }: Place): number {
  const isLetter = /[a-z]/i.test(style)
  if (part && order === part.order + 1 && (part.style === style || (part.style === 'a' && isLetter))) return 0
  if (option && option.style === style && order === option.order + 1) return 0.7
  if (question && question.label !== '' && label.startsWith(question.label)) return 0
  if (order >= 2 || part) return 4
  return question?.style === style ? 2.5 : 0.5
}

function isInside(parent: Place | undefined, { label }: Place): boolean {
  return parent !== undefined && parent.asks && label.startsWith(`${parent.label}.`)
}

function costOfOption({ question, part, option }: Reading, { line, place }: Said): number {
  const { style, order } = place
  const parent = part ?? question
  // What asks has them: they cost no more for looking like its number.
  const own = isInside(parent, place) ? -5 : parent || option ? 0 : 0.5
  if (!option) return own + (order <= 1 ? 0 : 2.5)
  if (order > 80 || (line.isBeside && order > option.order)) return own + 0.4
  if (option.style !== style && option.style !== '') return own + 2
  return own + (order === option.order + 1 ? 0 : order > option.order ? 0.9 : 3)
}
