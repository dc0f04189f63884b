/** The sign or number before a line, and which kinds of numbers a document has before its questions. */
import { bullet, glyph, type TextLine } from './text-lines.ts'
import { section, specify } from './typical-words.ts'

export interface Mark {
  kind: 'GLYPH' | 'BULLET' | 'NUMBER' | 'LETTER' | 'NONE'
  /** As it is written: `A3`, `12`, `1.1`, `b`. */
  label: string
  /** Its last number, or the place of its letter; 0 where it has none. */
  value: number
  /** Numbers of one look are of one kind: `#.`, `Q#`, `(#)`. */
  style: string
  rest: string
}

const numbered =
  /^(?:(Q|Question|Quest[ãa]o|Pergunta|Pregunta|P(?=\d)|No\.?|N[º°]\.?|第)\s*)?([([（【]?)([A-Z]{0,4}[-_.]?\d{1,4}(?:[._-]\d{1,3}){0,3}[a-z]?)(?:\s*题)?(\s*[.):：、．）\]】]+|\s*[–—-](?=\s)|\s*=|(?=\s))\s*(?=\S)/i
const lettered = /^([([（]?)([a-zA-Z])([.)）\]]+|\s*=)\s*(?=\S)/

export function markOf(text: string): Mark {
  const sign = new RegExp(`^\\s*(?:${glyph.source})\\s*`).exec(text)
  if (sign) {
    // A box may have its code behind it: `[ ] 1 Male`.
    return { kind: 'GLYPH', label: '', value: 0, style: 'sign', rest: text.slice(sign[0].length) }
  }
  const dot = bullet.exec(text)
  if (dot) return { kind: 'BULLET', label: '', value: 0, style: 'dot', rest: text.slice(dot[0].length) }
  return numberOf(text) ?? letterOf(text) ?? { kind: 'NONE', label: '', value: 0, style: '', rest: text }
}

function numberOf(text: string): Mark | undefined {
  const found = numbered.exec(text)
  if (!found) return undefined
  const [all, word = '', open = '', label = '', close = ''] = found
  const rest = text.slice(all.length)
  const isBare = close.trim() === '' && word === '' && open === ''
  // `2 times a week`, `18-24 years` and `3.5 kg` begin with an amount; `12 How old …` with a number of a question.
  if (isBare && !/^[A-Z]{1,4}[-_.]?\d|^\d{3}$/.test(label) && !/^[\p{Lu}\p{Lo}¿]/u.test(rest)) return undefined
  if (/^\d+-\d+$/.test(label) && word === '') return undefined
  const value = Number(/(\d+)[a-z]?$/i.exec(label)?.[1] ?? 0)
  const letters = /^[A-Z]*/i.exec(label)?.[0] ?? ''
  const depth = (label.match(/[._-]\d/g) ?? []).length
  const last = /[a-z]$/.test(label) ? 'a' : ''
  const style = `${word === '' ? '' : 'Q'}${open}${letters === '' ? '' : 'A'}${'#.'.repeat(depth)}#${last}${close.trim()}`
  return { kind: 'NUMBER', label, value, style, rest }
}

function letterOf(text: string): Mark | undefined {
  const [all, open = '', label = '', close = ''] = lettered.exec(text) ?? []
  if (all === undefined) return undefined
  const isUpper = label === label.toUpperCase()
  const value = label.toLowerCase().charCodeAt(0) - 96
  return {
    kind: 'LETTER',
    label,
    value,
    style: `${open}${isUpper ? 'A' : 'a'}${close.trim()}`,
    rest: text.slice(all.length),
  }
}

const asks = /[?？؟]|:\s*$|_{3,}|\.{6,}|：/

export function isAsking(text: string): boolean {
  return asks.test(text)
}

export type StyleUse = 'QUESTIONS' | 'OPTIONS' | 'BOTH'

/**
 * What each look of numbers is for, over all of the document: numbers before questions count on, and what follows them
 * asks; those of options begin again at 1.
 */
export function usesOf(lines: readonly TextLine[]): ReadonlyMap<string, StyleUse> {
  const seen = new Map<string, { count: number; asking: number; restarts: number; last: number }>()
  for (const { text } of lines) {
    if (section.test(text)) continue
    const { kind, value, style, rest } = markOf(text)
    if (kind !== 'NUMBER' && kind !== 'LETTER') continue
    const known = seen.get(style) ?? { count: 0, asking: 0, restarts: 0, last: -1 }
    known.count += 1
    if (isAsking(rest) && !specify.test(rest)) known.asking += 1
    if (known.count > 1 && value <= known.last) known.restarts += 1
    known.last = value
    seen.set(style, known)
  }
  const sure = [...seen].filter(
    ([style, { count, asking }]) => isOfQuestions(style) || (style.includes('#') && asking / count >= 0.6),
  )
  return new Map(
    [...seen].map(([style, use]) => [
      style,
      useOf(
        style,
        use,
        sure.some(([other]) => other !== style),
      ),
    ]),
  )
}

/** `Q1`, `A3`, `1.1`. */
function isOfQuestions(style: string): boolean {
  return style.startsWith('Q') || /A#|#\.#/.test(style)
}

/** `hasOther`: other numbers are before questions already. */
function useOf(
  style: string,
  { count, asking, restarts }: { count: number; asking: number; restarts: number },
  hasOther: boolean,
): StyleUse {
  if (isOfQuestions(style)) return 'QUESTIONS'
  const share = asking / count
  const isLetter = !style.includes('#')
  if (isLetter) return share >= 0.6 ? 'QUESTIONS' : 'OPTIONS'
  if (style.endsWith('=')) return 'OPTIONS'
  if (share >= 0.7 || (restarts === 0 && !hasOther)) return 'QUESTIONS'
  if (share < (hasOther ? 0.3 : 0.1)) return 'OPTIONS'
  return 'BOTH'
}
