/** Rich text as Markdown: a reader that takes any text, and the writer whose output reads back as the same. */
import {
  type Block,
  isBlankText,
  type ReadText,
  type RichText,
  type RichTextProblem,
  safeHref,
  type Span,
  tidyText,
} from './rich-text.ts'

/** A block as its lines have it, before its marks are read. */
interface Raw {
  kind: Block['kind']
  items: string[]
}

const lineKinds = [
  ['heading1', /^[ \t]{0,3}#[ \t]+([^ \t].*)$/s],
  ['heading2', /^[ \t]{0,3}##[ \t]+([^ \t].*)$/s],
  ['heading3', /^[ \t]{0,3}#{3,6}[ \t]+([^ \t].*)$/s],
  ['bullets', /^[ \t]*[-*+][ \t]+([^ \t].*)$/s],
  ['numbers', /^[ \t]*\d{1,9}[.)][ \t]+([^ \t].*)$/s],
  ['quote', /^[ \t]*>[ \t]?(.*)$/s],
] as const

/** The address that a link leads to; undefined for one that leads nowhere. */
type AddressOf = (given: string) => string | undefined

export function parseMarkdown(source: string, addressOf: AddressOf = safeHref): ReadText {
  const problems = new Set<RichTextProblem>()
  const blocks = rawBlocks(source).map(({ kind, items }) => ({
    kind,
    items: items.map((item) => spansIn(item, problems, addressOf)),
  }))
  return { text: tidyText(blocks), problems: [...problems] }
}

/** As it is stored: equal texts are equal Markdown. */
export function tidyMarkdown(source: string): string {
  return writeMarkdown(parseMarkdown(source).text)
}

function rawBlocks(source: string): Raw[] {
  const blocks: Raw[] = []
  /** Undefined after a blank line: what follows is a block of its own. */
  let open: Raw | undefined
  const begin = (kind: Raw['kind'], item: string) => {
    open = { kind, items: [item] }
    blocks.push(open)
  }
  for (const line of source.split(/\r\n|[\n\r]/)) {
    const [kind, content] = kindOf(line)
    if (kind === 'blank' || open === undefined) {
      open = undefined
      if (kind !== 'blank') begin(kind === 'text' ? 'paragraph' : kind, content)
    } else if (kind === 'quote' && open.kind === 'quote') {
      if (isBlankText(content)) open.items.push('')
      else open.items.push(joined(open.items.pop(), content))
    } else if (kind === 'text' && !open.kind.startsWith('heading')) {
      open.items.push(joined(open.items.pop(), content))
    } else if (kind === open.kind && (kind === 'bullets' || kind === 'numbers')) {
      open.items.push(content)
    } else begin(kind === 'text' ? 'paragraph' : kind, content)
    if (open?.kind.startsWith('heading')) open = undefined
  }
  return blocks
}

function joined(before: string | undefined, line: string): string {
  return before === undefined || before === '' ? line : `${before}\n${line}`
}

function kindOf(line: string): [kind: Block['kind'] | 'text' | 'blank', content: string] {
  if (isBlankText(line)) return ['blank', '']
  for (const [kind, pattern] of lineKinds) {
    const found = pattern.exec(line)
    if (found) return [kind, unindented(found[1] ?? '')]
  }
  return ['text', unindented(line)]
}

function unindented(line: string): string {
  return line.replace(/^[ \t]+/, '')
}

type Token = Span | { sign: string; size: number; opens: boolean; closes: boolean }

// Without the look ahead, blanks could be split in many ways, and each would be tried.
const link = /\[((?:\\.|[^[\]\\])*)\]\(\s*(?!\s)((?:[^\s()<>]|\([^\s()<>]*\))*)(?:\s+"[^"]*")?\s*\)/sy
const isBlank = (sign: string | undefined) => sign === undefined || isBlankText(sign)
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

export function spansIn(source: string, problems: Set<RichTextProblem>, addressOf: AddressOf = safeHref): Span[] {
  return marked(tokensIn(source, problems, addressOf))
}

function tokensIn(source: string, problems: Set<RichTextProblem>, addressOf: AddressOf): Token[] {
  const tokens: Token[] = []
  let text = ''
  const end = (...more: Token[]) => {
    if (text !== '') tokens.push({ text })
    text = ''
    tokens.push(...more)
  }
  for (let at = 0; at < source.length;) {
    const sign = source.charAt(at)
    const next = source.charAt(at + 1)
    if (sign === '\\' && /[!-/:-@[-`{-~\n]/.test(next)) {
      if (next === '\n') end({ text: '\n' })
      else text += next
      at += 2
    } else if (sign === '\n') {
      if (/ {2}$/.test(text)) end({ text: '\n' })
      else text += ' '
      at += 1
    } else if (sign === '*' || sign === '_') {
      const size = sizeOfRun(source, at)
      const { [at - 1]: before, [at + size]: after } = source
      const isInside = sign === '_' && isWord(before) && isWord(after)
      if (size > 3 || isInside) text += sign.repeat(size)
      else end({ sign, size, opens: !isBlank(after), closes: !isBlank(before) })
      at += size
    } else if (sign === '[') {
      const { spans, size } = linkAt(source, at, problems, addressOf)
      if (spans) end(...spans)
      else text += sign
      at += size
    } else {
      if (sign === '<' && /[a-z/!?]/i.test(next)) problems.add('TEXT_HTML')
      if (sign === '!' && next === '[' && linkAt(source, at + 1, new Set(), addressOf).spans) problems.add('TEXT_IMAGE')
      text += sign
      at += 1
    }
  }
  end()
  return tokens
}

function sizeOfRun(source: string, at: number): number {
  let size = 1
  while (source[at + size] === source[at]) size += 1
  return size
}

function linkAt(
  source: string,
  at: number,
  problems: Set<RichTextProblem>,
  addressOf: AddressOf,
): { spans?: Span[]; size: number } {
  link.lastIndex = at
  const found = link.exec(source)
  if (!found) return { size: 1 }
  const [{ length: size }, label = '', address = ''] = found
  const href = addressOf(address)
  if (href === undefined) problems.add('TEXT_LINK')
  const spans = spansIn(label, problems, addressOf)
  return { size, spans: href === undefined ? spans : spans.map((span) => ({ ...span, href })) }
}

const marks = [
  ['bold', 2],
  ['italic', 1],
] as const

/** A sign that no later one closes is text. */
function marked(tokens: readonly Token[]): Span[] {
  const last = new Map<string, number>()
  tokens.forEach((token, index) => {
    if (!('sign' in token) || !token.closes) return
    for (const [mark, bit] of marks) if (token.size & bit) last.set(token.sign + mark, index)
  })
  const open: { bold?: string; italic?: string } = {}
  return tokens.flatMap((token, index): Span[] => {
    const by = { ...(open.bold && { bold: true as const }), ...(open.italic && { italic: true as const }) }
    if (!('sign' in token)) return [{ ...by, ...token }]
    let unused = 0
    for (const [mark, bit] of marks) {
      if (!(token.size & bit)) continue
      if (open[mark] === token.sign && token.closes) delete open[mark]
      else if (open[mark] === undefined && token.opens && (last.get(token.sign + mark) ?? -1) > index)
        open[mark] = token.sign
      else unused += bit
    }
    return unused > 0 ? [{ ...by, text: token.sign.repeat(unused) }] : []
  })
}

const prefixes: Readonly<Record<Block['kind'], (place: number) => string>> = {
  heading1: () => '# ',
  heading2: () => '## ',
  heading3: () => '### ',
  paragraph: () => '',
  bullets: () => '- ',
  numbers: (place) => `${place}. `,
  quote: () => '> ',
}

export function writeMarkdown(text: RichText): string {
  return tidyText(text).map(writeBlock).join('\n\n')
}

function writeBlock({ kind, items }: Block): string {
  const written = items.map((spans, index) => {
    const first = prefixes[kind](index + 1)
    const further = kind === 'quote' ? first : ' '.repeat(kind === 'bullets' || kind === 'numbers' ? first.length : 0)
    return linesOf(spans)
      .map((line, place) => (place === 0 ? first : further) + lineStart(line))
      .join('\\\n')
  })
  return written.join(kind === 'quote' ? '\n>\n' : '\n')
}

function linesOf(spans: readonly Span[]): string[] {
  const lines: Span[][] = [[]]
  for (const span of spans) {
    if (span.text === '\n') lines.push([])
    else lines.at(-1)?.push(span)
  }
  return lines.map(writeSpans)
}

/** What would begin a block of another kind. */
function lineStart(line: string): string {
  return line.replace(/^([-+#>])/, '\\$1').replace(/^(\d{1,9})([.)])/, '$1\\$2')
}

function writeSpans(spans: readonly Span[]): string {
  let written = ''
  for (let at = 0; at < spans.length;) {
    const href = spans[at]?.href
    const end = spans.findIndex((span, index) => index > at && span.href !== href)
    const group = spans.slice(at, end < 0 ? spans.length : end)
    // A link behind this sign would be a picture.
    if (href !== undefined) written = written.replace(/!$/, '\\!')
    written += href === undefined ? writeMarks(group) : `[${writeMarks(group)}](${href})`
    at += group.length
  }
  return written
}

/** A sign changes the state of its mark: nothing is closed only to be opened again. */
function writeMarks(spans: readonly Span[]): string {
  let written = ''
  let before: Pick<Span, 'bold' | 'italic'> = {}
  for (const span of [...spans, { text: '' }] as Span[]) {
    const signs = (before.bold === span.bold ? 0 : 2) + (before.italic === span.italic ? 0 : 1)
    written += '*'.repeat(signs) + span.text.replace(/[\\*_[\]<`]/g, '\\$&')
    before = span
  }
  return written
}
