/** Options on one line: `○ Tap ○ Well`, `a) Tap b) Well`, `1=Yes 2=No`, `Yes / No`. */
import { placeOf } from './marks.ts'
import { glyph } from './text-lines.ts'
import { no, sexes, yes } from './typical-words.ts'

export interface Split {
  /** What comes before the options. */
  before: string
  options: string[]
  /** The sign before each; '' for none. */
  sign: string
}

const signs = new RegExp(glyph.source, 'g')
const gridRow = /^(.{8,}?)\s*((?:\s+(?:\d{1,2}|[☐□○◯]|\[\s?\]|\(\s?\))){3,})$/
const ranges = /\d+\s*[-–]\s*\d+|(?:(?:below|under|less than|over|above)\s+)?\d+(?:\s*\+|\s+(?:and|or)\s+\p{L}+)?/giu
const listed =
  /(?:^|[\s,;])(?:[([]([a-zA-Z]|\d{1,2})[)\]]|([a-zA-Z]|\d{1,2})(?:[.)]|\s?=)|(\d{1,2})\s(?=\p{Lu}\p{Ll}))\s*(?=\S)/gu

/** Undefined: no options on it. */
export function splitOptions(text: string): Split | undefined {
  return bySigns(text) ?? byNumbers(text) ?? byRanges(text) ?? byStrokes(text)
}

/** `Age: 20 – 29 30 – 39 40 and above`. */
function byRanges(text: string): Split | undefined {
  const asked = askedUpTo(text)
  const options = text.slice(asked).match(ranges) ?? []
  if (asked === 0 || options.length < 2 || options.join('').replace(/\s/g, '') !== text.slice(asked).replace(/\s/g, ''))
    return undefined
  return { before: text.slice(0, asked).trim(), options: inside(options), sign: '' }
}

/** Behind its question or colon. */
function askedUpTo(text: string): number {
  return /.*[?？؟:：]/s.exec(text)?.[0].length ?? 0
}

function bySigns(text: string): Split | undefined {
  const found = [...text.matchAll(signs)]
  const [first] = found
  if (!first) return undefined
  const asked = askedUpTo(text)
  // `Yes ☐ No ☐`: the boxes are behind their words.
  const isBehind =
    found.length > 1 && text.trimEnd().endsWith(found.at(-1)?.[0] ?? '') && text.slice(asked, first.index).trim() !== ''
  const start = isBehind ? asked : first.index
  const options = inside(text.slice(start).split(signs))
  if (options.length === 0 || (options.length === 1 && start > 0)) return undefined
  return { before: text.slice(0, start).trim(), options, sign: first[0] }
}

/** At least two in their order, from 0, 1 or a; codes from 80 and with `=` may leave some out. */
function byNumbers(text: string): Split | undefined {
  const found = [...text.matchAll(listed)].map((match) => {
    const label = match[1] ?? match[2] ?? match[3] ?? ''
    return {
      value: /\d/.test(label) ? Number(label) : placeOf(label),
      at: match.index,
      end: match.index + match[0].length,
      isCode: match[0].includes('='),
    }
  })
  const first = found.findIndex(({ value }, index) => value <= 1 && found[index + 1]?.value === value + 1)
  const run = found.slice(first, first + 1)
  for (const each of first < 0 ? [] : found.slice(first + 1)) {
    const last = run.at(-1)?.value ?? 0
    if (each.value === last + 1 || (each.value > last && (each.value > 80 || each.isCode))) run.push(each)
  }
  const options = inside(run.map(({ end }, index) => text.slice(end, run[index + 1]?.at).replace(/[,;]\s*$/, '')))
  if (run.length < 2 || options.length < run.length) return undefined
  return { before: text.slice(0, run[0]?.at).trim(), options, sign: '' }
}

/** After the question: `Yes / No`, `(Male/Female)`, or `Yes   No`. */
function byStrokes(text: string): Split | undefined {
  const asked = askedUpTo(text)
  const bare = text
    .slice(asked)
    .trim()
    .replace(/^[([（]\s*|\s*[)\]）]\.?$/g, '')
  const hasStrokes = bare.includes('/')
  const options = (hasStrokes ? bare.split('/') : bare.split(/\s*[,，、]\s*|\s+/)).map((each) =>
    each.replace(/[_.\s]+$/, '').trim(),
  )
  const [first = '', second = ''] = options
  if (options.length < 2 || options.some((each) => each === '' || each.length > 60 || each.includes('_')))
    return undefined
  const isYesNo = options.length <= 3 && yes.test(first) && no.test(second)
  const isSex = options.length <= 3 && sexes.test(`${first} ${second}`)
  // `__ / __ / ____` and `km/h` are no options.
  const areWords = hasStrokes && asked > 0 && options.every((each) => each.split(/\s+/).length <= 5)
  if (!isYesNo && !isSex && !(areWords && !/\d\s*$|^\w{1,4}$/.test(first))) return undefined
  return { before: text.slice(0, asked).trim(), options, sign: '' }
}

/** A statement with numbers or boxes behind it: what `heads` call them, or a scale. Undefined: none. */
export function splitRow(text: string, heads: readonly string[], longest: number) {
  const [, statement = '', cells = ''] = gridRow.exec(text) ?? []
  if (statement === '') return undefined
  const marks = cells.trim().split(/\s+(?![\])])/)
  const own = heads.slice(-marks.length)
  const areWords = own.every((head) => /\p{L}/u.test(head) && head.length < longest)
  if (areWords && own.length === marks.length) return { statement: statement.trim(), heads: own }
  const isCounted = marks.every((each, index) => Number(each) === Number(marks[0]) + index)
  return isCounted ? { statement: statement.trim(), scale: Number(marks.at(-1)) } : undefined
}

function inside(options: readonly string[]): string[] {
  return options.map((each) => each.trim()).filter((each) => each !== '')
}
