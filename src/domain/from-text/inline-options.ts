/** Options on one line: `○ Tap ○ Well`, `a) Tap b) Well`, `1=Yes 2=No`, `Yes / No`. */
import { placeOf } from './marks.ts'
import { glyph } from './plain-text.ts'
import { goAway, no, scaleTerm, sexes, specify, yes } from './typical-words.ts'

export interface Split {
  /** What comes before the options. */
  before: string
  options: string[]
  /** The sign before each; '' for none. */
  sign: string
  /** The number of the last. */
  last?: number
}

const signs = new RegExp(glyph.source, 'g')
const gridRow = /^(.{8,}?)\s*((?:\s+(?:\d{1,2}|[☐□○◯]|\[\s?\]|\(\s?\))){3,})$/
const ranges = /\d+\s*[-–]\s*\d+|(?:(?:below|under|less than|over|above)\s+)?\d+(?:\s*\+|\s+(?:and|or)\s+\p{L}+)?/giu
const listed =
  /(?:^|[\s,;])(?:[([]([a-zA-Z]|\d{1,2})[)\]]|([a-zA-Z]|\d{1,2})(?:\s?[.)]|\s?=)|(\d{1,2})\s(?:[-–]\s)?(?=\p{Lu}\p{Ll}))\s*(?=\S)/gu

/** Undefined: no options on it. `last`: the number of the option before the line. */
export function splitOptions(from: string, last = 0): Split | undefined {
  // `(1=man, 2=woman)`.
  const text = /^[([（]\s*(\d.*=.*)[)\]）]$/.exec(from)?.[1] ?? from
  return bySigns(text) ?? byNumbers(text, last) ?? byRanges(text) ?? byCodes(text) ?? byStrokes(text) ?? byScale(text)
}

/** `Never Sometimes Always`. */
function byScale(text: string): Split | undefined {
  const options = /[^\p{L}\s,/'’]/u.test(text) ? [] : (text.match(scaleTerm) ?? [])
  if (options.length < 3 || options.join('').replace(/\s/g, '') !== text.replace(/[\s,/]/g, '')) return undefined
  return { before: '', options: inside(options), sign: '' }
}

/** `Age: 20 – 29 30 – 39 40 and above`. */
function byRanges(text: string): Split | undefined {
  const asked = askedUpTo(text)
  const options = text.slice(asked).match(ranges) ?? []
  if (asked === 0 || options.length < 2 || options.join('').replace(/\s/g, '') !== text.slice(asked).replace(/\s/g, ''))
    return undefined
  return { before: text.slice(0, asked).trim(), options: inside(options), sign: '' }
}

/** Behind the words of a question. */
export function firstOption(text: string): { before: string; option: string } | undefined {
  const isListed = /\s(?:1[.)]|a\))/i.test(text)
  const [, before = '', option = ''] =
    (isListed && /^(.*\p{L}{2}.*?)\s+(?:1[.)]|[aA]\))\s*(\p{L}[^?:_.]{1,60})$/u.exec(text)) || []
  return before === '' ? undefined : { before, option }
}

/** `Yes 1 No 0`. */
function byCodes(text: string): Split | undefined {
  if (!/ \d{1,2} ?$/.test(text)) return undefined
  const found = [...text.matchAll(/(\p{L}[^\d?:_]{0,30}?) (\d{1,2})(?: |$)/gu)]
  const step = Number(found[1]?.[2]) - Number(found[0]?.[2])
  if (Math.abs(step) !== 1 || found.map(([pair]) => pair).join('') !== text) return undefined
  return { before: '', options: found.map((pair) => pair[1] ?? ''), sign: '' }
}

/** Behind its question or colon. */
function askedUpTo(text: string): number {
  return Math.max(...['?', '？', '؟', ':', '：'].map((mark) => text.lastIndexOf(mark))) + 1
}

function bySigns(text: string): Split | undefined {
  const found = [...text.matchAll(signs)]
  const [first] = found
  if (!first) return undefined
  const asked = askedUpTo(text)
  // `Yes ☐ No ☐`: the boxes are behind their words.
  const isBehind =
    found.length > 1 &&
    text.replace(/[\s.;]+$/, '').endsWith(found.at(-1)?.[0].trim() ?? '') &&
    text.slice(asked, first.index).trim() !== ''
  const start = isBehind ? asked : first.index
  const options = inside(
    text
      .slice(start)
      .replace(isBehind ? /[\s.;]+$/ : /$/, '')
      .split(signs),
  )
  if (options.length === 0 || (options.length === 1 && start > 0 && !/[:：]\s*$/.test(text.slice(0, start))))
    return undefined
  return { before: text.slice(0, start).trim(), options, sign: first[0] }
}

/** At least two in their order, from 0, 1 or a; codes from 80 and with `=` may leave some out. */
function byNumbers(text: string, last = 0): Split | undefined {
  const found = [...text.matchAll(listed)].map((match) => {
    const label = match[1] ?? match[2] ?? match[3] ?? ''
    return {
      value: /\d/.test(label) ? Number(label) : placeOf(label),
      at: match.index,
      end: match.index + match[0].length,
      isCode: match[0].includes('=') || label.length === 2,
    }
  })
  const first = found.findIndex(({ value }, index) => {
    const next = found[index + 1]
    const begins = last > 0 ? value > last : value <= 1
    return begins && next && (next.value === value + 1 || (value > 0 && next.isCode && next.value > value))
  })
  const run = found.slice(first, first + 1)
  for (const each of first < 0 ? [] : found.slice(first + 1)) {
    const before = run.at(-1)?.value ?? 0
    if (each.value === before + 1 || (each.value > before && (each.value > 80 || each.isCode))) run.push(each)
  }
  const options = inside(run.map(({ end }, index) => text.slice(end, run[index + 1]?.at).replace(/[,;/]\s*$/, '')))
  if (
    run.length < 2 ||
    options.length < run.length ||
    options.some((each) => /[?？]|_{3}/.test(each.replace(specify, '')))
  )
    return undefined
  return { before: text.slice(0, run[0]?.at).trim(), options, sign: '', last: run.at(-1)?.value ?? 0 }
}

/** After the question: `Yes / No`, `(Male/Female)`, or `Yes   No`. */
function byStrokes(text: string): Split | undefined {
  const asked = askedUpTo(text)
  const bare = text
    .slice(asked)
    .trim()
    .replace(/^[([（]\s*|\s*[)\]）]\.?$/g, '')
  const stroke = /\//.test(bare) ? '/' : / [-–]|[-–] /.test(bare) ? /\s+[-–]\s*|[-–]\s+/ : undefined
  const hasStrokes = stroke !== undefined
  const options = bare.split(stroke ?? /\s*[,，、]\s*|\s+/).map((each) => each.replace(/[_.,\s]+$/, '').trim())
  const [first = '', second = ''] = options
  if (
    options.length < 2 ||
    options.some((each) => each === '' || each.length > 60 || each.includes('_')) ||
    goAway.test(bare)
  )
    return undefined
  const isYesNo = options.length <= 3 && yes.test(first) && no.test(second)
  const isSex = options.length <= 3 && sexes.test(`${first} ${second}`)
  // `__ / __ / ____` and `km/h` are no options.
  const isSpaced = /\s[/–-]\s/.test(bare)
  const isList = asked > 0 || (options.length > 2 && isSpaced && options.every((each) => !/[()（）]/.test(each)))
  const areWords = hasStrokes && isList && options.every((each) => each.split(/\s+/).length <= (isSpaced ? 10 : 5))
  if (!isYesNo && !isSex && !(areWords && !(isSpaced ? /\d\s*$/ : /\d\s*$|^\w{1,4}$/).test(first))) return undefined
  return { before: text.slice(0, asked).trim(), options, sign: '' }
}

const legendPair = /(\p{L}[\p{L}\s'’/]{0,30}?)\s*[-–=:(]\s*(\d)\)?[\s,;.]*/gu

/** `Agree – 3 Neutral – 2 Disagree – 1`, `1 = Never 2 = Often 3 = Always`, `[Agree] [Neutral] [Disagree]`: a scale for statements. */
export function legendOf(text: string): string[] | undefined {
  if (/^(?:\[[^\]\d]{2,40}\]\s*){3,}$/.test(text)) return inside(text.split(/[[\]]+/))
  if (/^1 2 3(?: \d{1,2}){0,7}$/.test(text)) return text.split(' ')
  const pairs = /(?:\d\D*){3}/.test(text) ? [...text.matchAll(legendPair)] : []
  const isWhole = pairs.map(([pair]) => pair).join('') === text
  const counts = pairs.every(
    ({ 2: value }, index) => Math.abs(Number(value) - Number(pairs[index - 1]?.[2] ?? Number(value) + 1)) === 1,
  )
  if (pairs.length > 2 && isWhole && counts) return pairs.map((pair) => pair[1] ?? '')
  const split = text.includes('=') ? byNumbers(text) : byScale(text)
  if (split?.before === '' && split.options.length > 2) return split.options
  return /[?？]/.test(text) ? undefined : headsIn(text)
}

/** `No. Service Poor Fair Good`, `No risk Minor risk Major risk`: the heads of a table that lost its columns. */
function headsIn(text: string): string[] | undefined {
  const words = text.split(' ')
  if (words.length >= 25) return undefined
  const last = words.at(-1)?.toLowerCase() ?? ''
  const each = /^\p{L}{3,}$/u.test(last) ? text.split(new RegExp(`(?<=\\b${last}) `, 'iu')) : []
  if (each.length > 2 && each.every((head) => /^\p{Lu}[^\d:]*$/u.test(head) && head.split(' ').length <= 4)) return each
  const terms = text.replace(/ \(?\d\)?(?= |$)/g, '').match(scaleTerm) ?? []
  const tail = (at: number) => terms.slice(at).join('').replace(/\s/g, '')
  const bare = text.replace(/ \(?\d\)?(?= |$)|[\s,/]/g, '')
  const first = terms.findIndex((_term, at) => bare.endsWith(tail(at)))
  const found = terms.slice(first).map((term) => term.trim())
  return first >= 0 && found.length > 2 ? found : undefined
}

/** A statement with numbers or boxes behind it: what `heads` call them, or a scale. Undefined: none. */
export function splitRow(text: string, heads: readonly string[], longest: number) {
  const [, statement = '', cells = ''] = gridRow.exec(text) ?? []
  if (statement === '') return undefined
  const marks = cells.trim().split(/\s+(?![\])])/)
  const own = heads.slice(-marks.length)
  const areWords = own.every((head) => /\p{L}/u.test(head) && head.length < longest)
  if (areWords && own.length === marks.length) return { statement: statement.trim(), heads: own }
  const numbers = marks.map(Number)
  const isCounted = [1, -1].some((step) => numbers.every((each, index) => each === (numbers[0] ?? 0) + index * step))
  return isCounted ? { statement: statement.trim(), scale: Math.max(...numbers) } : undefined
}

function inside(options: readonly string[]): string[] {
  return options.map((each) => each.trim()).filter((each) => each !== '')
}
