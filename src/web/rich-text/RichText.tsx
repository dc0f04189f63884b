/** A kept text as React elements: the one way in which its Markdown is shown, also on the page of a public link. */
import { createElement, type ReactNode, useMemo } from 'react'
import { parseMarkdown } from '#domain/text/markdown.ts'
import type { Block, Span } from '#domain/text/rich-text.ts'
import './rich-text.css'

/** Headings go below those of the page. */
const elements = { heading1: 'h3', heading2: 'h4', heading3: 'h5', paragraph: 'p' } as const
const lists = { bullets: 'ul', numbers: 'ol', quote: 'blockquote' } as const

export function RichText({ markdown, lang }: { markdown: string; lang?: string | undefined }) {
  const blocks = useMemo(() => parseMarkdown(markdown).text, [markdown])
  return (
    <div className="rich-text" lang={lang}>
      {blocks.map(blockElement)}
    </div>
  )
}

function blockElement({ kind, items }: Block, index: number): ReactNode {
  if (kind in elements) {
    const { [kind as keyof typeof elements]: name } = elements
    return createElement(name, { key: index }, ...(items[0] ?? []).map(spanElement))
  }
  const item = kind === 'quote' ? 'p' : 'li'
  const { [kind as keyof typeof lists]: name } = lists
  return createElement(
    name,
    { key: index },
    ...items.map((spans, place) => createElement(item, { key: place }, ...spans.map(spanElement))),
  )
}

function spanElement({ text, bold, italic, href }: Span, index: number): ReactNode {
  if (text === '\n') return <br key={index} />
  const slanted = italic ? <em>{text}</em> : text
  const heavy = bold ? <strong>{slanted}</strong> : slanted
  if (href === undefined) return <span key={index}>{heavy}</span>
  return (
    <a key={index} href={href} target="_blank" rel="noopener noreferrer">
      {heavy}
    </a>
  )
}
