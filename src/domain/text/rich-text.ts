/**
 * Texts with a little form: headings, paragraphs, lists, quotes, bold, italic, links. They are stored as Markdown, which
 * `parseMarkdown` reads; all that it does not know is plain text. No reader makes HTML of it that a browser would run.
 */
import type { ProblemCode } from '../problems.ts'

/** A run of text of one look. '\n' alone is a line break. */
export interface Span {
  text: string
  bold?: true
  italic?: true
  href?: string
}

export const blockKinds = ['heading1', 'heading2', 'heading3', 'paragraph', 'bullets', 'numbers', 'quote'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Lists have an item for each entry, quotes for each paragraph; the others have one. */
export interface Block {
  kind: BlockKind
  items: Span[][]
}

export type RichText = Block[]

/** What is no text of this set: raw HTML, a picture, a link to another scheme. */
export type RichTextProblem = Extract<ProblemCode, 'TEXT_HTML' | 'TEXT_IMAGE' | 'TEXT_LINK'>

export interface ReadText {
  text: RichText
  problems: RichTextProblem[]
}

const longestHref = 2000

/** The address of a link as it is stored; undefined for a scheme that might run something, and for no address. */
export function safeHref(given: string): string | undefined {
  const href = given.trim()
  // oxlint-disable-next-line no-control-regex -- browsers drop these characters, and `java\nscript:` would be whole again
  if (href.length > longestHref || /[\u0000-\u001f\u007f]/.test(href)) return undefined
  if (!/^(https?:\/\/[^\s/?#]|mailto:[^\s]|tel:[\d+])/i.test(href)) return undefined
  return href.replace(
    /[\s()<>"'\\`[\]]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** The one form of equal texts: neither blank runs nor blank ends of runs, and no two runs of one look side by side. */
export function tidyText(text: RichText): RichText {
  const blocks: RichText = []
  for (const { kind, items } of text) {
    const filled = items.map((spans) => tidySpans(spans, kind)).filter((spans) => spans.length > 0)
    const before = blocks.at(-1)
    const isList = kind === 'bullets' || kind === 'numbers'
    if (filled.length === 0) continue
    if (isList && before?.kind === kind) before.items.push(...filled)
    else if (isList || kind === 'quote') blocks.push({ kind, items: filled })
    else blocks.push(...filled.map((spans) => ({ kind, items: [spans] })))
  }
  return blocks
}

/** Ideographic and other wide blanks are signs of the text. */
export function isBlankText(text: string): boolean {
  return /^[ \t\n\r\f\u00a0]*$/.test(text)
}

const blanks = /[ \t\n\r\f\u00a0]+/g

function tidySpans(spans: readonly Span[], kind: BlockKind): Span[] {
  const isHeading = kind.startsWith('heading')
  const even = spans.map((span) => (span.text === '\n' && !isHeading ? { text: '\n' } : collapsed(span)))
  const outside = merged(even).flatMap(blanksOutside)
  const tidy: Span[] = []
  for (const span of merged(outside)) {
    const last = tidy.at(-1)
    const text = !last || last.text.endsWith(' ') || last.text === '\n' ? span.text.replace(/^ /, '') : span.text
    if (span.text === '\n') {
      trimEnd(tidy)
      if (tidy.length > 0) tidy.push(span)
    } else if (text !== '') tidy.push({ ...span, text })
  }
  while (tidy.at(-1)?.text === '\n' || tidy.at(-1)?.text.endsWith(' ')) {
    if (tidy.at(-1)?.text === '\n') tidy.pop()
    else trimEnd(tidy)
  }
  return merged(tidy)
}

function collapsed(span: Span): Span {
  return { ...span, text: span.text.replace(blanks, ' ') }
}

/** A mark that begins or ends with a blank is none in Markdown. */
function blanksOutside(span: Span): Span[] {
  if (span.text === '\n' || (!span.bold && !span.italic && span.href === undefined)) return [span]
  const [, before = '', text = '', after = ''] = /^( ?)(.*?)( ?)$/su.exec(span.text) ?? []
  return [{ text: before }, { ...span, text }, { text: after }].filter((each) => each.text !== '')
}

function trimEnd(spans: Span[]): void {
  const last = spans.pop()
  if (!last) return
  const text = last.text === '\n' ? last.text : last.text.replace(/ $/, '')
  if (text !== '') spans.push({ ...last, text })
}

function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans) {
    const last = all.at(-1)
    const isBreak = span.text === '\n' || last?.text === '\n'
    if (last && !isBreak && look(last) === look(span)) last.text += afterBlank(last.text, span.text)
    else if (span.text !== '') all.push({ ...span })
  }
  return all
}

/** Blanks are single within each run; to look through the whole text at each seam would take the square of its length. */
function afterBlank(before: string, text: string): string {
  return before.endsWith(' ') && text.startsWith(' ') ? text.slice(1) : text
}

function look({ bold, italic, href }: Span): string {
  return JSON.stringify([bold ?? false, italic ?? false, href ?? null])
}
