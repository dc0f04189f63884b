/** Rich text as the document of the editor (ProseMirror's JSON), both ways. Pure. */
import { type Block, type BlockKind, type RichText, type Span, tidyText } from '#domain/text/rich-text.ts'

export interface DocNode {
  type?: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: DocNode[]
}

const wrappers: Partial<Record<BlockKind, [list: string, item: string | undefined]>> = {
  bullets: ['bulletList', 'listItem'],
  numbers: ['orderedList', 'listItem'],
  quote: ['blockquote', undefined],
}

export function docOf(text: RichText): DocNode {
  const content = text.map(nodeOf)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function nodeOf({ kind, items }: Block): DocNode {
  const paragraphs = items.map((spans) => ({ type: 'paragraph', content: spans.map(inlineOf) }))
  const [wrapper, item] = wrappers[kind] ?? []
  if (wrapper)
    return { type: wrapper, content: item ? paragraphs.map((each) => ({ type: item, content: [each] })) : paragraphs }
  const [first = { type: 'paragraph', content: [] }] = paragraphs
  return kind === 'paragraph' ? first : { ...first, type: 'heading', attrs: { level: Number(kind.slice(-1)) } }
}

function inlineOf({ text, bold, italic, href }: Span): DocNode {
  if (text === '\n') return { type: 'hardBreak' }
  const marks = [
    ...(bold ? [{ type: 'bold' }] : []),
    ...(italic ? [{ type: 'italic' }] : []),
    ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
  ]
  return { type: 'text', text, ...(marks.length > 0 && { marks }) }
}

export function textOf({ content = [] }: DocNode): RichText {
  return tidyText(content.flatMap((node) => blocksIn(node, 'paragraph')))
}

const kinds: Readonly<Record<string, BlockKind>> = {
  bulletList: 'bullets',
  orderedList: 'numbers',
  blockquote: 'quote',
}

function blocksIn({ type = '', attrs, content = [] }: DocNode, within: BlockKind): Block[] {
  if (type === 'heading')
    return [{ kind: `heading${Number(attrs?.['level'])}` as BlockKind, items: [content.flatMap(spansIn)] }]
  if (type === 'paragraph') return [{ kind: within, items: [content.flatMap(spansIn)] }]
  const own = kinds[type] ?? within
  const blocks = content.flatMap((node) => blocksIn(node, own))
  // The paragraphs of one quote are one block.
  return own === 'quote' && type === 'blockquote'
    ? [{ kind: own, items: blocks.flatMap(({ items }) => items) }]
    : blocks
}

function spansIn({ type, text = '', marks = [] }: DocNode): Span[] {
  if (type === 'hardBreak') return [{ text: '\n' }]
  const has = (name: string) => marks.some((mark) => mark.type === name)
  const href = marks.find((mark) => mark.type === 'link')?.attrs?.['href']
  return [
    {
      text,
      ...(has('bold') && { bold: true as const }),
      ...(has('italic') && { italic: true as const }),
      ...(typeof href === 'string' && { href }),
    },
  ]
}
