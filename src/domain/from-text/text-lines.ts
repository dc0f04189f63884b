/** The lines of a pasted document, as cells: plain text, a copied table, or HTML. */
import { scanHtml } from '../text/html-scan.ts'

/** The most characters that are read at once: some 400 pages. */
export const mostCharacters = 1_000_000
/** A longer line is read in pieces: what is looked for in a line then costs the same for each character. */
const longestLine = 500
/** A row with more cells is no table of questions. */
const mostCells = 50

export interface TextLine {
  /** Counted from 1. */
  line: number
  /** What comes before it on its line, in characters: tells the columns of a page from each other. */
  column: number
  text: string
  isAfterBlank: boolean
  /** Whether another cell of the same line comes before it. */
  isBeside: boolean
}

export const boxes = '☐□❑❒▢◻▫☑☒'
export const circles = '○◯⃝⚪❍◌◎⭘'
const bullets = '•●▪■◆◦‣∙·►▶–—*-'
/** A sign before an option. */
export const glyph = new RegExp(`[${boxes}${circles}]|\\[\\s{0,3}\\]|\\(\\s{1,3}\\)|\\( ?\\)`)
export const glyphFirst = new RegExp(`^(?:${glyph.source})\\s*`)
/** One sign alone, at the end of its line. */
const signBehind = new RegExp(
  `^([^${boxes}${circles}?\\n]*\\p{L}[^${boxes}${circles}?\\n]*?)\\s*([${boxes}${circles}])[ \\t]*$`,
  'gmu',
)
/** `___single ____married`: a blank before each answer is a box; the one before `Age:` is not. */
const blankBefore = /_{2,}\s?(?=[\p{L}\d])(?![^_:\n]{1,40}:)/gu
const linesOfBlanks = /^[ \t]*_{2,}\s?[\p{L}\d].*$|^.*[\s:：?](_{2,}[\p{L}\d][^_\n]*){2,}$/gmu
const bulletAlone = /^[ \t]*([-–•●▪*])[ \t]*\n(?=[ \t]*\S)/gm
export const bullet = new RegExp(`^(?:[${bullets}]|o(?=\\s{2,}|\\t|\\s[\\p{Lu}\\d]))\\s*(?=\\S)`, 'u')

/** Never loses a word: what is no letter, sign or space is what goes. */
export function textLines(pasted: string): TextLine[] {
  let isAfterBlank = true
  const lines = plain(pasted)
    .split('\n')
    .flatMap((source, index): TextLine[] => {
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
  return lines.reduce(joined, [])
}

/** A page breaks the words of a paragraph into lines, and its number is between blank ones. */
function joined(lines: TextLine[], next: TextLine, index: number, all: TextLine[]): TextLine[] {
  const last = lines.at(-1)
  const isAlone = last && !next.isBeside && !next.isAfterBlank && !last.isBeside && all[index + 1]?.line !== next.line
  const isPage = next.isAfterBlank && /^\d{1,3}$/.test(next.text) && all[index + 1]?.isAfterBlank !== false
  if (isAlone && isWrapped(last.text, next.text))
    last.text = last.text.endsWith('-') ? last.text.slice(0, -1) + next.text : `${last.text} ${next.text}`
  else if (!isPage) lines.push(next)
  return lines
}

function plain(pasted: string): string {
  const text = /<(?:p|div|li|br|td|h[1-6]|input)\b[^>]{0,500}>/i.test(pasted) ? textOfHtml(pasted) : pasted
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      // Word's own signs for boxes, bullets and arrows, which only its fonts can show.
      .replace(/[\uf06f\uf071\uf0a8\uf0a1\uf072\uf0fd\uf0fe]/g, '☐')
      .replace(/[\uf0b7\uf0a7\uf0d8\uf076\uf0fc]/g, '•')
      .replace(/[\uf0e0\uf0e8\uf0f0]/g, '→')
      .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
      .replace(/\r\n?|[\f\v\u2028\u2029]/g, '\n')
      .replace(/^[ \t]*(?:>[ \t]?)+|^[ \t]*[-=*]{3,}[ \t]*$|\*\*/gm, '')
      // Of Markdown: a box in a list, a question as a heading.
      .replace(/^([ \t]*)[-*+] (?=\[[ xX]?\])|^[ \t]*#{1,6} (?=\d{1,3}[.)] )/gm, '$1')
      .replace(signBehind, '$2 $1')
      .replace(bulletAlone, '$1 ')
      .replace(/^([^|\n]*\S)[ \t]*\|[ \t]*$/gm, '$1')
      .replace(linesOfBlanks, (line) => line.replace(blankBefore, ' ☐ '))
      .replace(/[\u00a0\u2000-\u200a\u3000]/g, ' ')
      .replace(/[^\P{C}\n\t]|\ufffd/gu, '')
  )
}

const breaking = /^(p|div|li|br|tr|table|ul|ol|h[1-6]|section|article|label|dt|dd)$/

function textOfHtml(source: string): string {
  const parts = scanHtml(source).map((part) => {
    if (part.kind === 'text') return part.text.replace(/\s+/g, ' ')
    if (part.name === 'td' || part.name === 'th') return part.kind === 'close' ? '\t' : ''
    if (part.name !== 'input' || part.kind !== 'open') return breaking.test(part.name) ? '\n' : ''
    const type = part.attributes.get('type')?.toLowerCase()
    return type === 'radio' ? '○ ' : type === 'checkbox' ? '☐ ' : ' ____ '
  })
  return parts.join('')
}

function isWrapped(last: string, next: string): boolean {
  if (/[?？:：]$/.test(last) || !/^[\p{Ll}(]/u.test(next)) return false
  if (bullet.test(next) || glyphFirst.test(next) || /^\(?\w{1,2}[.)]/.test(next)) return false
  return last.length < 2000 && (/\p{Ll}-$/u.test(last) || last.length >= 40)
}

/** Options with letters on one line are one cell, however far apart; a second number behind a blank is another cell. */
function withoutGaps(source: string): string {
  const isListed = /[([]?\ba[)\]].*\s[([]?b[)\]]/.test(source)
  const close = isListed ? source.replace(/(?<=[([]?\b[a-j][)\]]) {3,}| {3,}(?=[([]?[b-j][)\]])/g, ' ') : source
  return close.replace(/(?<=_{3,}) *(?=[A-Z]{0,2}\d{1,3}[.)] |\p{L}[\p{L} ]{1,30}:)/gu, '\t')
}

const gridMark = new RegExp(`^(?:${glyph.source}|\\d{1,2})$`)

function cellsOf(source: string): { column: number; text: string }[] {
  const row = /^\s*\|(.*)\|\s*$/.exec(source)?.[1]
  if (row !== undefined && /^[\s:|-]*$/.test(row)) return []
  const pieces = (row?.replaceAll('|', '\t') ?? withoutGaps(source)).split(/(\t+| {3,})/)
  if (pieces.length > 2 * mostCells) return inPieces({ column: 0, text: source.replace(/\s+/g, ' ').trim() })
  const cells: { column: number; text: string }[] = []
  let column = 0
  const [first = '', ...marks] = pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
  // A statement of a table, with the places for its answer.
  if (marks.length > 2 && marks.every((piece) => gridMark.test(piece)))
    return [{ column, text: [first, ...marks].join(' ') }]
  for (const piece of pieces) {
    const text = piece.trim()
    if (text !== '') addCell(cells, { column, text })
    // Tabs alone tell the columns of a copied table.
    column += piece.includes('\t') ? 100 * piece.length : source.includes('\t') ? 0 : piece.length
  }
  return cells.flatMap(inPieces)
}

/** A number alone is before its question, or is the code of the option before it; dots lead to a code. */
function addCell(cells: { column: number; text: string }[], cell: { column: number; text: string }): void {
  const last = cells.at(-1)
  const isNumbered =
    last && cells.length === 1 && /^[([]?(?:[A-Z]{0,4}\d{1,4}(?:[._-]?\w{1,3})?|[A-Za-z])[.):\]]?$/.test(last.text)
  const isTail = last && /^(?:[\s.…_]*(?:\d{1,3}|[A-Z])|[.…_\s|]+|(?:→|⇒|->|=>|>>|»).*)$/.test(cell.text)
  const isSign = last && glyphFirst.exec(last.text)?.[0] === last.text
  if (last && (isNumbered || isTail || isSign)) last.text += `${isTail && !isNumbered ? ' ... ' : ' '}${cell.text}`
  else cells.push(cell)
}

function inPieces({ column, text }: { column: number; text: string }) {
  if (text.length <= longestLine) return [{ column, text }]
  return (text.match(new RegExp(`.{1,${longestLine}}(?:\\s|$)|.{1,${longestLine}}`, 'gsu')) ?? []).map((piece) => ({
    column,
    text: piece.trim(),
  }))
}
