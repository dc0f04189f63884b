/** What a submission holds that its form has no place for: an app of another form, or one that was changed by hand. */
import type { XmlNode } from './read-xml.ts'

/** A refusal names the first of them. */
const mostNamed = 20

/**
 * Texts by their paths, `/section_1/shoe`; the second of two that may come once is `/section_1/name[2]`. `form` is what the
 * form itself begins with. Blank fields say nothing, and `meta` is the protocol's own.
 */
export function strayFields(sent: XmlNode, form: XmlNode): Map<string, string> {
  const found = new Map<string, string>()
  visit(sent, form, '')
  return found

  function visit(node: XmlNode, known: XmlNode | undefined, path: string): void {
    if (found.size >= mostNamed) return
    const isField = known?.children.length === 0
    if (!isField && node.text.trim() !== '') found.set(path || '/', node.text.trim())
    const seen = new Map<string, number>()
    for (const child of node.children) {
      if (path === '' && child.name === 'meta') continue
      const place = known?.children.find(({ name }) => name === child.name)
      const count = (seen.get(child.name) ?? 0) + 1
      seen.set(child.name, count)
      const isOneTooMany = count > 1 && place?.attributes['jr:template'] === undefined
      visit(child, isOneTooMany ? undefined : place, `${path}/${child.name}${count > 1 ? `[${count}]` : ''}`)
    }
  }
}
