/** What may be written next in an expression, and where in it a problem is. Pure. */
import { tokensOf } from '#domain/expressions/expression-tokens.ts'

interface Word {
  begin: number
  end: number
  text: string
}

/** The name that the caret is in or right behind; with `${`, so that what is chosen replaces all of it. */
export function wordAt(source: string, caret: number): Word {
  const before = /\$\{\w*$|\b[A-Za-z]\w*$/.exec(source.slice(0, caret))?.[0] ?? ''
  const after = before === '' ? '' : (/^\w*\}?/.exec(source.slice(caret))?.[0] ?? '')
  const begin = caret - before.length
  const isQuoted = before.startsWith('${')
  const end = caret + (isQuoted ? after : after.replace('}', '')).length
  return { begin, end, text: before.replace('${', '') }
}

const codeWord = String.raw`\$?\{?\b([A-Za-z]\w*)\}?`
const choice = String.raw`(['"]?[^'"(),=]*)$`
const choicePlaces = [
  new RegExp(String.raw`${codeWord}\s*(?:!=|<>|==?)\s*${choice}`),
  new RegExp(String.raw`\bselected\(\s*${codeWord}\s*,\s*${choice}`),
]

/** The choice of a question that is written at the caret: `crop = 'mai`, `selected(crops, `. */
export function choiceAt(source: string, caret: number): (Word & { code: string }) | undefined {
  const before = source.slice(0, caret)
  const [, code, written] = choicePlaces.map((place) => place.exec(before)).find((found) => found) ?? []
  if (code === undefined || written === undefined || written.endsWith(' ')) return undefined
  const mark = /^['"]/.exec(written)?.[0] ?? ''
  const after = mark === '' ? '' : (new RegExp(String.raw`^[\w-]*${mark}?`).exec(source.slice(caret))?.[0] ?? '')
  return { code, begin: caret - written.length, end: caret + after.length, text: written.slice(mark.length) }
}

/** Whether the caret is inside a text in quotation marks, where no code is meant. */
export function isInText(source: string, caret: number): boolean {
  const quotes = source.slice(0, caret).replaceAll(/'[^']*'|"[^"]*"/g, '')
  return /['"]/.test(quotes)
}

export interface Completion {
  /** What is written, with `(` behind a function. */
  insert: string
  /** What the list shows first: the code, or the function. */
  name: string
  kind: 'question' | 'function' | 'option'
  /** What it is, by which it is found too. */
  about: string
}

export const mostOffered = 8

/** Those that begin with the text, then those that have it inside, then those that are about it. */
export function offersFor(completions: readonly Completion[], text: string): Completion[] {
  const wanted = text.trim().toLowerCase()
  const rankOf = ({ name, about }: Completion) => {
    if (name.toLowerCase().startsWith(wanted)) return 0
    if (name.toLowerCase().includes(wanted)) return 1
    return about.toLowerCase().includes(wanted) ? 2 : 3
  }
  const ranks = completions.map((completion) => ({ completion, rank: rankOf(completion) }))
  return ranks
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ completion }) => completion)
}

/** The source around the place `at` of a problem, counted from 1: the word there, what is before it and behind it. */
export function aroundProblem(source: string, at: number): [before: string, word: string, after: string] {
  const tokens = tokensOf(source)
  const next = Array.isArray(tokens) ? tokens.find((token) => token.at > at) : undefined
  const end = next ? next.at - 1 : Array.isArray(tokens) ? source.length : at
  const word = source.slice(at - 1, end).trimEnd()
  return [source.slice(0, at - 1), word, source.slice(at - 1 + word.length)]
}
