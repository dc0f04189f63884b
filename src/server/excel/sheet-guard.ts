/**
 * Looks through the sheets of a workbook before they are read: reading one costs some hundred times more than counting
 * its rows and tags, and a small file may hold millions of either.
 */
import { createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import type { ErrorCode } from '#domain/errors.ts'
import type { ZipEntry } from './zip-guard.ts'

export interface SheetLimits {
  /** Of one sheet. */
  rows: number
  /** Of all that is in the workbook together. */
  tags: number
}

/** What is smaller cannot hold much. */
const freeBytes = 256 * 1024

/** Why the workbook is not read; undefined when it may be. */
export async function inspectSheets(entries: readonly ZipEntry[], limits: SheetLimits): Promise<ErrorCode | undefined> {
  let tags = 0
  for (const entry of entries.filter(({ unpackedBytes }) => unpackedBytes > freeBytes)) {
    const count = new TagCount()
    try {
      for await (const chunk of unpacked(entry)) {
        count.add((chunk as Buffer).toString('latin1'))
        if (count.rows > limits.rows) return 'WORKBOOK_TOO_MANY_ROWS'
        if (tags + count.tags > limits.tags) return 'FILE_UNPACKED_TOO_LARGE'
      }
    } catch {
      return 'FILE_BROKEN'
    }
    tags += count.tags
  }
  return undefined
}

function unpacked({ packed, isDeflated }: ZipEntry): AsyncIterable<unknown> {
  const source = Readable.from([packed])
  return isDeflated ? source.pipe(createInflateRaw({ chunkSize: 256 * 1024 })) : source
}

/** Counts tags, and rows among them, in a text that comes in pieces. */
class TagCount {
  tags = 0
  rows = 0
  #row: string | undefined
  #rest = ''

  add(piece: string): void {
    const text = this.#rest + piece
    // Some programs write every tag with the prefix of its namespace.
    this.#row ??= /<((?:[\w.-]+:)?)worksheet[\s>]/
      .exec(text)
      ?.slice(1, 2)
      .map((prefix) => `${prefix}row`)[0]
    const row = this.#row
    let at = text.indexOf('<')
    let last = at
    while (at >= 0) {
      last = at
      this.tags += 1
      if (row !== undefined && text.startsWith(row, at + 1)) this.rows += 1
      at = text.indexOf('<', at + 1)
    }
    // A tag may be cut in two: its beginning is seen again with the rest of it.
    const cut = last >= 0 && text.length - last <= longestBeginning ? last : text.length
    this.#rest = text.slice(cut)
    if (cut < text.length) {
      this.tags -= 1
      if (row !== undefined && text.startsWith(row, cut + 1)) this.rows -= 1
    }
  }
}

const longestBeginning = 40
