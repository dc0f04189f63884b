/** From the XPath of forms to our expressions: `selected(${crops}, 'maize') and . > 5`. */
import {
  arithmetic,
  type Arithmetic,
  type Comparison,
  comparisons,
  type Expression,
  printExpression,
} from '#domain/expressions/expression.ts'
import { functionsByXPath } from '#domain/expressions/expression-functions.ts'
import { momentSigns } from '#domain/expressions/expression-values.ts'
import { own } from '#domain/own.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { NotUnderstood, type XPath } from './xpath.ts'

/** What the names in an expression mean. */
export interface Names {
  /** The question of a name; undefined where none was taken. */
  question: (name: string) => Pick<Question, 'code' | 'type'> | undefined
  /** A question of the group that repeats and has this name. */
  repeated?: (name: string) => string | undefined
  /** How many repetitions up a way leads from the own one. */
  levelsUp?: (way: string) => number
  /** The codes of the options that a question calls by this name. */
  options: (questionCode: string, name: string) => readonly string[]
  /** The names of options that have other codes here, with these. */
  renamed?: (questionCode: string) => readonly (readonly [string, readonly string[]])[]
  /** Takes the names that a question has no option for. */
  unknown?: (questionCode: string, name: string) => void
  /** Takes a name that is none of a question: apps find a blank there. */
  bare?: (name: string) => void
  /** Whether a list of the form itself has this name: its rows are in no file. */
  isList?: (name: string) => boolean
  /** The file that options are chosen from under this name without its ending. */
  fileOf?: (name: string) => string | undefined
  /** Of a filter: the columns that its options have. */
  columns?: Pick<ReadonlySet<string>, 'has'>
  /** The question whose answer is `.`. */
  own: Pick<Question, 'code' | 'type'> | undefined
}

/** Our expression as text. Throws `NotUnderstood`. */
export function translated(tree: XPath, names: Names): string {
  return printExpression(new Translator(names).translate(tree))
}

/** The parts in one condition; undefined without any. */
export function allOf(parts: readonly XPath[]): XPath | undefined {
  return parts.length === 0
    ? undefined
    : parts.reduce((left, right) => ({ kind: 'binary', operator: 'and', left, right }))
}

const at = 1

const lastSaved = 'last-saved#'

function call(name: string, ...of: Expression[]): Expression {
  return { kind: 'call', at, name, of }
}

function text(value: string): Expression {
  return { kind: 'text', at, value }
}

function answered(of: Expression): Expression {
  return call('answered', of)
}

/** A denied condition; in XPath a blank differs from everything else. */
function not(of: Expression): Expression {
  if (of.kind === 'boolean') return { ...of, value: !of.value }
  if (of.kind === 'call' && of.name === 'not' && of.of[0]) return of.of[0]
  return call('not', of)
}

/** In XPath two blanks are equal. */
function equalOrBlank(left: Expression, right: Expression): Expression {
  const equal: Expression = { kind: 'comparison', at, operator: '=', left, right }
  const blank: Expression = { kind: 'logic', at, operator: 'or', left: answered(left), right: answered(right) }
  return { kind: 'logic', at, operator: 'or', left: equal, right: not(blank) }
}

function isBlank(side: XPath): boolean {
  return side.kind === 'text' && side.value === ''
}

/** Functions over the answers in all repetitions of one question. */
const summaries: Record<string, string> = {
  count: 'count',
  'count-non-empty': 'count',
  sum: 'sum',
  min: 'min',
  max: 'max',
}

/** Functions that make of a value one of a type that it has here already. */
const plainFunctions = new Set([
  'trim',
  'normalize-space',
  'number',
  'date-time',
  'decimal-date-time',
  'decimal-time',
  'boolean',
])

/** Here a time has no seconds: those that are nought go. */
function clockTime(value: string): string {
  return /^(\d\d:\d\d):00(\.0+)?$/.exec(value)?.[1] ?? value
}

/** A question, and the codes of those of its options that are meant. */
interface Chosen {
  asked: Expression
  codes: readonly string[]
}

class Translator {
  readonly #names: Names

  constructor(names: Names) {
    this.#names = names
  }

  translate(tree: XPath): Expression {
    switch (tree.kind) {
      case 'number':
        return { ...tree, at }
      case 'text':
        return { ...tree, at }
      case 'own':
        if (!this.#names.own) throw new NotUnderstood('.')
        return { kind: 'own', at }
      case 'reference':
        if (tree.answered) throw new NotUnderstood(`\${${tree.name}}[`)
        if (tree.name.startsWith(lastSaved)) return call('lastSaved', this.#question(tree.name.slice(lastSaved.length)))
        return this.#question(tree.name)
      case 'column':
        if (/^(true|false)$/i.test(tree.name)) return { kind: 'boolean', at, value: /^true$/i.test(tree.name) }
        if (!this.#names.columns) return this.#bare(tree.name)
        if (!this.#names.columns?.has(tree.name)) throw new NotUnderstood(tree.name)
        return call('column', text(tree.name))
      case 'minus':
        return { kind: 'minus', at, of: this.translate(tree.of) }
      case 'binary':
        return this.#binary(tree)
      case 'call':
        return this.#call(tree)
    }
  }

  /** Below its own answer there is nothing: apps read a name that is none of a question as a blank. */
  #bare(name: string): Expression {
    if (/^(yes|no)$/i.test(name)) return { kind: 'boolean', at, value: /^yes$/i.test(name) }
    this.#names.bare?.(name)
    return text('')
  }

  #question(name: string): Expression {
    const question = this.#names.question(name)
    if (!question) throw new NotUnderstood(name.includes('/') ? name : `\${${name}}`)
    return { kind: 'question', at, code: question.code }
  }

  #binary({ operator, left: one, right: other }: XPath & { kind: 'binary' }): Expression {
    if ((operator === '=' || operator === '!=') && (isBlank(one) || isBlank(other))) {
      const asked = answered(this.translate(isBlank(one) ? other : one))
      return operator === '!=' ? asked : not(asked)
    }
    const isFilter = one.kind === 'column' || other.kind === 'column'
    if (operator === '!=' && !isFilter)
      return not(this.#binary({ kind: 'binary', operator: '=', left: one, right: other }))
    const chosen = this.#chosen(one, other)
    if (chosen && operator === '=') return this.#isOption(chosen, operator)
    const unread = this.#neverEqual(one, other) ?? this.#neverEqual(other, one)
    if (unread && operator === '=') return unread
    const [left, right] = [this.#beside(one, other), this.#beside(other, one)]
    if (operator === '=' && one.kind === 'reference' && other.kind === 'reference') return equalOrBlank(left, right)
    if (operator === 'and' || operator === 'or') return { kind: 'logic', at, operator, left, right }
    if (comparisons.includes(operator as Comparison))
      return { kind: 'comparison', at, operator: operator as Comparison, left, right }
    const sign = operator === 'div' ? '/' : operator
    if (!arithmetic.includes(sign as Arithmetic)) throw new NotUnderstood(operator)
    return { kind: 'arithmetic', at, operator: sign as Arithmetic, left, right }
  }

  #lookup([file, ...of]: readonly XPath[]): Expression {
    const [column, key] = of
    const isNamed = column?.kind === 'text' && key?.kind === 'text' && of.length === 3
    if (file?.kind !== 'text' || !isNamed || this.#names.isList?.(file.value)) throw new NotUnderstood('pulldata()')
    const value = this.#names.fileOf?.(file.value) ?? (/\.\w+$/.test(file.value) ? file.value : `${file.value}.csv`)
    return call('lookup', text(value), ...of.map((each) => this.translate(each)))
  }

  #named(tree: XPath): Pick<Question, 'code' | 'type'> | undefined {
    if (tree.kind === 'own') return this.#names.own
    return tree.kind === 'reference' ? this.#names.question(tree.name) : undefined
  }

  /** The question and the codes of its options that a name beside it means; names may look like numbers. */
  #chosen(one: XPath, other: XPath): Chosen | undefined {
    for (const [asked, word] of [
      [one, other],
      [other, one],
    ] as const) {
      const named = this.#named(asked)
      if (!named || !traitsOf(named.type).options || (word.kind !== 'text' && word.kind !== 'number')) continue
      const codes = this.#names.options(named.code, String(word.value))
      if (codes.length === 0) this.#names.unknown?.(named.code, String(word.value))
      return { asked: this.translate(asked), codes }
    }
    return undefined
  }

  /** What no option is called is never chosen. */
  #isOption({ asked, codes }: Chosen, operator: '=' | 'selected'): Expression {
    const [first, ...more] = codes.map((value): Expression => {
      return operator === 'selected'
        ? call('selected', asked, text(value))
        : { kind: 'comparison', at, operator, left: asked, right: text(value) }
    })
    if (!first) return { kind: 'boolean', at, value: false }
    return more.reduce((left, right): Expression => ({ kind: 'logic', at, operator: 'or', left, right }), first)
  }

  /** A number beside a text that is none: it equals `NaN` where it is blank, and nothing else. */
  #neverEqual(one: XPath, other: XPath): Expression | undefined {
    const named = this.#named(one)
    const isNumber = named && traitsOf(named.type).answer === 'number'
    if (!isNumber || other.kind !== 'text' || other.value === '' || !Number.isNaN(Number(other.value))) return undefined
    return other.value === 'NaN' ? not(answered(this.translate(one))) : { kind: 'boolean', at, value: false }
  }

  /** Beside a column an option is what the form calls it. */
  #formName(tree: XPath & { kind: 'reference' }): Expression {
    const asked = this.#question(tree.name)
    const renamed = asked.kind === 'question' ? (this.#names.renamed?.(asked.code) ?? []) : []
    return renamed.reduceRight<Expression>((rest, [value, codes]) => {
      return call('if', this.#isOption({ asked, codes }, '='), text(value), rest)
    }, asked)
  }

  /** A written number beside a question that is answered by one. */
  #beside(tree: XPath, other: XPath): Expression {
    if (tree.kind === 'reference' && other.kind === 'column') return this.#formName(tree)
    const named = this.#named(other)
    const isNumber = named && traitsOf(named.type).answer === 'number'
    return isNumber && tree.kind === 'text' && /^\d+(\.\d+)?$/.test(tree.value)
      ? { kind: 'number', at, value: Number(tree.value) }
      : this.translate(tree)
  }

  #call({ name, of }: XPath & { kind: 'call' }): Expression {
    const [first] = of
    if ((name === 'true' || name === 'false') && !first) return { kind: 'boolean', at, value: name === 'true' }
    if (name === 'decimal-time' && first?.kind === 'text' && of.length === 1)
      return { ...first, at, value: clockTime(first.value) }
    const isPlain = plainFunctions.has(name) || (name === 'date' && first?.kind !== 'binary')
    if (isPlain && first && of.length === 1) return this.translate(first)
    if (name === 'string' && first && of.length === 1) return call('concat', this.translate(first))
    const known = this.#withQuestion(name, of)
    if (known) return known
    const summary = of.length === 1 ? own(summaries, name) : undefined
    if (summary && first?.kind === 'reference') return call(summary, this.#question(first.name))
    if (name === 'pulldata') return this.#lookup(of)
    const same = functionsByXPath.get(name)
    if (same === undefined) throw new NotUnderstood(`${name}()`)
    const chosen = same === 'selected' && of[0] && of[1] && this.#chosen(of[0], of[1])
    if (chosen) return this.#isOption(chosen, 'selected')
    const pattern = same === 'formatDate' && of[1]
    const stray = pattern && pattern.kind === 'text' && new RegExp(`%[^${momentSigns}]`).exec(pattern.value)
    if (stray) throw new NotUnderstood(stray[0])
    return call(same, ...of.map((argument) => this.translate(argument)))
  }

  /** Functions that name a question or a group. */
  #withQuestion(name: string, [first, second, third, ...more]: readonly XPath[]): Expression | undefined {
    const repeated = first?.kind === 'reference' ? this.#names.repeated?.(first.name) : undefined
    if (name === 'position' && first?.kind === 'reference' && !second) {
      const value = this.#names.levelsUp?.(first.name) ?? 0
      return value === 0 ? call('position') : call('position', { kind: 'number', at, value })
    }
    // As SurveyCTO calls it.
    if (name === 'index' && !first) return call('position')
    if (name === 'count' && repeated !== undefined && !second)
      return call('repetitions', { kind: 'question', at, code: repeated })
    if (name === 'indexed-repeat' && first?.kind === 'reference' && third && more.length === 0)
      return call('indexedRepeat', this.#question(first.name), this.translate(third))
    if (name === 'jr:choice-name' && first && second && 'value' in second) {
      const [, asked = String(second.value)] = /^\$\{\s*(.*?)\s*\}$/.exec(String(second.value)) ?? []
      return call('choiceName', this.translate(first), this.#question(asked))
    }
    if (name !== 'join' || !first || !second) return undefined
    if (second.kind === 'reference' && !third) return call('join', this.translate(first), this.#question(second.name))
    const rest = [third, ...more].flatMap((each) => (each ? [first, each] : []))
    return call('concat', ...[second, ...rest].map((each) => this.translate(each)))
  }
}
