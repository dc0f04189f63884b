/**
 * Looks through the sheets of a workbook before they are read. Reading costs some hundred times more than counting rows
 * and tags, and a small file may hold millions of either.
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

/**
 * Counts tags, and filled rows among them, in a text that comes in pieces. Rows, cells and formulas are recognised as the
 * library does it. It reads the part of a name after its first colon, and ignores the tags above the cells.
 */
class TagCount {
  tags = 0
  rows = 0
  isPlain = true
  #isSheet = false
  #isFilled = false
  #rest = ''

  add(piece: string): void {
    const text = this.#rest + piece
    let end = text.length
    for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      // Only the last tag may be cut: it is seen again with the rest of it, unless it is longer than tags are.
      if (!text.includes('<', at + 1) && !wholeTag.test(text.slice(at))) {
        if (text.length - at > longestTag) this.isPlain = false
        else {
          end = at
          break
        }
      }
      this.tags += 1
      this.#note(text, at + 1)
    }
    if (this.#isSheet && strangeCell.test(text.slice(0, end))) this.isPlain = false
    this.#rest = text.slice(end)
  }

  #note(text: string, from: number): void {
    let [start, end] = [from, from]
    for (let code = text.charCodeAt(end); isInName(code); code = text.charCodeAt((end += 1)))
      if (code === colon && start === from) start = end + 1
    // Comments and the like may hide what they please, and so may a name that is not over yet.
    if (text.charCodeAt(from) === exclamation || end === text.length) this.isPlain = false
    else if (end - start === 9 && text.startsWith('sheetData', start)) this.#isSheet = true
    else if (!this.#isSheet) return
    else if (end - start === 1 && text[start] === 'f') {
      this.isPlain = false
      this.#fill()
    } else if (end - start === 3 && text.startsWith('row', start)) this.#isFilled = false
    else if (end - start === 1 && text[start] === 'v') this.#fill()
    else if (end - start === 2 && text.startsWith('is', start)) this.#fill()
  }

  /** Rows that are only formatted hold nothing to be read: LibreOffice writes tens of thousands of them. */
  #fill(): void {
    if (!this.#isFilled) this.rows += 1
    this.#isFilled = true
  }
}

const colon = 58
const exclamation = 33

/** Neither a blank nor `/`, `>` or the end of the text. */
function isInName(code: number): boolean {
  return code > 32 && code !== 47 && code !== 62
}

/** The kinds of cells that hold a value, however their attribute is written, are few: whatever else is one, is not plain. */
const strangeCell = /\st\s*=\s*(["'])(?!(?:s|str|inlineStr|n|b|d)\1)/
const wholeTag = /^<(?:[^"'>]|"[^"]*"|'[^']*')*>/
const longestTag = 10_000
