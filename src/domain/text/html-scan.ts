/** The tags and the text of an HTML source, in their order. It builds nothing that a browser could run. */

export type HtmlPart =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string>; isClosed: boolean }
  | { kind: 'close'; name: string }

/** Elements whose content is no text of the page. */
const opaque = /^(script|style|iframe|noscript|noembed|template|textarea|title|select|object|svg|math|xmp|video|audio)$/

export function scanHtml(source: string): HtmlPart[] {
  const parts: HtmlPart[] = []
  for (let at = 0; at < source.length;) {
    const start = nextTag(source, at)
    if (start > at) parts.push({ kind: 'text', text: decoded(source.slice(at, start)) })
    if (start >= source.length) break
    if (source.startsWith('<!--', start)) {
      at = endOf(source, '-->', start + 4)
    } else if (/[!?]/.test(source[start + 1] ?? '')) {
      at = endOf(source, '>', start)
    } else {
      const tag = tagAt(source, start)
      at = tag.end
      parts.push(tag.part)
      if (tag.part.kind === 'open' && opaque.test(tag.part.name)) at = endOfElement(source, tag.part.name, at)
    }
  }
  return parts
}

function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1))
    if (/[a-z/!?]/i.test(source[at + 1] ?? '')) return at
  return source.length
}

function endOf(source: string, sign: string, from: number): number {
  const at = source.indexOf(sign, from)
  return at < 0 ? source.length : at + sign.length
}

/** Without an end the element takes all the rest, as in a browser. */
function endOfElement(source: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[^a-z0-9]`, 'gi')
  end.lastIndex = from
  const found = end.exec(source)
  return found ? endOf(source, '>', found.index) : source.length
}

function tagAt(source: string, start: number): { part: HtmlPart; end: number } {
  const name = /[a-z0-9:-]*/iy
  const isClose = source[start + 1] === '/'
  name.lastIndex = start + (isClose ? 2 : 1)
  const [word = ''] = name.exec(source) ?? []
  let at = name.lastIndex
  const attributes = new Map<string, string>()
  const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?|[\s/]*=/y
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(source)
    if (!found || found[0] === '') break
    at = attribute.lastIndex
    const [, key, ...values] = found
    if (key !== undefined && !attributes.has(key.toLowerCase()))
      attributes.set(key.toLowerCase(), decoded(values.find((value) => value !== undefined) ?? ''))
  }
  const end = endOf(source, '>', at)
  const lower = word.toLowerCase()
  if (isClose) return { part: { kind: 'close', name: lower }, end }
  return { part: { kind: 'open', name: lower, attributes, isClosed: source[end - 2] === '/' }, end }
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  euro: '€',
  ...latinNames(),
}

/** The letters from 160 to 255 by their names in HTML. */
function latinNames(): Record<string, string> {
  const names = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
    Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute
    Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
    icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`
  return Object.fromEntries(names.split(/\s+/).map((name, index) => [name, String.fromCharCode(160 + index)]))
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));?/gi,
    (whole, digits: string, hex: string, name: string) => {
      if (name) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole
      const point = digits ? Number(digits) : Number.parseInt(hex, 16)
      const isSign = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      return isSign ? String.fromCodePoint(point) : ''
    },
  )
}
