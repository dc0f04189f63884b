/** The part of Markdown that our guides are written in, as HTML. Everything else in them is plain text. */
export function guideHtml(markdown: string): string {
  const html: string[] = []
  const open: { tag: string; indent: number }[] = []
  const closeTo = (indent: number) => {
    for (let last = open.at(-1); last && last.indent >= indent; last = open.at(-1)) {
      html.push(`</li></${last.tag}>`)
      open.pop()
    }
  }
  for (const line of markdown.split('\n')) {
    const [, space = '', mark = '', item] = /^( *)(-|\d+\.) (.+)$/.exec(line) ?? []
    const [, hashes = '', title = ''] = /^(#{1,3}) (.+)$/.exec(line) ?? []
    if (item !== undefined) {
      closeTo(space.length + 1)
      const tag = mark === '-' ? 'ul' : 'ol'
      if (open.at(-1)?.indent === space.length) html.push('</li>')
      else {
        html.push(`<${tag}>`)
        open.push({ tag, indent: space.length })
      }
      html.push(`<li>${inline(item)}`)
    } else if (line !== '') {
      closeTo(0)
      html.push(hashes === '' ? `<p>${inline(line)}</p>` : `<h${hashes.length}>${inline(title)}</h${hashes.length}>`)
    }
  }
  closeTo(0)
  return html.join('\n')
}

/** Links lead to other guides, whose address has no ending. Pictures are as wide as all of them are made. */
function inline(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/!\[([^\]]+)\]\((pictures\/[a-z-]+\.webp)\)/g, '<img src="$2" alt="$1" width="1280" height="800">')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([a-z]+)\.md\)/g, '<a href="$2">$1</a>')
}
