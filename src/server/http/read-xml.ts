/**
 * A small XML document as a tree. No document type is taken, so that no entity can grow or reach out; the parser refuses
 * all that is not well formed.
 */
import { SaxesParser } from 'saxes'

export interface XmlNode {
  /** Without its prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
  /** The text of the node itself, without its children. */
  text: string
}

/** Sections and repetitions nest a few levels; a tower of elements is an attack. */
const deepest = 30
const mostNodes = 200_000

export class BadXml extends Error {}

function refuse(why: string): never {
  throw new BadXml(why)
}

interface XmlEvents {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text: (words: string) => void
  close: (name: string) => void
}

/** Throws `BadXml` for a text that is no XML document, and for one with a document type. */
export function walkXml(text: string, events: XmlEvents): void {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('error', ({ message }) => refuse(message))
  parser.on('doctype', () => refuse('a document type'))
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > deepest) refuse('too many elements')
    events.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    events.close(localName(name))
  })
  parser.on('text', events.text)
  parser.on('cdata', events.text)
  parser.write(text).close()
}

/** The same, as a tree. */
export function readXml(text: string): XmlNode {
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  let count = 0
  walkXml(text, {
    open(name, attributes) {
      count += 1
      if (count > mostNodes) refuse('too many elements')
      const node: XmlNode = { name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(node)
      root ??= node
      open.push(node)
    },
    text(words) {
      const node = open.at(-1)
      if (node) node.text += words
    },
    close: () => void open.pop(),
  })
  return root ?? refuse('no element')
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name)
}
