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
  kind: 'question' | 'function'
}

export const mostOffered = 8

/** Those that begin with the text, then those that have it inside. */
export function offersFor(completions: readonly Completion[], text: string): Completion[] {
  const wanted = text.toLowerCase()
  const names = completions.map((completion) => ({ completion, name: completion.name.toLowerCase() }))
  const begins = names.filter(({ name }) => name.startsWith(wanted))
  const holds = wanted === '' ? [] : names.filter(({ name }) => !name.startsWith(wanted) && name.includes(wanted))
  return [...begins, ...holds].map(({ completion }) => completion)
}

/** The source around the place `at` of a problem, counted from 1: the word there, what is before it and behind it. */
export function aroundProblem(source: string, at: number): [before: string, word: string, after: string] {
  const tokens = tokensOf(source)
  const next = Array.isArray(tokens) ? tokens.find((token) => token.at > at) : undefined
  const end = next ? next.at - 1 : Array.isArray(tokens) ? source.length : at
  const word = source.slice(at - 1, end).trimEnd()
  return [source.slice(0, at - 1), word, source.slice(at - 1 + word.length)]
}
