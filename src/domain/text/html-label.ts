/** HTML in the labels of forms as the little Markdown of labels. Tags that it has no mark for fall away; their text stays. */
import { scanHtml } from './html-scan.ts'
import { safeHref } from './rich-text.ts'

/** A sign of "less than" alone makes no HTML. */
const signs =
  /<br\s*\/?>|<\/(b|i|u|s|em|strong|p|span|font|div|a|ul|ol|li|h[1-6]|center|small|big|sub|sup|mark|table)\s*>/i
const marks: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*' }
const lines = /^(br|hr|p|div|li|h[1-6]|tr|ul|ol|center|table)$/

interface Open {
  name: string
  from: number
  href: string | undefined
}

export function htmlToLabel(source: string): string {
  if (!signs.test(source)) return source
  const open: Open[] = []
  let text = ''

  function close({ name, from, href }: Open) {
    const inside = text.slice(from)
    const mark = /^h[1-6]$/.test(name) ? '**' : (marks[name] ?? '')
    const wrap = (words: string) => (href === undefined ? `${mark}${words}${mark}` : `[${words}](${href})`)
    // A mark ends with its line, and touches its words.
    text = text.slice(0, from) + inside.replaceAll(/\S(?:[^\n]*\S)?/g, wrap)
  }

  for (const part of scanHtml(source)) {
    if (part.kind === 'text') {
      text += part.text
      continue
    }
    const { name } = part
    if (part.kind === 'open') {
      if (lines.test(name) && text !== '' && !text.endsWith('\n')) text += '\n'
      else if (name === 'br') text += '\n'
      if (name === 'li') text += '• '
      const href = name === 'a' ? safeHref(part.attributes.get('href') ?? '') : undefined
      const isMarked = name in marks || /^h[1-6]$/.test(name) || href !== undefined
      if (isMarked && !part.isClosed) open.push({ name, from: text.length, href })
      continue
    }
    const at = open.findLastIndex((each) => each.name === name)
    for (const each of at < 0 ? [] : open.splice(at).toReversed()) close(each)
    if (lines.test(name) && name !== 'br' && !text.endsWith('\n')) text += '\n'
  }
  for (const each of open.toReversed()) close(each)
  return text.replaceAll(/\n{3,}/g, '\n\n').trim()
}
