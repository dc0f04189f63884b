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

/** Throws `BadXml` for a text that is no XML document. */
export function readXml(text: string): XmlNode {
  const parser = new SaxesParser()
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  let count = 0
  parser.on('error', ({ message }) => refuse(message))
  parser.on('doctype', () => refuse('a document type'))
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (open.length >= deepest || count > mostNodes) refuse('too many elements')
    const node: XmlNode = { name: localName(name), attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  })
  parser.on('closetag', () => void open.pop())
  const write = (words: string) => {
    const node = open.at(-1)
    if (node) node.text += words
  }
  parser.on('text', write)
  parser.on('cdata', write)
  parser.write(text).close()
  return root ?? refuse('no element')
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name)
}
