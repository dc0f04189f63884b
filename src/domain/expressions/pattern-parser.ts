/** Reads the text of a pattern into its parts. */
export type Node =
  /** `cost`: the steps of asking it about one character. */
  | { kind: 'take'; takes: (sign: string) => boolean; cost: number }
  /** The beginning and the end of the whole text. */
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  /** Without `most` as often as one likes. */
  | { kind: 'repeat'; of: Node; least: number; most: number | undefined }

/** The character from which a pattern cannot be used. */
export interface PatternProblem {
  code: 'PATTERN_UNSUPPORTED'
  limit: number
}

type Takes = (sign: string) => boolean

/** How often a part may be asked for at most. */
const maxTimes = 1000
const maxDepth = 50

class Unsupported extends Error {
  readonly at: number
  constructor(at: number) {
    super('unsupported')
    this.at = at
  }
}

/** The parts, or the character from which it is more than the engine knows. */
export function parsePattern(source: string): Node | PatternProblem {
  try {
    return new PatternParser(source).whole()
  } catch (error) {
    if (error instanceof Unsupported) return { code: 'PATTERN_UNSUPPORTED', limit: error.at }
    throw error
  }
}

const isDigit: Takes = (sign) => sign >= '0' && sign <= '9'
const isWord: Takes = (sign) => /^[A-Za-z0-9_]$/.test(sign)
const isSpace: Takes = (sign) => /^\s$/.test(sign)
const isLineEnd: Takes = (sign) => /^[\n\r\u2028\u2029]$/.test(sign)

function not(takes: Takes): Takes {
  return (sign) => !takes(sign)
}

const classes: Record<string, Takes> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
}
const controls: Record<string, string> = { t: '\t', n: '\n', r: '\r' }

class PatternParser {
  readonly #signs: readonly string[]
  #next = 0
  #depth = 0

  constructor(source: string) {
    this.#signs = Array.from(source)
  }

  whole(): Node {
    const node = this.#choice()
    if (this.#next < this.#signs.length) throw this.#unsupported()
    return node
  }

  get #sign(): string | undefined {
    return this.#signs[this.#next]
  }

  #unsupported(): Unsupported {
    return new Unsupported(this.#next + 1)
  }

  #take(sign: string): boolean {
    if (this.#sign !== sign) return false
    this.#next += 1
    return true
  }

  #choice(): Node {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (this.#sign !== undefined && this.#sign !== '|' && this.#sign !== ')') parts.push(this.#repeated())
    return { kind: 'sequence', parts }
  }

  #repeated(): Node {
    const of = this.#single()
    const times = this.#times()
    if (!times) return of
    // An anchor repeated, `a**` and the lazy `a*?` say nothing of their own.
    if (of.kind === 'start' || of.kind === 'end') throw this.#unsupported()
    if (this.#sign !== undefined && '*+?{'.includes(this.#sign)) throw this.#unsupported()
    return { kind: 'repeat', of, ...times }
  }

  #times(): { least: number; most: number | undefined } | undefined {
    if (this.#take('*')) return { least: 0, most: undefined }
    if (this.#take('+')) return { least: 1, most: undefined }
    if (this.#take('?')) return { least: 0, most: 1 }
    if (this.#sign !== '{') return undefined
    const rest = this.#signs.slice(this.#next, this.#next + 12).join('')
    const [whole, low, comma, high] = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(rest) ?? []
    if (whole === undefined) throw this.#unsupported()
    const least = Number(low)
    const most = comma === undefined ? least : high === undefined ? undefined : Number(high)
    if (least > maxTimes || (most !== undefined && (most > maxTimes || most < least))) throw this.#unsupported()
    this.#next += whole.length
    return { least, most }
  }

  #single(): Node {
    const sign = this.#sign ?? ''
    if ('*+?{}]'.includes(sign)) throw this.#unsupported()
    if (this.#take('^')) return { kind: 'start' }
    if (this.#take('$')) return { kind: 'end' }
    if (this.#take('.')) return single(not(isLineEnd))
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return this.#class()
    if (this.#take('\\')) {
      const escaped = this.#escaped()
      return single(typeof escaped === 'string' ? (each) => each === escaped : escaped)
    }
    this.#next += 1
    return single((each) => each === sign)
  }

  #group(): Node {
    this.#depth += 1
    if (this.#depth > maxDepth) throw this.#unsupported()
    // `(?:` groups too; everything else behind `(?` looks around.
    if (this.#sign === '?') {
      if (this.#signs[this.#next + 1] !== ':') throw this.#unsupported()
      this.#next += 2
    }
    const node = this.#choice()
    if (!this.#take(')')) throw this.#unsupported()
    this.#depth -= 1
    return node
  }

  /** A class of characters, or the one that is meant. */
  #escaped(): Takes | string {
    const sign = this.#sign
    if (sign === undefined) throw this.#unsupported()
    const known = classes[sign] ?? controls[sign]
    // Of letters and digits the others mean something that the engine does not know: \1, \b, \p{L}.
    if (known === undefined && /^[A-Za-z0-9]$/.test(sign)) throw this.#unsupported()
    this.#next += 1
    return known ?? sign
  }

  #class(): Node {
    const isNegated = this.#take('^')
    const takers: Takes[] = []
    while (!this.#take(']')) {
      const from = this.#inClass()
      const to = this.#range(from)
      if (typeof from !== 'string') takers.push(from)
      else takers.push(to === undefined ? (sign) => sign === from : between(from, to))
    }
    const takes: Takes = (sign) => takers.some((taker) => taker(sign))
    return { kind: 'take', takes: isNegated ? not(takes) : takes, cost: 1 + (takers.length >> 3) }
  }

  #inClass(): Takes | string {
    if (this.#take('\\')) return this.#escaped()
    const sign = this.#sign
    if (sign === undefined) throw this.#unsupported()
    this.#next += 1
    return sign
  }

  /** The end of a range that begins with this sign; a `-` at the edge of a class is a sign. */
  #range(from: Takes | string): string | undefined {
    if (this.#sign !== '-' || this.#signs[this.#next + 1] === ']') return undefined
    if (typeof from !== 'string') throw this.#unsupported()
    this.#next += 1
    const to = this.#inClass()
    if (typeof to !== 'string' || codeOf(to) < codeOf(from)) throw this.#unsupported()
    return to
  }
}

function single(takes: Takes): Node {
  return { kind: 'take', takes, cost: 1 }
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0
}

function between(from: string, to: string): Takes {
  return (sign) => codeOf(sign) >= codeOf(from) && codeOf(sign) <= codeOf(to)
}
