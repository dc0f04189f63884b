/** The lines of a pasted document, as cells: plain text, a copied table, or HTML. What each says alone is read here, once. */
import { legendOf, type Split, splitOptions } from './inline-options.ts'
import { type Mark, markOf } from './marks.ts'
import { bullet, glyph, glyphFirst, plainText } from './plain-text.ts'

/** The most characters that are read at once: some 400 pages. */
export const mostCharacters = 1_000_000
/** A longer line is read in pieces: what is looked for in a line then costs the same for each character. */
const longestLine = 500
/** A row with more cells is no table of questions. */
const mostCells = 50

interface Cell {
  /** What comes before it on its line, in characters: tells the columns of a page from each other. */
  column: number
  text: string
}

interface Placed extends Cell {
  /** Counted from 1. */
  line: number
  isAfterBlank: boolean
  /** Whether another cell of the same line comes before it. */
  isBeside: boolean
}

export interface TextLine extends Placed {
  mark: Mark
  /** The options on it. */
  split: Split | undefined
  /** A scale for statements. */
  legend: string[] | undefined
  /** Whether it asks or is an option, where it has a number or a letter. */
  role?: 'QUESTION' | 'OPTION'
  /** The cells after it, of the same line or of others. */
  after?: TextLine | undefined
}

/** Never loses a word: what is no letter, sign or space is what goes. */
export function textLines(pasted: string): TextLine[] {
  let isAfterBlank = true
  const placed = plainText(pasted)
    .split('\n')
    .flatMap((source, index): Placed[] => {
      const cells = cellsOf(source)
      const isFirst = isAfterBlank
      isAfterBlank = cells.length === 0
      return cells.map((cell, at) => ({
        line: index + 1,
        ...cell,
        isAfterBlank: isFirst && at === 0,
        isBeside: at > 0,
      }))
    })
  const lines = placed.reduce(joined, []).map((line): TextLine => {
    const { text } = line
    return { ...line, mark: markOf(text), split: splitOptions(text), legend: legendOf(text) }
  })
  lines.forEach((line, index) => (line.after = lines[index + 1]))
  return lines
}

/** The first cell of the line below. */
export function nextLine({ line, after }: TextLine): TextLine | undefined {
  let next = after
  while (next?.line === line) next = next.after
  return next
}

/** A page breaks the words of a paragraph into lines, and its number is between blank ones. */
function joined(lines: Placed[], next: Placed, index: number, all: Placed[]): Placed[] {
  const last = lines.at(-1)
  const isAlone = last && !next.isBeside && !next.isAfterBlank && !last.isBeside && all[index + 1]?.line !== next.line
  const isPage = next.isAfterBlank && /^\d{1,3}$/.test(next.text) && all[index + 1]?.isAfterBlank !== false
  if (isAlone && isWrapped(last.text, next.text))
    last.text = last.text.endsWith('-') ? last.text.slice(0, -1) + next.text : `${last.text} ${next.text}`
  else if (!isPage) lines.push(next)
  return lines
}

function isWrapped(last: string, next: string): boolean {
  if (/[?？:：]$/.test(last) || !/^[\p{Ll}(]/u.test(next)) return false
  if (bullet.test(next) || glyphFirst.test(next) || /^\(?\w{1,2}[.)]/.test(next)) return false
  return last.length < 2000 && (/\p{Ll}-$/u.test(last) || last.length >= 40)
}

/** Options with letters on one line are one cell, however far apart; a second number behind a blank is another cell. */
function withoutGaps(source: string): string {
  const [, ones = ''] = /\S\s+1[.)](?= ?\S)(.*)/.exec(source) ?? []
  const isListed = /[([]?\ba[)\]].*\s[([]?b[)\]]/.test(source) || / {3,}2[.)]/.test(ones.split(/[_?…]/, 1)[0] ?? '')
  const close = isListed
    ? source.replace(/(?<=[([]?\b[a-j][)\]]) {3,}| {3,}(?=[([]?[b-j][)\]]|\d[.)] ?\S)/g, ' ')
    : source
  return close.replace(
    /(?<=_{3,}|…{2,}|\.{5,}) *(?=[A-Z]{0,2}\d{1,3}[.)] |\p{L}[\p{L} ]{1,30}(?::|_{3}|…{2}|\.{5}|\s\/ *\/))/gu,
    '\t',
  )
}

const gridMark = new RegExp(`^(?:${glyph.source}|\\d{1,2})$`)

function cellsOf(source: string): Cell[] {
  const whole = inPieces({ column: 0, text: source.replace(/\s+/g, ' ').trim() })
  if (whole.length > 4) return whole
  const row = /^\s*\|(.*)\|\s*$/.exec(source)?.[1]
  if (row !== undefined && /^[\s:|-]*$/.test(row)) return []
  const fields = /^\s*(?:\p{Lu}[^:：?_]{1,40}[:：]\s*){2,}$/u.test(source)
    ? source.replace(/[:：]\s*(?=\S)/g, ':\t')
    : source
  const text = row?.replaceAll('|', '\t') ?? withoutGaps(fields)
  const pieces = text.split(/(?: {3,}\S.*){2} {3,}\S/.test(text) ? /(\t+| {2,})/ : /(\t+| {3,})/)
  if (pieces.length > 2 * mostCells) return whole
  const cells: Cell[] = []
  let column = 0
  const [first = '', ...marks] = pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
  // A statement of a table, with the places for its answer.
  const places = marks.flatMap((piece) => piece.split(/ {2,}|(?<=\d) (?=\d)/))
  if (places.length > 2 && places.every((piece) => gridMark.test(piece)))
    return [{ column, text: [first, ...places].join(' ') }]
  for (const piece of pieces) {
    const text = piece.trim()
    if (text !== '') addCell(cells, { column, text })
    // Tabs alone tell the columns of a copied table.
    column += piece.includes('\t') ? 100 * piece.length : source.includes('\t') ? 0 : piece.length
  }
  return cells.flatMap(inPieces)
}

/** A number alone is before its question, or is the code of the option before it; dots lead to a code. */
function addCell(cells: Cell[], cell: Cell): void {
  const last = cells.at(-1)
  const isNumbered =
    last && cells.length === 1 && /^[([]?(?:[A-Z]{0,4}\d{1,4}(?:[._-]?\w{1,3})?|[A-Za-z])[.):\]]?$/.test(last.text)
  const isTail =
    last && /^(?:[\s.…_]*(?:\d{1,3}|[A-Z])|[.…_\s|:-]+(?:\s[A-Z]\d{1,3})?|(?:→|⇒|->|=>|>>|»).*)$/.test(cell.text)
  const isSign = last && glyphFirst.exec(last.text)?.[0] === last.text
  if (last && (isNumbered || (isTail && !/[?？]$/.test(last.text)) || isSign))
    last.text += `${isTail && !isNumbered && !cell.text.includes('_') ? ' ... ' : ' '}${cell.text}`
  else cells.push(cell)
}

function inPieces({ column, text }: Cell): Cell[] {
  if (text.length <= longestLine) return [{ column, text }]
  return (text.match(new RegExp(`.{1,${longestLine}}(?:\\s|$)|.{1,${longestLine}}`, 'gsu')) ?? []).map((piece) => ({
    column,
    text: piece.trim(),
  }))
}
