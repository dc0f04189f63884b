/**
 * The expressions of a survey: `relevant` and `constraint` are conditions, `calculation` makes an answer. Questions are
 * named by their codes (`members`, or `${members}`), `.` is the question's own answer. Literals are numbers, 'texts', true
 * and false; `expression-functions.ts` lists the functions. From loose to tight: `or`, `and`, comparisons, `+ -`,
 * `* / mod`, and the sign before a value. `AND`, `&&`, `||`, `==`, `<>` and `div` are read as what they mean. Blanks: a comparison with a blank is false, arithmetic with a blank is blank,
 * and a blank condition does not hold. Inside a section that repeats, its questions are those of the same repetition; from
 * elsewhere only `count`, `sum`, `min` and `max` of one such question look at all repetitions. No expression repeats anything, so each ends.
 */
import { isWord, type Token, tokensOf } from './expression-tokens.ts'
import { OperatorReader, type Refusal } from './operator-reader.ts'
import type { Problem } from '../problems.ts'

export const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const
export const arithmetic = ['+', '-', '*', '/', 'mod'] as const
export type Comparison = (typeof comparisons)[number]
export type Arithmetic = (typeof arithmetic)[number]

/** `at`: the character of the text where it is, counted from 1. */
export type Expression = { at: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'question'; code: string }
  /** The question's own answer. */
  | { kind: 'own' }
  | { kind: 'minus'; of: Expression }
  | { kind: 'logic'; operator: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'comparison'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'arithmetic'; operator: Arithmetic; left: Expression; right: Expression }
  | { kind: 'call'; name: string; of: Expression[] }
)

export type Parsed = { expression: Expression; problem?: undefined } | { problem: Problem; expression?: undefined }

const maxLength = 2000
/** How deep brackets may be in one another: more than a person reads. */
const maxDepth = 50
/** How long it may become in forms, which write out what blanks do. */
const maxWeight = 100_000

class Unreadable extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** The tree of an expression, or the first thing that cannot be read, with its place as `limit`. */
export function parseExpression(source: string): Parsed {
  if (source.length > maxLength) return { problem: { code: 'TOO_LONG', limit: maxLength } }
  const tokens = tokensOf(source)
  if (!Array.isArray(tokens)) return { problem: { code: 'EXPRESSION_SYNTAX', limit: tokens.unreadable } }
  try {
    const expression = new Parser(tokens).whole()
    return weightOf(expression) > maxWeight
      ? { problem: { code: 'EXPRESSION_DEEP', limit: expression.at } }
      : { expression }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  }
}

/** From the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [['or'], ['and'], comparisons, ['+', '-'], ['*', '/', 'mod', 'div']]
const comparisonLevel = 2

class Parser extends OperatorReader<Token, Expression> {
  protected readonly levels = levels
  /** `1 < a < 5` reads like something that it does not say. */
  protected override readonly single = comparisons
  protected readonly maxDepth = maxDepth

  protected refused({ at }: Token, why: Refusal): Unreadable {
    return new Unreadable({ code: `EXPRESSION_${why}`, limit: at })
  }

  protected minus({ at }: Token, of: Expression): Expression {
    return { kind: 'minus', at, of }
  }

  protected joined({ at, value: word }: Token, left: Expression, right: Expression): Expression {
    if (word === 'and' || word === 'or') return { kind: 'logic', operator: word, at, left, right }
    const comparison = comparisons.find((operator) => operator === word)
    return comparison
      ? { kind: 'comparison', operator: comparison, at, left, right }
      : { kind: 'arithmetic', operator: word === 'div' ? '/' : (word as Arithmetic), at, left, right }
  }

  protected value(): Expression {
    const { token } = this
    const { at } = token
    if (this.take(['.'])) return { kind: 'own', at }
    if (token.kind === 'end' || token.kind === 'sign') throw this.refused(token, 'SYNTAX')
    this.step()
    if (token.kind === 'code') return { kind: 'question', at, code: token.value }
    if (token.kind !== 'name') return token
    if (this.take(['('])) return { kind: 'call', at, name: token.value, of: this.list() }
    if (token.value === 'true' || token.value === 'false') return { kind: 'boolean', at, value: token.value === 'true' }
    if (isWord(token.value)) throw this.refused(token, 'SYNTAX')
    return { kind: 'question', at, code: token.value }
  }
}

/** The parts directly below. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'minus':
      return [expression.of]
    case 'call':
      return expression.of
    case 'logic':
    case 'comparison':
    case 'arithmetic':
      return [expression.left, expression.right]
    case 'number':
    case 'text':
    case 'boolean':
    case 'question':
    case 'own':
      return []
  }
}

/** How many parts it has. */
export function sizeOf(expression: Expression): number {
  return partsOf(expression).reduce((sum, part) => sum + sizeOf(part), 1)
}

/** Its size where parts are written several times: each part of a comparison or a sum is also asked for being there. */
function weightOf(expression: Expression): number {
  const inside = partsOf(expression).reduce((sum, part) => sum + weightOf(part), 1)
  const isTwice = expression.kind === 'comparison' || (expression.kind === 'arithmetic' && expression.operator === '/')
  if (isTwice || expression.kind !== 'call') return isTwice ? 2 * inside : inside
  return inside * (['min', 'max', 'sum'].includes(expression.name) ? 3 : plainCalls.has(expression.name) ? 1 : 2)
}

/** Calls that write each of their parts once. */
const plainCalls = new Set(['if', 'not', 'selected', 'column'])

/** The same text with another code for one of its questions. */
export function withCode(source: string, code: string, other: string): string {
  const tokens = tokensOf(source)
  if (!Array.isArray(tokens)) return source
  let text = source
  for (const [index, token] of [...tokens.entries()].reverse()) {
    const next = tokens[index + 1]
    const isCall = next?.kind === 'sign' && next.value === '('
    const isQuoted = token.kind === 'code'
    if ((token.kind !== 'name' && !isQuoted) || token.value !== code) continue
    if (!isQuoted && (isCall || isWord(code))) continue
    const begin = token.at - 1 + (isQuoted ? '${'.length : 0)
    const written = isWord(other) && !isQuoted ? `\${${other}}` : other
    text = text.slice(0, begin) + written + text.slice(begin + code.length)
  }
  return text
}

/** The texts that it compares with the answer to a question or asks of its choices; of `.` the code is `own`. */
export function choicesNamed(expression: Expression, own: string): { code: string; choice: string }[] {
  const inside = partsOf(expression).flatMap((part) => choicesNamed(part, own))
  const isSelected = expression.kind === 'call' && expression.name === 'selected'
  if (expression.kind !== 'comparison' && !isSelected) return inside
  const sides = partsOf(expression)
  const asked = sides.find(({ kind }) => kind === 'question' || kind === 'own')
  const choice = sides.find(({ kind }) => kind === 'text')
  if (!asked || choice?.kind !== 'text') return inside
  return [...inside, { code: asked.kind === 'question' ? asked.code : own, choice: choice.value }]
}

/** What a row of a file has in a column: the first one that has the value in the column `key`. */
export interface Lookup<Key> {
  file: string
  column: string
  key: string
  value: Key
}

/** `lookup('villages.csv', 'district', 'name', village)`: the names are written out. */
export function lookupOf({ of }: Expression & { kind: 'call' }): Lookup<Expression> | undefined {
  const [file, column, key, value, ...more] = of
  const isNamed = file?.kind === 'text' && column?.kind === 'text' && key?.kind === 'text'
  return isNamed && value && more.length === 0
    ? { file: file.value, column: column.value, key: key.value, value }
    : undefined
}

/** What it looks up in files. */
export function lookupsNamed(expression: Expression): Lookup<Expression>[] {
  return callsOf(expression, 'lookup').flatMap((call) => lookupOf(call) ?? [])
}

/** The columns that it asks options for. */
export function columnsNamed(expression: Expression): string[] {
  return callsOf(expression, 'column').flatMap(({ of: [name] }) => (name?.kind === 'text' ? name.value : []))
}

function callsOf(expression: Expression, name: string): (Expression & { kind: 'call' })[] {
  const inside = partsOf(expression).flatMap((part) => callsOf(part, name))
  return expression.kind === 'call' && expression.name === name ? [expression, ...inside] : inside
}

/** The codes of the questions that it names, each once. */
export function referencesOf(expression: Expression): Set<string> {
  const own = expression.kind === 'question' ? [expression.code] : []
  return new Set([...own, ...partsOf(expression).flatMap((part) => [...referencesOf(part)])])
}

/** The text of a tree: parsed again it is the same tree, but for the places. */
export function printExpression(expression: Expression): string {
  return printed(expression, 0)
}

/** `level`: how tight it must hold together. */
function printed(expression: Expression, level: number): string {
  switch (expression.kind) {
    case 'number':
      return plainNumber(expression.value)
    case 'text':
      return `'${expression.value.replaceAll("'", "''")}'`
    case 'boolean':
      return String(expression.value)
    case 'question':
      return isWord(expression.code) ? `\${${expression.code}}` : expression.code
    case 'own':
      return '.'
    case 'minus':
      return `-${printed(expression.of, levels.length)}`
    case 'call':
      return `${expression.name}(${expression.of.map((part) => printed(part, 0)).join(', ')})`
    case 'logic':
    case 'comparison':
    case 'arithmetic': {
      const { operator, left, right } = expression
      const own = levels.findIndex((words) => words.includes(operator))
      const sides = [printed(left, own === comparisonLevel ? own + 1 : own), printed(right, own + 1)]
      const text = sides.join(` ${operator} `)
      return own < level ? `(${text})` : text
    }
  }
}

/** Without an exponent, which the language does not have. */
function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text
}
