/** A guide as HTML: a kept text, with pictures, code and links to other guides. */
import { parseMarkdown } from '#domain/text/markdown.ts'
import { writeHtml } from '#domain/text/rich-html.ts'
import { escapedHtml } from '../plain-page.ts'

/** Pictures are as wide as all of them are made. */
export function guideHtml(markdown: string): string {
  const programs: string[] = []
  const text = markdown.replaceAll(/^```\w+\n(.*?)^```$/gms, (_, program: string) => `§${programs.push(program) - 1}§`)
  return writeHtml(parseMarkdown(text, addressIn).text)
    .replace(/!<a href="(pictures\/[^"]+)">([^<]*)<\/a>/g, '<img src="$1" alt="$2" width="1280" height="800">')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(
      /<p>§(\d+)§<\/p>/g,
      (_, at: string) => `<pre><code>${escapedHtml(programs[Number(at)] ?? '')}</code></pre>`,
    )
}

/** The address of another guide has no ending. */
function addressIn(given: string): string | undefined {
  return /^(?:([a-z]+)\.md|pictures\/[a-z-]+\.webp)$/.exec(given) ? given.replace(/\.md$/, '') : undefined
}
