/** Writes XML. The writer escapes texts; names and attributes come from our own code. */
export type Inner = readonly string[]

export function element(name: string, attributes: Readonly<Record<string, string>> = {}, inner: Inner = []): string {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`,
  )
  const start = `<${name}${pairs.join('')}`
  return inner.length === 0 ? `${start}/>` : `${start}>${inner.join('')}</${name}>`
}

export function xmlText(text: string): string {
  return escaped(text)
}

/** An attribute that may be absent. */
export function given(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

/** Without the characters that XML cannot hold. */
function escaped(text: string): string {
  const plain = text.replaceAll(/[^\n\t\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Of a field that no person answers. */
export function computedBind(nodeset: string, calculate: string): string {
  return element('bind', { nodeset, type: 'string', readonly: 'true()', calculate })
}
