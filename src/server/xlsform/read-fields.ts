/** The rules in the row of a question: required, bounds, conditions and calculations. */
import type { RemarkCode } from '#domain/answers/form-report.ts'
import { printExpression } from '#domain/expressions/expression.ts'
import { isPattern } from '#domain/expressions/pattern.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import {
  defaultRating,
  type ExpressionField,
  isComputed,
  type Question,
  type Validation,
} from '#domain/surveys/survey.ts'
import { allOf, type Names, translated } from './from-xpath.ts'
import { parametersBeside, readParameters } from './types.ts'
import { conjuncts, parseXPath, understood, type XPath } from './xpath.ts'

export type Fields = Pick<Question, 'required' | 'readOnly' | 'validation' | ExpressionField>

export type Note = (column: string, code: RemarkCode, value: string, name?: string) => void

export interface FieldsOf {
  type: Question['type']
  names: Names
  /** Takes the unread parts. */
  note: Note
}

export function readFields(cells: ReadonlyMap<string, string>, { type, names, note }: FieldsOf): Fields {
  const { bounds, constraint } = readConstraint(cells.get('constraint'), { type, names, note })
  const others = { ...names, own: undefined }
  const calculation = readExpressionCell(cells, 'calculation', others, note)
  const trigger = readTrigger(cells.get('trigger'), names, note)
  return {
    required: readYes(cells, 'required', note),
    validation: { ...readRange(cells, type, note), ...bounds },
    relevant: readExpressionCell(cells, 'relevant', others, note),
    constraint,
    calculation,
    trigger,
    // What is computed at any time begins with nothing, and is only shown.
    initial: isComputed({ calculation, trigger }) ? null : readInitial(cells, { type, names, note }),
    readOnly: readYes(cells, 'read_only', note) && type !== 'NOTE' && !isComputed({ calculation, trigger }),
  }
}

function readYes(cells: ReadonlyMap<string, string>, column: 'required' | 'read_only', note: Note): boolean {
  const text = cells.get(column)
  if (text === undefined || /^(no|false|false\(\)|0)$/i.test(text)) return false
  if (/^(yes|true|true\(\)|1)$/i.test(text)) return true
  note(column, 'EXPRESSION_LEFT', text)
  return false
}

const dynamic = /\$\{|[\w-]\s*\(/

/** A value as it is written, or an expression that is computed once. */
function readInitial(cells: ReadonlyMap<string, string>, { type, names, note }: FieldsOf): string | null {
  const text = cells.get('default')
  const { answer, options } = traitsOf(type)
  if (text === undefined || text === 'null') return null
  if (!answer || answer === 'file') {
    note('default', 'DEFAULT_LEFT', text)
    return null
  }
  if (text.includes('last-saved#')) note('default', 'LAST_SAVED', text)
  if (dynamic.test(text) || (answer === 'number' && Number.isNaN(Number(text))))
    return readExpressionCell(cells, 'default', { ...names, own: undefined }, note)
  if (answer === 'number') return String(Number(text))
  const nameIn = (word: string) => (options && names.own && names.options(names.own.code, word)[0]) ?? word
  const words = answer === 'choices' ? text.split(/\s+/).map(nameIn).join(' ') : nameIn(text)
  const value = answer === 'time' ? clockTime(words) : words
  return printExpression({ kind: 'text', at: 1, value })
}

/** `HH:MM` of a time, of a moment, or of a part of a day, as Excel has it. */
function clockTime(text: string): string {
  const part = Number(text) < 1 ? new Date(Math.round(Number(text) * 1440) * 60_000).toISOString() : text
  return /(?:^|T)(\d\d:\d\d)/.exec(part)?.[1] ?? text
}

/** The questions that it names, whichever of them changes. */
function readTrigger(text: string | undefined, names: Names, note: Note): string | null {
  const named = [...(text ?? '').matchAll(/\$\{\s*([^}\s]+)\s*\}|(\/[^\s,]+)/g)].map(
    ([, name, path]) => name ?? path ?? '',
  )
  const codes = named.flatMap((name) => names.question(name)?.code ?? [])
  if (text !== undefined && (codes.length < named.length || codes.length === 0))
    note('trigger', 'EXPRESSION_LEFT', text)
  return codes.length > 1 ? `concat(${codes.join(', ')})` : (codes[0] ?? null)
}

export function readExpressionCell(
  cells: ReadonlyMap<string, string>,
  column: 'relevant' | 'calculation' | 'default',
  names: Names,
  note: Note,
): string | null {
  const text = cells.get(column)
  if (text === undefined) return null
  const read = () => {
    const tree = parseXPath(text)
    // What computes itself keeps what it is.
    if (tree.kind === 'own' && column === 'calculation') return null
    const source = translated(tree, noting(names, column, note))
    // `true()` and `yes` say that it is always asked.
    return source === 'true' && tree.kind === 'call' && column === 'relevant' ? null : source
  }
  return understood(read, (what) => note(column, 'EXPRESSION_LEFT', what || text)) ?? null
}

/** With a remark on each name that means nothing. */
function noting(names: Names, column: string, note: Note): Names {
  return {
    ...names,
    unknown: (code, name) => note(column, 'OPTION_UNKNOWN', name, code),
    bare: (name) => note(column, 'NAME_BLANK', name),
  }
}

/** The range of a RATING begins with 1; of others both ends are bounds. */
function readRange(cells: ReadonlyMap<string, string>, type: Question['type'], note: Note): Validation {
  if (!/^range$/i.test(cells.get('type') ?? '')) return {}
  const written = cells.get('parameters') ?? ''
  const { start = '1', end = '10', step = '1' } = readParameters(written)
  const [min, max] = [Number(start), Number(end)]
  const isStep = Number(step) > 0 && Number(step) <= Math.abs(max - min)
  const left = parametersBeside(written, ([name, value]) =>
    name === 'step' ? isStep : /^(start|end)$/.test(name) && Number.isFinite(Number(value)),
  )
  if (left !== '') note('parameters', 'CELL_LEFT', left)
  if (!Number.isFinite(min) || !Number.isFinite(max)) return {}
  if (type === 'RATING') return max === defaultRating ? {} : { max }
  return { min, max, ...(isStep && Number(step) !== 1 ? { step: Number(step) } : {}) }
}

/** A range from 1 by 1 is a rating. */
export function rangeType(cells: ReadonlyMap<string, string>): 'RATING' | 'RANGE' {
  const { start = '1', end = '10', step = '1' } = readParameters(cells.get('parameters') ?? '')
  const isCounted = Number(start) === 1 && Number(step) === 1 && Number.isInteger(Number(end))
  return isCounted && Number(end) > 1 ? 'RATING' : 'RANGE'
}

function readConstraint(
  text: string | undefined,
  { type, names, note }: FieldsOf,
): { bounds: Validation; constraint: string | null } {
  const bounds: Validation = {}
  if (text === undefined) return { bounds, constraint: null }
  const rest: XPath[] = []
  const left = (what: string) => note('constraint', 'EXPRESSION_LEFT', what || text)
  for (const part of understood(() => conjuncts(parseXPath(text)), left) ?? []) {
    const bound = boundOf(part, type)
    const [name] = bound ? Object.keys(bound) : []
    if (bound?.regex !== undefined && !isPattern(bound.regex)) note('constraint', 'PATTERN_LEFT', bound.regex)
    else if (bound && name && !(name in bounds)) Object.assign(bounds, bound)
    else if (understood(() => translated(part, noting(names, 'constraint', note)), left) !== undefined) rest.push(part)
  }
  const whole = allOf(rest)
  return { bounds, constraint: whole ? translated(whole, names) : null }
}

/** A part of a constraint that is a bound here. */
function boundOf(part: XPath, type: Question['type']): Validation | undefined {
  const { answer, bounds } = traitsOf(type)
  if (part.kind === 'call') {
    const [own, pattern] = part.of
    const isBound = bounds.includes('regex') && part.name === 'regex' && own?.kind === 'own' && pattern?.kind === 'text'
    return isBound ? { regex: pattern.value } : undefined
  }
  if (part.kind !== 'binary') return undefined
  const limit = numberOf(part.right)
  const measure = measureOf(part.left)
  if (limit === undefined || measure === undefined) return undefined
  const isWhole = traitsOf(type).isWhole || measure !== 'own'
  const fits = {
    own: answer === 'number' && bounds.includes('min'),
    'count-selected': answer === 'choices' && bounds.includes('min'),
    'string-length': bounds.includes('maxLength'),
  }[measure]
  if (!fits || (isWhole && !Number.isInteger(limit))) return undefined
  const { operator } = part
  const most = operator === '<=' ? limit : operator === '<' && isWhole ? limit - 1 : undefined
  const least = operator === '>=' ? limit : operator === '>' && isWhole ? limit + 1 : undefined
  if (measure === 'string-length')
    return most !== undefined && most >= 1 && most <= 10_000 ? { maxLength: most } : undefined
  if (most !== undefined) return { max: most }
  return least === undefined ? undefined : { min: least }
}

function numberOf(tree: XPath): number | undefined {
  if (tree.kind === 'number') return tree.value
  return tree.kind === 'minus' && tree.of.kind === 'number' ? -tree.of.value : undefined
}

function measureOf(tree: XPath): 'own' | 'count-selected' | 'string-length' | undefined {
  if (tree.kind === 'own') return 'own'
  if (tree.kind !== 'call' || tree.of[0]?.kind !== 'own') return undefined
  return tree.name === 'count-selected' || tree.name === 'string-length' ? tree.name : undefined
}
