/**
 * Looks through the sheets of a workbook before they are read: reading one costs some hundred times more than counting
 * its rows and tags, and a small file may hold millions of either.
 */
import { createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import type { ErrorCode } from '#domain/errors.ts'
import type { ZipEntry } from './zip-guard.ts'

interface SheetLimits {
  /** Of one sheet. */
  rows: number
  /** Of all that is in the workbook together. */
  tags: number
}

interface SheetsSeen {
  /** Why the workbook is not read. */
  refusal?: ErrorCode
  /** Whether cells hold values alone: neither a formula nor an error was seen in any sheet. */
  isPlain: boolean
}

export async function inspectSheets(entries: readonly ZipEntry[], limits: SheetLimits): Promise<SheetsSeen> {
  let tags = 0
  let isPlain = true
  for (const entry of entries) {
    const count = new TagCount()
    try {
      for await (const chunk of unpacked(entry)) {
        count.add((chunk as Buffer).toString('latin1'))
        if (count.rows > limits.rows) return { refusal: 'WORKBOOK_TOO_MANY_ROWS', isPlain }
        if (tags + count.tags > limits.tags) return { refusal: 'FILE_UNPACKED_TOO_LARGE', isPlain }
      }
    } catch {
      return { refusal: 'FILE_BROKEN', isPlain }
    }
    tags += count.tags
    isPlain &&= count.isPlain
  }
  return { isPlain }
}

function unpacked({ packed, isDeflated }: ZipEntry): AsyncIterable<unknown> {
  const source = Readable.from([packed])
  return isDeflated ? source.pipe(createInflateRaw({ chunkSize: 256 * 1024 })) : source
}

/** Counts tags, and rows among them, in a text that comes in pieces. */
class TagCount {
  tags = 0
  rows = 0
  isPlain = true
  #row: string | undefined
  #formula = ''
  #rest = ''

  add(piece: string): void {
    const text = this.#rest + piece
    // Some programs write every tag with the prefix of its namespace.
    if (this.#row === undefined) this.#findPrefix(text)
    const [row, formula] = [this.#row, this.#formula]
    if (row !== undefined && /\st=["']e["']/.test(text)) this.isPlain = false
    let at = text.indexOf('<')
    let last = at
    while (at >= 0) {
      last = at
      this.tags += 1
      if (row !== undefined && text.startsWith(row, at + 1)) this.rows += 1
      else if (row !== undefined && text.startsWith(formula, at + 1)) this.isPlain = false
      at = text.indexOf('<', at + 1)
    }
    // A tag may be cut in two: its beginning is seen again with the rest of it.
    const isCut = last >= 0 && text.length - last <= longestBeginning && !text.includes('>', last)
    const cut = isCut ? last : text.length
    this.#rest = text.slice(cut)
    if (isCut) {
      this.tags -= 1
      if (row !== undefined && text.startsWith(row, cut + 1)) this.rows -= 1
    }
  }

  #findPrefix(text: string): void {
    const [, prefix] = /<((?:[\w.-]+:)?)worksheet[\s>]/.exec(text) ?? []
    if (prefix === undefined) return
    this.#row = `${prefix}row`
    // No other tag of a sheet's cells begins like it.
    this.#formula = `${prefix}f`
  }
}

const longestBeginning = 40
