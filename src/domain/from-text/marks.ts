/** The sign or number before a line. */
import { bullet, glyphFirst } from './plain-text.ts'

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
  if (isBare && /^(?:19|20)\d\d$/.test(label)) return undefined
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
