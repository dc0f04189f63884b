/** Options on one line: `○ Tap ○ Well`, `a) Tap b) Well`, `1=Yes 2=No`, `Yes / No`. */
import { boxes, circles, glyph } from './text-lines.ts'
import { no, yes } from './typical-words.ts'

export interface Split {
  /** What comes before the options. */
  before: string
  options: string[]
  /** The sign before each; '' for none. */
  sign: string
}

const signs = new RegExp(glyph.source, 'g')
const listed = /(?:^|[\s,;])(?:[([]([a-z]|\d{1,2})[)\]]|([a-z]|\d{1,2})[.)=]|(\d{1,2})\s(?=\p{Lu}\p{Ll}))\s*(?=\S)/giu
const longestWord = 60

/** Undefined: no options on it. */
export function splitOptions(text: string): Split | undefined {
  return bySigns(text) ?? byNumbers(text) ?? byStrokes(text)
}

function bySigns(text: string): Split | undefined {
  const found = [...text.matchAll(signs)]
  const [first] = found
  if (!first) return undefined
  const sign = first[0]
  const asked = Math.max(...['?', '？', '؟', ':', '：'].map((end) => text.lastIndexOf(end)))
  const after = text.slice(asked + 1).trim()
  // `Yes ☐ No ☐`: the boxes are behind their words.
  const isBehind = found.length > 1 && text.trimEnd().endsWith(found.at(-1)?.[0] ?? '') && !markBegins(after)
  const start = isBehind ? asked + 1 : first.index
  const options = text
    .slice(start)
    .split(signs)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (options.length === 0 || (options.length === 1 && start > 0)) return undefined
  return { before: text.slice(0, start).trim(), options, sign }
}

function markBegins(text: string): boolean {
  return new RegExp(`^(?:${glyph.source})`).test(text)
}

/** At least two in their order, from 0, 1 or a. */
function byNumbers(text: string): Split | undefined {
  const found = [...text.matchAll(listed)].map((match) => {
    const label = match[1] ?? match[2] ?? match[3] ?? ''
    const value = /\d/.test(label) ? Number(label) : label.toLowerCase().charCodeAt(0) - 96
    return { label, value, at: match.index, end: match.index + match[0].length }
  })
  const first = found.findIndex(({ value }, index) => value <= 1 && found[index + 1]?.value === value + 1)
  if (first < 0) return undefined
  const run = [found[first]].filter((each) => each !== undefined)
  for (const each of found.slice(first + 1)) {
    const isCode = each.value > 80 && each.value > (run.at(-1)?.value ?? 0)
    if (each.value === (run.at(-1)?.value ?? 0) + 1 || isCode) run.push(each)
  }
  const options = run.map(({ end }, index) =>
    text
      .slice(end, run[index + 1]?.at)
      .replace(/[,;]\s*$/, '')
      .trim(),
  )
  if (options.some((option) => option === '')) return undefined
  return { before: text.slice(0, run[0]?.at).trim(), options, sign: '' }
}

/** After the question: `Yes / No`, `(Male/Female)`, or `Yes   No`. */
function byStrokes(text: string): Split | undefined {
  const asked = Math.max(...['?', '？', '؟', ':', '：'].map((end) => text.lastIndexOf(end)))
  const tail = text.slice(asked + 1).trim()
  const bare = tail.replace(/^[([（]\s*|\s*[)\]）]\.?$/g, '')
  const pieces = bare.includes('/') ? bare.split('/') : bare.split(/\s*[,，、]\s*|\s+/)
  const options = pieces.map((each) => each.replace(/[_.\s]+$/g, '').trim())
  if (options.length < 2 || options.some((each) => each === '' || each.length > longestWord || /_/.test(each)))
    return undefined
  const isYesNo = options.length <= 3 && yes.test(options[0] ?? '') && no.test(options[1] ?? '')
  const isWhole = options.every((each) => each.split(/\s+/).length <= 5) && asked >= 0
  if (!isYesNo && !(bare.includes('/') && isWhole && !/\d\s*$|^\w{1,4}$/.test(options[0] ?? ''))) return undefined
  return { before: text.slice(0, asked + 1).trim(), options, sign: '' }
}

export function isBox(sign: string): boolean {
  return sign !== '' && (boxes.includes(sign) || sign.startsWith('['))
}

export function isCircle(sign: string): boolean {
  return sign !== '' && (circles.includes(sign) || sign.startsWith('('))
}
