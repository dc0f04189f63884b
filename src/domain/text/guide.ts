/** Guides in parts, and which of them a reader looks for. Pure. */

export interface GuidePart {
  /** `payer`, as in the address of its guide. */
  guide: string
  /** Of the guide. */
  title: string
  /** Empty: the part above the first heading. */
  heading: string
  html: string
}

const heading = /^<h2>(.*)<\/h2>/

/** The parts of a guide, as HTML with a title and headings. */
export function guideParts(guide: string, html: string): GuidePart[] {
  const title = /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? ''
  const parts = html.replace(/<h1>.*?<\/h1>/, '').split(/(?=<h2>)/)
  return parts
    .filter((part) => plain(part) !== '')
    .map((part) => ({
      guide,
      title,
      heading: heading.exec(part.trim())?.[1] ?? '',
      html: part.trim().replace(heading, ''),
    }))
}

/** Those with every word that is looked for, whatever its accents; those with all of them in their headings first. */
export function partsWith(parts: readonly GuidePart[], asked: string): GuidePart[] {
  const words = folded(asked)
    .split(/\s+/)
    .filter((word) => word !== '')
  const has = (text: string) => words.every((word) => folded(text).includes(word))
  const found = parts.filter(({ title, heading: head, html }) => has(`${title} ${head} ${plain(html)}`))
  return [...found].sort((one, other) => Number(has(other.heading)) - Number(has(one.heading)))
}

function plain(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').trim()
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
