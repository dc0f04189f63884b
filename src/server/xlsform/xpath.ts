/**
 * The part of XPath that forms use: `${name}`, `.`, texts, numbers, comparisons, arithmetic, `and`, `or` and functions.
 * A path is a name as a whole. Of predicates only `${name}[. != '']` is understood.
 */
import { OperatorReader } from '#domain/expressions/operator-reader.ts'

export type XPath =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  /** `answered`: `${name}[. != '']`, the answers that are there. */
  | { kind: 'reference'; name: string; answered?: true }
  | { kind: 'own' }
  /** A bare name: in filters a column of the choices. */
  | { kind: 'column'; name: string }
  | { kind: 'minus'; of: XPath }
  | { kind: 'binary'; operator: string; left: XPath; right: XPath }
  | { kind: 'call'; name: string; of: XPath[] }

/** Not an expression of this part of XPath; `what` is the piece that is not understood. */
export class NotUnderstood extends Error {
  readonly what: string
  constructor(what: string) {
    super(what)
    this.what = what
  }
}

/** What `read` gives; undefined where it meets a piece that is not understood, which `left` takes. */
export function understood<Found>(read: () => Found, left?: (what: string) => void): Found | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    left?.(error.what)
    return undefined
  }
}

const token =
  /\s*(?:(?<path>(?:current\(\)\/|\.\.?\/|\/)[\p{L}\p{N}_./-]*[\p{L}\p{N}_]|\.\.(?:\/\.\.)*)|(?<number>\d+(?:\.\d*)?|\.\d+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|\$\{\s*(?<reference>[^}\s]+)\s*\}|(?<name>[\p{L}_][\p{L}\p{N}_.:-]*)|(?<sign>!=|<=|>=|[=<>+*(),.[\]-]))/uy

const operatorWord = /^(?:and|or|div|mod)$/i

/** Word processors make quotation marks curly. */
export function straight(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
}

interface Token {
  kind: 'number' | 'text' | 'reference' | 'name' | 'sign' | 'end'
  value: string
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  const text = straight(source).trim()
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const at = token.lastIndex
    const groups = token.exec(text)?.groups
    if (!groups) throw new NotUnderstood(text.slice(at, at + 30).trim())
    const { number, double, single, path, reference = path, name, sign } = groups
    if (number !== undefined) tokens.push({ kind: 'number', value: number })
    else if (double !== undefined || single !== undefined) tokens.push({ kind: 'text', value: double ?? single ?? '' })
    else if (reference !== undefined) tokens.push({ kind: 'reference', value: reference })
    else if (name !== undefined)
      tokens.push({ kind: 'name', value: operatorWord.test(name) ? name.toLowerCase() : name })
    else tokens.push({ kind: 'sign', value: sign ?? '' })
  }
  return [...tokens, { kind: 'end', value: '' }]
}

/** From the loosest to the tightest. */
const levels = [['or'], ['and'], ['=', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', 'div', 'mod']]
const maxDepth = 60
const maxLength = 10_000

export function parseXPath(source: string): XPath {
  if (source.length > maxLength) throw new NotUnderstood(`${source.slice(0, 30)}…`)
  return new Parser(tokensOf(source)).whole()
}

class Parser extends OperatorReader<Token, XPath> {
  protected readonly levels = levels
  protected readonly maxDepth = maxDepth

  protected refused({ value }: Token): NotUnderstood {
    return new NotUnderstood(value)
  }

  protected minus(_sign: Token, of: XPath): XPath {
    return { kind: 'minus', of }
  }

  protected joined({ value: operator }: Token, left: XPath, right: XPath): XPath {
    return { kind: 'binary', operator, left, right }
  }

  protected value(): XPath {
    if (this.take(['.'])) return { kind: 'own' }
    const { token } = this
    const { kind, value } = token
    if (kind === 'end' || kind === 'sign') throw this.refused(token)
    this.step()
    if (kind === 'number') return { kind, value: Number(value) }
    if (kind === 'text') return { kind, value }
    if (kind === 'reference') return this.take(['[']) ? this.#answered(value) : { kind, name: value }
    if (this.take(['('])) {
      const of = this.list()
      return value === 'instance' ? this.#row(of) : { kind: 'call', name: value, of }
    }
    // No question is called so: nothing is there.
    return value === 'null' ? text('') : { kind: 'column', name: this.#inside() ?? value }
  }

  /** The last name of a path downwards: groups inside of a row do not matter. */
  #inside(): string | undefined {
    const { kind, value } = this.token
    return kind === 'reference' && value.startsWith('/') ? this.step().value.split('/').at(-1) : undefined
  }

  /**
   * `instance('villages')/root/item[name = ${village}]/district` is `pulldata('villages', 'district', 'name', ${village})`.
   * The responses to another form are `/root/data`.
   */
  #row([file]: readonly XPath[]): XPath {
    const items = this.step()
    if (!/^\/root\/\w+$/.test(items.value)) throw this.refused(items)
    this.need('[')
    const key = this.until(']')
    const name = this.#inside()
    if (!file || name === undefined) throw this.refused(this.token)
    const sides = key.kind === 'binary' && key.operator === '=' ? [key.left, key.right] : []
    const own = sides.find(({ kind }) => kind === 'column')
    const other = sides.find((side) => side !== own)
    if (own?.kind !== 'column' || !other) throw this.refused(items)
    return { kind: 'call', name: 'pulldata', of: [file, text(name), text(own.name), other] }
  }

  #answered(name: string): XPath {
    this.need('.')
    this.need('!=')
    const blank = this.step()
    if (blank.kind !== 'text' || blank.value !== '') throw this.refused(blank)
    this.need(']')
    return { kind: 'reference', name, answered: true }
  }
}

function text(value: string): XPath {
  return { kind: 'text', value }
}

/** A text of XPath, which knows no way to write both kinds of quotation marks into one. */
export function quoted(text: string): string {
  if (!text.includes("'")) return `'${text}'`
  if (!text.includes('"')) return `"${text}"`
  const pieces = text.split("'").map((piece) => `'${piece}'`)
  return `concat(${pieces.join(`, "'", `)})`
}

/** The parts that must all hold. */
export function conjuncts(expression: XPath): XPath[] {
  return expression.kind === 'binary' && expression.operator === 'and'
    ? [...conjuncts(expression.left), ...conjuncts(expression.right)]
    : [expression]
}
