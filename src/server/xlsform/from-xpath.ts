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
  /** The codes of the options that a question calls by this name. */
  options: (questionCode: string, name: string) => readonly string[]
  /** Takes the names that a question has no option for. */
  unknown?: (questionCode: string, name: string) => void
  /** Whether a list of the form itself has this name: its rows are in no file. */
  isList?: (name: string) => boolean
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
        if (tree.name.startsWith(lastSaved))
          return { kind: 'call', at, name: 'lastSaved', of: [this.#question(tree.name.slice(lastSaved.length))] }
        return this.#question(tree.name)
      case 'column':
        if (/^(true|false)$/i.test(tree.name)) return { kind: 'boolean', at, value: /^true$/i.test(tree.name) }
        if (!this.#names.columns?.has(tree.name)) throw new NotUnderstood(tree.name)
        return { kind: 'call', at, name: 'column', of: [{ kind: 'text', at, value: tree.name }] }
      case 'minus':
        return { kind: 'minus', at, of: this.translate(tree.of) }
      case 'binary':
        return this.#binary(tree)
      case 'call':
        return this.#call(tree)
    }
  }

  #question(name: string): Expression {
    const question = this.#names.question(name)
    if (!question) throw new NotUnderstood(name.includes('/') ? name : `\${${name}}`)
    return { kind: 'question', at, code: question.code }
  }

  #binary({ operator, left: one, right: other }: XPath & { kind: 'binary' }): Expression {
    if ((operator === '=' || operator === '!=') && (isBlank(one) || isBlank(other))) {
      const asked: Expression = { kind: 'call', at, name: 'answered', of: [this.translate(isBlank(one) ? other : one)] }
      return operator === '!=' ? asked : { kind: 'call', at, name: 'not', of: [asked] }
    }
    const chosen = this.#chosen(one, other)
    if (chosen && (operator === '=' || operator === '!=')) return this.#isOption(chosen, operator)
    const unread = this.#neverEqual(one, other) ?? this.#neverEqual(other, one)
    if (unread && (operator === '=' || operator === '!=')) return unread(operator)
    const [left, right] = [this.#beside(one, other), this.#beside(other, one)]
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
    const value = /\.\w+$/.test(file.value) ? file.value : `${file.value}.csv`
    return {
      kind: 'call',
      at,
      name: 'lookup',
      of: [{ kind: 'text', at, value }, ...of.map((each) => this.translate(each))],
    }
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
  #isOption({ asked, codes }: Chosen, operator: '=' | '!=' | 'selected'): Expression {
    const [first, ...more] = codes.map((value): Expression => {
      const right: Expression = { kind: 'text', at, value }
      return operator === 'selected'
        ? { kind: 'call', at, name: 'selected', of: [asked, right] }
        : { kind: 'comparison', at, operator, left: asked, right }
    })
    if (!first)
      return operator === '!='
        ? { kind: 'call', at, name: 'answered', of: [asked] }
        : { kind: 'boolean', at, value: false }
    const joint = operator === '!=' ? 'and' : 'or'
    return more.reduce((left, right): Expression => ({ kind: 'logic', at, operator: joint, left, right }), first)
  }

  /** A number beside a text that is none: it equals `NaN` where it is blank, and nothing else. */
  #neverEqual(one: XPath, other: XPath): ((operator: '=' | '!=') => Expression) | undefined {
    const named = this.#named(one)
    const isNumber = named && traitsOf(named.type).answer === 'number'
    if (!isNumber || other.kind !== 'text' || other.value === '' || !Number.isNaN(Number(other.value))) return undefined
    const answered: Expression = { kind: 'call', at, name: 'answered', of: [this.translate(one)] }
    if (other.value !== 'NaN')
      return (operator) => (operator === '=' ? { kind: 'boolean', at, value: false } : answered)
    return (operator) => (operator === '!=' ? answered : { kind: 'call', at, name: 'not', of: [answered] })
  }

  /** A written number beside a question that is answered by one. */
  #beside(tree: XPath, other: XPath): Expression {
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
    if (name === 'string' && first && of.length === 1)
      return { kind: 'call', at, name: 'concat', of: [this.translate(first)] }
    const known = this.#withQuestion(name, of)
    if (known) return known
    const summary = of.length === 1 ? own(summaries, name) : undefined
    if (summary && first?.kind === 'reference')
      return { kind: 'call', at, name: summary, of: [this.#question(first.name)] }
    if (name === 'pulldata') return this.#lookup(of)
    const same = functionsByXPath.get(name)
    if (same === undefined) throw new NotUnderstood(`${name}()`)
    const chosen = same === 'selected' && of[0] && of[1] && this.#chosen(of[0], of[1])
    if (chosen) return this.#isOption(chosen, 'selected')
    const pattern = same === 'formatDate' && of[1]
    const stray = pattern && pattern.kind === 'text' && new RegExp(`%[^${momentSigns}]`).exec(pattern.value)
    if (stray) throw new NotUnderstood(stray[0])
    return { kind: 'call', at, name: same, of: of.map((argument) => this.translate(argument)) }
  }

  /** Functions that name a question or a group. */
  #withQuestion(name: string, [first, second, third, ...more]: readonly XPath[]): Expression | undefined {
    const calls = (called: string, ...of: Expression[]): Expression => ({ kind: 'call', at, name: called, of })
    const repeated = first?.kind === 'reference' ? this.#names.repeated?.(first.name) : undefined
    if (name === 'position' && first?.kind === 'reference' && !second) return calls('position')
    if (name === 'count' && repeated !== undefined && !second)
      return calls('repetitions', { kind: 'question', at, code: repeated })
    if (name === 'indexed-repeat' && first?.kind === 'reference' && third && more.length === 0)
      return calls('indexedRepeat', this.#question(first.name), this.translate(third))
    if (name === 'jr:choice-name' && first && second && 'value' in second) {
      const [, asked = String(second.value)] = /^\$\{\s*(.*?)\s*\}$/.exec(String(second.value)) ?? []
      return calls('choiceName', this.translate(first), this.#question(asked))
    }
    if (name !== 'join' || !first || !second) return undefined
    if (second.kind === 'reference' && !third) return calls('join', this.translate(first), this.#question(second.name))
    const rest = [third, ...more].flatMap((each) => (each ? [first, each] : []))
    return calls('concat', ...[second, ...rest].map((each) => this.translate(each)))
  }
}
