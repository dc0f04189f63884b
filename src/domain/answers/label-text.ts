/**
 * Labels and hints in the little Markdown of XLSForms: bold, italic, headings, links to pages, line breaks. All else is text
 * as it is written, HTML too. Numbers and bullets at the beginning of a label are none of a list.
 */
import { spansIn } from '../text/markdown.ts'
import { withPlaces } from './piped-text.ts'
import type { Span } from '../text/rich-text.ts'
import { type Localized, textIn } from '../surveys/survey.ts'

export interface LabelLine {
  kind: 'text' | 'heading'
  spans: readonly Span[]
}

const signs = /[*_#[\\\n\r]/
const heading = /^[ \t]{0,3}#{1,6}[ \t]+(\S.*)$/
/** In the place of an answer while marks are read: what people or codes say is no mark. */
const held = '\uE000'

/** Most labels have no marks. */
function hasMarks(text: string): boolean {
  return signs.test(text)
}

export function labelLines(text: string): LabelLine[] {
  if (!hasMarks(text)) return [{ kind: 'text', spans: [{ text }] }]
  const places: string[] = []
  const marked = withPlaces(text.replaceAll(held, ''), (code) => {
    places.push(`\${${code}}`)
    return held
  })
  let at = 0
  const filled = (span: Span): Span => {
    const { href, ...plain } = span
    const words = plain.text.replaceAll(held, () => places[at++] ?? '')
    const isPage = href !== undefined && /^https?:/i.test(href) && !/%EE%80%80|\uE000/i.test(href)
    return { ...plain, text: words, ...(isPage ? { href } : {}) }
  }
  return marked.split(/\r\n|[\n\r]/).map((line) => {
    const [, title] = heading.exec(line) ?? []
    const spans = spansIn(title ?? line, new Set()).map(filled)
    return { kind: title === undefined ? 'text' : 'heading', spans }
  })
}

/** The same without marks: for headings of files, for lists, and where a browser shows no form. */
export function plainLabel(text: string): string {
  if (!hasMarks(text)) return text
  return labelLines(text)
    .map(({ spans }) => spans.map((span) => span.text).join(''))
    .join('\n')
}

/** A label in the reader's language, without its marks. */
export function plainIn(text: Localized, language: string): string {
  return plainLabel(textIn(text, language))
}
