/** The sign or number before a line, and which kinds of numbers a document has before its questions. */
import { bullet, glyphFirst } from './plain-text.ts'
import type { TextLine } from './text-lines.ts'
import { section, specify } from './typical-words.ts'

export interface Mark {
  kind: 'GLYPH' | 'BULLET' | 'NUMBER' | 'LETTER' | 'NONE'
  /** As it is written: `A3`, `12`, `1.1`, `b`; '' for none. */
  label: string
  /** Its last number, or the place of its letter; 0 where it has none. */
  value: number
  /** Numbers of one look are of one kind: `#.`, `Q#`, `(#)`. */
  style: string
  rest: string
}

const numbered =
  /^(?:(Q|Question|Quest[ãa]o|Pergunta|Pregunta|P(?=\d)|No\.?|N[º°]\.?|第)\s*)?([([（【]?)([A-Z]{0,4}[-_.]?\d{1,4}(?:[._-]\d{1,3}){0,3}(?:[._]?[a-z])?)(?:\s*题)?(\s*[.):：、．）\]】]+|\s*[–—-](?=\s)|\s*=|(?=\s))\s*(?=\S)/i
/** `Q9_Approval - …`, `VIS_SS …`: a name of a variable. */
const named = /^([A-Z][A-Za-z\d]*(?:_[A-Za-z\d]+)+)(?:\s*[.:)–—-])?\s+(?=\S)/
const lettered = /^([([（]?)([a-zA-Z])([.)）\]、．:：]+|\s*=|(?=\s*\p{Script=Han}))\s*(?=\S)/u

export function markOf(text: string): Mark {
  const none = { kind: 'NONE', label: '', value: 0, style: '', rest: text } as const
  const [sign, dot] = [glyphFirst.exec(text)?.[0], bullet.exec(text)?.[0]]
  // A box may have its code behind it: `[ ] 1 Male`.
  if (sign !== undefined) return { ...none, kind: 'GLYPH', rest: text.slice(sign.length) }
  if (dot !== undefined) return { ...none, kind: 'BULLET', rest: text.slice(dot.length) }
  return numberOf(text) ?? nameOf(text) ?? letterOf(text) ?? none
}

function nameOf(text: string): Mark | undefined {
  const [all, label] = named.exec(text) ?? []
  if (all === undefined || label === undefined) return undefined
  return { kind: 'NUMBER', label, value: 0, style: 'A#', rest: text.slice(all.length) }
}

function numberOf(text: string): Mark | undefined {
  const [all, word = '', open = '', label = '', close = ''] = numbered.exec(text) ?? []
  if (all === undefined) return undefined
  const rest = text.slice(all.length)
  const isBare = `${close.trim()}${word}${open}` === ''
  // `2 times a week`, `18-24 years` and `3.5 kg` begin with an amount; `12 How old …` with a number of a question.
  if (isBare && !/^[A-Z]{1,4}[-_.]?\d|^\d{3}$/.test(label) && !/^[\p{Lu}\p{Lo}¿]/u.test(rest)) return undefined
  if (/^\d+-\d+$/.test(label) && word === '') return undefined
  const look = label
    .replace(/^[A-Z]+[-_.]?/i, 'A')
    .replace(/[a-z]$/, '')
    .replace(/[._-]/g, '.')
    .replace(/\d+/g, '#')
  const style = `${word === '' ? '' : 'Q'}${open}${look}${close.trim()}`
  return { kind: 'NUMBER', label, value: Number(/(\d+)[a-z]?$/i.exec(label)?.[1]), style, rest }
}

function letterOf(text: string): Mark | undefined {
  const [all, open = '', label = '', close = ''] = lettered.exec(text) ?? []
  if (all === undefined) return undefined
  const style = `${open}${label === label.toUpperCase() ? 'A' : 'a'}${close.trim()}`
  return { kind: 'LETTER', label, value: placeOf(label), style, rest: text.slice(all.length) }
}

/** `b` is 2. */
export function placeOf(letter: string): number {
  return letter.toLowerCase().charCodeAt(0) - 96
}

export function isAsking(text: string): boolean {
  return /[?？؟]|:\s*$|_{3,}|\.{6,}|：/.test(text)
}

export type StyleUse = 'QUESTIONS' | 'OPTIONS' | 'BOTH'

/**
 * What each look of numbers is for, over all of the document: numbers before questions count on, and what follows them
 * asks; those of options begin again at 1.
 */
export function usesOf(lines: readonly TextLine[]): ReadonlyMap<string, StyleUse> {
  const marks = lines.filter(({ text }) => !section.test(text)).map(({ text }) => markOf(text))
  const signed = marks.filter(({ kind }) => kind !== 'NONE')
  // Options of another look begin below it.
  const opening = new Set(
    signed.filter(({ style }, index) => {
      const next = signed[index + 1]
      return style.includes('#') && next && next.style !== style && (next.style === '' || next.value === 1)
    }),
  )
  const looks = [...Map.groupBy(marks, ({ style }) => style)].flatMap(([style, all]) => {
    const asking = all.filter((mark) => (isAsking(mark.rest) && !specify.test(mark.rest)) || opening.has(mark)).length
    const orders = all.map(({ label, value }) => value + (/\d[a-z]$/.test(label) ? placeOf(label.slice(-1)) / 100 : 0))
    const restarts = orders.some((order, index) => order <= (orders[index - 1] ?? -1))
    return style === '' ? [] : [{ style, share: asking / all.length, restarts }]
  })
  const sure = looks.filter(({ style, share }) => isOfQuestions(style) || (style.includes('#') && share >= 0.6))
  return new Map(
    looks.map((look) => [
      look.style,
      useOf(
        look,
        sure.some(({ style }) => style !== look.style),
      ),
    ]),
  )
}

/** `Q1`, `A3`, `1.1`. */
function isOfQuestions(style: string): boolean {
  return style.startsWith('Q') || /A#|#\.#/.test(style)
}

/** `share`: of the lines that ask. `hasOther`: other numbers are before questions already. */
function useOf(
  { style, share, restarts }: { style: string; share: number; restarts: boolean },
  hasOther: boolean,
): StyleUse {
  if (isOfQuestions(style)) return 'QUESTIONS'
  if (!style.includes('#')) return share >= 0.6 ? 'QUESTIONS' : 'OPTIONS'
  if (style.endsWith('=')) return 'OPTIONS'
  if (share >= 0.7 || (!restarts && !hasOther)) return 'QUESTIONS'
  return share < (hasOther ? 0.3 : 0.1) ? 'OPTIONS' : 'BOTH'
}

/** Whether the line alone looks like the start of a question. */
export function startsQuestion(text: string, uses: ReadonlyMap<string, StyleUse>): boolean {
  const { kind, style, rest } = markOf(text)
  if (kind === 'NUMBER' || kind === 'LETTER')
    return uses.get(style) !== 'OPTIONS' && (kind === 'NUMBER' || isAsking(rest))
  return kind === 'NONE' && /[?？؟]|_{3,}/.test(text)
}
