/** The words of an expression, each with the place where it begins: characters counted from 1. */

export type Token =
  | { kind: 'number'; at: number; value: number }
  | { kind: 'text'; at: number; value: string }
  /** A code, a function or a word of the language. */
  | { kind: 'name'; at: number; value: string }
  /** `${code}` */
  | { kind: 'code'; at: number; value: string }
  | { kind: 'sign'; at: number; value: string }
  | { kind: 'end'; at: number; value: '' }

const patterns: [kind: 'space' | 'number' | 'text' | 'quoted' | 'name' | 'sign', pattern: RegExp][] = [
  ['space', /[ \t\r\n\u00a0]+/y],
  // As many digits as a number keeps.
  ['number', /(?:\d{1,15}(?:\.\d{1,10})?|\.\d{1,10})/y],
  // A quotation mark inside is written twice.
  ['text', /'(?:[^']|'')*'|"(?:[^"]|"")*"/y],
  ['quoted', /\$\{[A-Za-z][A-Za-z0-9_]*\}/y],
  ['name', /[A-Za-z][A-Za-z0-9_]*/y],
  ['sign', /!=|<=|>=|<>|==|&&|\|\||[=<>+\-*/(),.]/y],
]

/** As other languages write them. */
const otherSigns: Record<string, string> = { '==': '=', '<>': '!=', '&&': 'and', '||': 'or' }

/** In any case, as spreadsheets and forms write them. They name no question unless written as `${and}`. */
const operatorWord = /^(?:and|or|mod|div|true|false)$/i

export function isWord(code: string): boolean {
  return operatorWord.test(code)
}

/** The tokens, with the end as the last; the place of the first character that begins none. */
export function tokensOf(source: string): Token[] | { unreadable: number } {
  const tokens: Token[] = []
  let index = 0
  while (index < source.length) {
    const at = index + 1
    const found = patterns.find(([, pattern]) => {
      pattern.lastIndex = index
      return pattern.test(source)
    })
    if (!found) return { unreadable: at }
    const [kind, { lastIndex }] = found
    const word = source.slice(index, lastIndex)
    index = lastIndex
    if (kind !== 'space') tokens.push(tokenOf(kind, word, at))
  }
  tokens.push({ kind: 'end', at: source.length + 1, value: '' })
  return tokens
}

function tokenOf(kind: 'number' | 'text' | 'quoted' | 'name' | 'sign', word: string, at: number): Token {
  switch (kind) {
    case 'number':
      return { kind, at, value: Number(word) }
    case 'text': {
      const mark = word.charAt(0)
      return { kind, at, value: word.slice(1, -1).replaceAll(mark + mark, mark) }
    }
    case 'quoted':
      return { kind: 'code', at, value: word.slice(2, -1) }
    case 'sign':
      return { kind, at, value: otherSigns[word] ?? word }
    case 'name':
      return { kind, at, value: isWord(word) ? word.toLowerCase() : word }
  }
}
