/**
 * The part of XPath that forms use: `${name}`, `.`, texts, numbers, comparisons, arithmetic, `and`, `or` and functions.
 * Of predicates only `${name}[. != '']` is, paths and `|` are not: where they begin, the expression is not understood.
 */
export type XPath =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  /** `answered`: `${name}[. != '']`, the answers that are there. */
  | { kind: 'reference'; name: string; answered?: true }
  | { kind: 'own' }
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

const token =
  /\s*(?:(?<number>\d+(?:\.\d*)?|\.\d+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|\$\{\s*(?<reference>[^}\s]+)\s*\}|(?<name>[\p{L}_][\p{L}\p{N}_.:-]*)|(?<sign>!=|<=|>=|[=<>+*(),.[\]-]))/uy

interface Token {
  kind: 'number' | 'text' | 'reference' | 'name' | 'sign' | 'end'
  value: string
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  const text = source.trim()
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const at = token.lastIndex
    const groups = token.exec(text)?.groups
    if (!groups) throw new NotUnderstood(text.slice(at, at + 30).trim())
    const { number, double, single, reference, name, sign } = groups
    if (number !== undefined) tokens.push({ kind: 'number', value: number })
    else if (double !== undefined || single !== undefined) tokens.push({ kind: 'text', value: double ?? single ?? '' })
    else if (reference !== undefined) tokens.push({ kind: 'reference', value: reference })
    else if (name !== undefined) tokens.push({ kind: 'name', value: name })
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

class Parser {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): XPath {
    const expression = this.#level(0)
    if (this.#token.kind !== 'end') throw this.#refused()
    return expression
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', value: '' }
  }

  #refused(): NotUnderstood {
    return new NotUnderstood(this.#token.value)
  }

  #take(words: readonly string[]): string | undefined {
    const { kind, value } = this.#token
    if ((kind !== 'sign' && kind !== 'name') || !words.includes(value)) return undefined
    this.#next += 1
    return value
  }

  #level(level: number): XPath {
    const words = levels[level]
    if (!words) return this.#signed()
    let left = this.#level(level + 1)
    for (let operator = this.#take(words); operator; operator = this.#take(words))
      left = { kind: 'binary', operator, left, right: this.#level(level + 1) }
    return left
  }

  #signed(): XPath {
    return this.#take(['-']) ? { kind: 'minus', of: this.#deeper(() => this.#signed()) } : this.#value()
  }

  #deeper<Read>(read: () => Read): Read {
    this.#depth += 1
    if (this.#depth > maxDepth) throw this.#refused()
    const found = read()
    this.#depth -= 1
    return found
  }

  #value(): XPath {
    if (this.#take(['.'])) return { kind: 'own' }
    if (this.#take(['('])) return this.#deeper(() => this.#closed())
    const { kind, value } = this.#token
    this.#next += 1
    if (kind === 'number') return { kind, value: Number(value) }
    if (kind === 'text') return { kind, value }
    if (kind === 'reference') return this.#take(['[']) ? this.#answered(value) : { kind, name: value }
    if (kind === 'name' && this.#take(['(']))
      return this.#deeper(() => ({ kind: 'call', name: value, of: this.#list() }))
    this.#next -= 1
    throw this.#refused()
  }

  #answered(name: string): XPath {
    const isOwn = this.#take(['.']) && this.#take(['!='])
    const { kind, value } = this.#token
    if (!isOwn || kind !== 'text' || value !== '') throw this.#refused()
    this.#next += 1
    if (!this.#take([']'])) throw this.#refused()
    return { kind: 'reference', name, answered: true }
  }

  #closed(): XPath {
    const expression = this.#level(0)
    if (!this.#take([')'])) throw this.#refused()
    return expression
  }

  #list(): XPath[] {
    if (this.#take([')'])) return []
    const list = [this.#level(0)]
    while (this.#take([','])) list.push(this.#level(0))
    if (!this.#take([')'])) throw this.#refused()
    return list
  }
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
