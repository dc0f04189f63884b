/** Rich text as HTML: the writer, and a reader that takes what fits and names what it left out. */
import { type HtmlPart, scanHtml } from './html-scan.ts'
import { type BlockKind, isBlankText, type RichText, safeHref, type Span, tidyText } from './rich-text.ts'

/** What a reader of HTML leaves out. Of a table the text stays. */
const leftOutKinds = ['SCRIPT', 'STYLE', 'IMAGE', 'LINK', 'EMBED', 'TABLE'] as const
export type LeftOut = (typeof leftOutKinds)[number]

const leaving: readonly [pattern: RegExp, kind: LeftOut][] = [
  [/^(script|noscript)$/, 'SCRIPT'],
  [/^(style|font)$/, 'STYLE'],
  [/^(img|picture|svg|canvas|video|audio|image)$/, 'IMAGE'],
  [/^(iframe|frame|object|embed|applet|form|input|button|textarea|select|base|meta|link|math|template)$/, 'EMBED'],
  [/^table$/, 'TABLE'],
]

const blockOf: Readonly<Record<string, BlockKind>> = {
  h1: 'heading1',
  h2: 'heading2',
  h3: 'heading3',
  h4: 'heading3',
  h5: 'heading3',
  h6: 'heading3',
  blockquote: 'quote',
  ul: 'bullets',
  ol: 'numbers',
}
const breaking =
  /^(p|div|li|h[1-6]|ul|ol|blockquote|pre|table|tr|td|th|section|article|header|footer|main|dl|dt|dd|hr|body|html|figure|figcaption|address|center)$/
const empty = /^(br|hr|img|input|meta|link|base|embed|area|col|wbr|source|track|param)$/
const deepest = 200

interface Open {
  name: string
  kind: BlockKind
  look: Omit<Span, 'text'>
}

const outermost: Open = { name: '', kind: 'paragraph', look: {} }

export function parseHtml(source: string) {
  const leftOut = new Set<LeftOut>()
  const text: RichText = []
  const open: Open[] = []
  let spans: Span[] = []
  let quote: Span[][] | undefined

  function end() {
    const { kind } = open.at(-1) ?? outermost
    if (spans.some((span) => !isBlankText(span.text))) {
      if (kind === 'quote' && quote) quote.push(spans)
      else text.push({ kind, items: [spans] })
    }
    spans = []
  }

  function enter({ name, attributes, isClosed }: Extract<HtmlPart, { kind: 'open' }>) {
    for (const [pattern, kind] of leaving) if (pattern.test(name)) leftOut.add(kind)
    for (const key of attributes.keys()) if (key.startsWith('on')) leftOut.add('SCRIPT')
    if (attributes.has('style')) leftOut.add('STYLE')
    if (breaking.test(name)) end()
    if (name === 'br') spans.push({ text: '\n' })
    if (empty.test(name) || isClosed || open.length >= deepest) return
    const outer = open.at(-1) ?? outermost
    open.push({ name, kind: kindIn(outer.kind, name), look: lookIn(outer.look, name, attributes) })
    if (name === 'blockquote' && outer.kind !== 'quote') text.push({ kind: 'quote', items: (quote = []) })
  }

  function lookIn(outer: Open['look'], name: string, attributes: ReadonlyMap<string, string>): Open['look'] {
    const style = attributes.get('style') ?? ''
    const weight = /font-weight\s*:\s*(\w+)/i.exec(style)?.[1]
    const { bold: _, ...thin } = outer
    const look: Open['look'] = weight && /^(normal|[1-4]00)$/.test(weight) ? thin : { ...outer }
    if (weight ? /^(bold|bolder|[6-9]00)$/.test(weight) : /^(b|strong)$/.test(name)) look.bold = true
    if (/^(i|em)$/.test(name) || /font-style\s*:\s*(italic|oblique)/i.test(style)) look.italic = true
    if (name !== 'a' || !attributes.has('href')) return look
    const href = safeHref(attributes.get('href') ?? '')
    if (href === undefined) leftOut.add('LINK')
    return href === undefined ? look : { ...look, href }
  }

  function leave(name: string) {
    const at = open.findLastIndex((each) => each.name === name)
    if (breaking.test(name)) end()
    if (at < 0) return
    open.length = at
    if (!open.some(({ kind }) => kind === 'quote')) quote = undefined
  }

  for (const part of scanHtml(source)) {
    if (part.kind === 'text')
      spans.push({ text: part.text.replace(/[ \t\n\r\f]+/g, ' '), ...(open.at(-1) ?? outermost).look })
    else if (part.kind === 'open') enter(part)
    else leave(part.name)
  }
  end()
  return { text: tidyText(text), leftOut: leftOutKinds.filter((kind) => leftOut.has(kind)) }
}

/** A heading in a list is an entry of it, a list in a quote is a list: blocks do not nest. */
function kindIn(outer: BlockKind, name: string): BlockKind {
  const own = blockOf[name]
  if (own === undefined) return outer
  const isEntry = (outer === 'bullets' || outer === 'numbers') && own !== 'bullets' && own !== 'numbers'
  return isEntry || (outer === 'quote' && own.startsWith('heading')) ? outer : own
}

const elements: Readonly<Record<BlockKind, string>> = {
  heading1: 'h1',
  heading2: 'h2',
  heading3: 'h3',
  paragraph: 'p',
  bullets: 'ul',
  numbers: 'ol',
  quote: 'blockquote',
}

export function writeHtml(text: RichText): string {
  return tidyText(text)
    .map(({ kind, items }) => {
      const { [kind]: name } = elements
      if (kind === 'quote') return within(name, items.map((spans) => within('p', spansHtml(spans))).join(''))
      if (kind === 'bullets' || kind === 'numbers')
        return within(name, items.map((spans) => `\n  ${within('li', spansHtml(spans))}`).join('') + '\n')
      return items.map((spans) => within(name, spansHtml(spans))).join('\n')
    })
    .join('\n')
}

function within(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

function spansHtml(spans: readonly Span[]): string {
  return spans
    .map(({ text, bold, italic, href }) => {
      if (text === '\n') return '<br>'
      const plain = escaped(text)
      const slanted = italic ? within('em', plain) : plain
      const heavy = bold ? within('strong', slanted) : slanted
      return href === undefined ? heavy : `<a href="${escaped(href)}">${heavy}</a>`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
