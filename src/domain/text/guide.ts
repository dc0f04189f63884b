/** Guides in parts, and which of them a reader looks for. Pure. */

export interface GuidePart {
  /** `payer`, as in the address of its guide. */
  guide: string
  /** Of the guide. */
  title: string
  /** With its heading, which is below that of a screen. */
  html: string
}

export function titleOf(html: string): string {
  return /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? ''
}

/** The parts of a guide, as HTML with a title and headings. */
export function guideParts(guide: string, html: string): GuidePart[] {
  const title = titleOf(html)
  const lower = html.replaceAll(/(?<=<\/?h)[12]>/g, (level) => (level === '1>' ? '3>' : '4>'))
  return lower.split(/(?=<h4>)/).map((part) => ({ guide, title, html: part.trim() }))
}

/** Those with every word that is looked for, whatever its accents; those with all of them in their headings first. */
export function partsWith(parts: readonly GuidePart[], asked: string): GuidePart[] {
  const words = folded(asked)
    .split(/\s+/)
    .filter((word) => word !== '')
  const has = (text: string) => words.every((word) => folded(text).includes(word))
  const inHeading = ({ html }: GuidePart) => Number(has(/<h4>.*<\/h4>/.exec(html)?.[0] ?? ''))
  return parts
    .filter(({ title, html }) => has(`${title} ${html.replace(/<[^>]*>/g, ' ')}`))
    .sort((one, other) => inHeading(other) - inHeading(one))
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
