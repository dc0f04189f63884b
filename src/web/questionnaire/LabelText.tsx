/** A label or a hint with its form: elements are made of it, and never HTML. */
import { Fragment, useMemo } from 'react'
import { labelLines } from '#domain/answers/label-text.ts'
import type { Span } from '#domain/text/rich-text.ts'

interface LabelTextProps {
  words: string
  /** What a run of text says, where it shows answers. */
  say?: (text: string) => string
}

const asWritten = (text: string) => text

export function LabelText({ words, say = asWritten }: LabelTextProps) {
  const lines = useMemo(() => labelLines(words), [words])
  return lines.map(({ kind, spans }, index) => {
    const runs = spans.map((span, place) => <Run key={place} {...span} text={say(span.text)} />)
    return (
      <Fragment key={index}>
        {index > 0 && '\n'}
        {kind === 'heading' ? <strong className="q-big">{runs}</strong> : runs}
      </Fragment>
    )
  })
}

function Run({ text, bold, italic, href }: Span) {
  const slanted = italic ? <em>{text}</em> : text
  const heavy = bold ? <strong>{slanted}</strong> : slanted
  if (href === undefined) return heavy
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {heavy}
    </a>
  )
}
