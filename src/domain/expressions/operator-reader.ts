/** Reads operators by their strength, as the expressions of surveys and those of forms do. A language adds its values. */

interface Word {
  kind: string
  value: string | number
}

/** `DEEP`: brackets in brackets, more than a person reads. */
export type Refusal = 'SYNTAX' | 'DEEP'

export abstract class OperatorReader<Token extends Word, Tree> {
  /** From the loosest to the tightest. */
  protected abstract readonly levels: readonly (readonly string[])[]
  /** One of the levels: its operators do not follow each other. */
  protected readonly single: readonly string[] = []
  protected abstract readonly maxDepth: number
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  /** The last token is of the kind `end`. */
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  protected abstract value(): Tree
  protected abstract minus(sign: Token, of: Tree): Tree
  protected abstract joined(sign: Token, left: Tree, right: Tree): Tree
  protected abstract refused(token: Token, why: Refusal): Error

  whole(): Tree {
    const tree = this.#level(0)
    if (this.token.kind !== 'end') throw this.refused(this.token, 'SYNTAX')
    return tree
  }

  protected get token(): Token {
    const token = this.#tokens[this.#next]
    if (!token) throw new Error('The last token is no end')
    return token
  }

  /** Takes the token, whatever it is. */
  protected step(): Token {
    const { token } = this
    this.#next += 1
    return token
  }

  /** Takes the token if it is one of these words or signs. */
  protected take(words: readonly string[]): Token | undefined {
    const { kind, value } = this.token
    const isWord = (kind === 'sign' || kind === 'name') && words.includes(String(value))
    return isWord ? this.step() : undefined
  }

  protected need(word: string): void {
    if (!this.take([word])) throw this.refused(this.token, 'SYNTAX')
  }

  /** What is between the brackets of a call, behind the first one. */
  protected list(): Tree[] {
    return this.#deeper(() => {
      if (this.take([')'])) return []
      const list = [this.#level(0)]
      while (this.take([','])) list.push(this.#level(0))
      this.need(')')
      return list
    })
  }

  #level(level: number): Tree {
    const words = this.levels[level]
    if (!words) return this.#signed()
    let left = this.#level(level + 1)
    for (let sign = this.take(words), count = 1; sign; sign = this.take(words), count += 1) {
      if (count > 1 && words === this.single) throw this.refused(sign, 'SYNTAX')
      left = this.joined(sign, left, this.#level(level + 1))
    }
    return left
  }

  #signed(): Tree {
    const sign = this.take(['-'])
    if (sign)
      return this.minus(
        sign,
        this.#deeper(() => this.#signed()),
      )
    return this.take(['(']) ? this.until(')') : this.value()
  }

  /** What is before the closing sign. */
  protected until(sign: string): Tree {
    return this.#deeper(() => {
      const tree = this.#level(0)
      this.need(sign)
      return tree
    })
  }

  #deeper<Read>(read: () => Read): Read {
    this.#depth += 1
    if (this.#depth > this.maxDepth) throw this.refused(this.token, 'DEEP')
    const found = read()
    this.#depth -= 1
    return found
  }
}
