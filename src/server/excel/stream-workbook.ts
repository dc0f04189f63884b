/**
 * Writes a workbook of one list as its rows come. Every text goes into a cell formatted as text, so that it never
 * becomes a formula, not even after a user edits the cell. `write-workbook.ts` makes the workbooks of several sheets
 * that people fill in.
 */
import { columnName } from './cell.ts'
import { numberText } from './csv.ts'
import { type OutEntry, zipChunks } from './zip-writer.ts'

type StreamCell = string | number | null

/** A date is `2024-02-29`, a time `08:30`, a moment a text in ISO form: cells of their kinds, from 1 March 1900 on. */
export type CellFormat = 'text' | 'number' | 'date' | 'time' | 'moment'

export interface StreamColumn {
  title: string
  format: CellFormat
}

type Batch = readonly (readonly StreamCell[])[]

/** A table of a workbook: a full sheet is continued in another one, under the same headings. */
export interface StreamTable {
  name: string
  /** How its columns are formatted. */
  formats: readonly StreamColumn['format'][]
  /** The rows above all others, which stay visible. */
  headings: readonly (readonly string[])[]
  rows: AsyncIterable<Batch> | Iterable<Batch>
}

/**
 * One sheet under one row of headings, written batch by batch; a full sheet is continued in another. A heading given as
 * a plain text means a column of texts.
 */
export function streamWorkbook(
  name: string,
  headings: readonly (string | StreamColumn)[],
  batches: AsyncIterable<Batch>,
  sheetRows = mostRows,
): AsyncIterable<Uint8Array> {
  const columns = headings.map((heading): StreamColumn =>
    typeof heading === 'string' ? { title: heading, format: 'text' } : heading,
  )
  const formats = columns.map(({ format }) => format)
  return streamTables([{ name, formats, headings: [columns.map(({ title }) => title)], rows: batches }], sheetRows)
}

/** Several tables, one after the other. */
export function streamTables(tables: readonly StreamTable[], sheetRows = mostRows): AsyncIterable<Uint8Array> {
  return zipChunks(workbookEntries(tables, sheetRows))
}

/** What Excel has room for in one sheet. */
const mostRows = 1_048_576
export const mostColumns = 16_384
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
/** The cell formats of `surroundings` by their places. */
const styleOf: Record<CellFormat, number> = { number: 0, text: 1, date: 2, time: 3, moment: 4 }

async function* workbookEntries(tables: readonly StreamTable[], most: number): AsyncGenerator<OutEntry> {
  const names: string[] = []
  const isTaken = (name: string, table: StreamTable) =>
    names.includes(name) || tables.some((other) => other !== table && other.name === name)
  for (const table of tables) {
    const sheets = new Sheets(table, most)
    let count = 0
    do {
      count += 1
      while (isTaken(sheetName(table.name, count), table)) count += 1
      names.push(sheetName(table.name, count))
      yield { name: `xl/worksheets/sheet${names.length}.xml`, chunks: sheets.next() }
    } while (await sheets.hasMore())
  }
  for (const [path, content] of Object.entries(surroundings(names)))
    yield { name: path, chunks: [Buffer.from(declaration + content)] }
}

function sheetName(name: string, number: number): string {
  const ending = number === 1 ? '' : `_${number}`
  return name.slice(0, 31 - ending.length) + ending
}

/** The sheets that rows fill one after the other. */
class Sheets {
  #head: string
  #line: Line
  #source: AsyncIterator<Batch>
  #batch: Batch = []
  #headings: number
  #most: number

  constructor({ formats, headings, rows }: StreamTable, most: number) {
    this.#line = lineOf(formats)
    this.#head = sheetHead(formats, headings.length) + headings.map((row, index) => this.#line(index + 1, row)).join('')
    this.#source = batchesOf(rows)
    this.#headings = headings.length
    this.#most = most
  }

  async hasMore(): Promise<boolean> {
    while (this.#batch.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) return false
      this.#batch = value
    }
    return true
  }

  async *next(): AsyncGenerator<Buffer> {
    let isWhole = false
    try {
      yield Buffer.from(this.#head)
      for (let last = this.#headings; last < this.#most && (await this.hasMore());) {
        const rows = this.#batch.slice(0, this.#most - last)
        this.#batch = this.#batch.slice(rows.length)
        const before = last
        last += rows.length
        yield* packed(rows, (row, index) => this.#line(before + 1 + index, row))
      }
      yield Buffer.from('</sheetData></worksheet>')
      isWhole = true
    } finally {
      // The reader wants no more, so the source can stop.
      if (!isWhole) await this.#source.return?.()
    }
  }
}

const packBytes = 512 * 1024
const longestSign = 3

/** Each line becomes bytes at once: texts that live until many are joined are what the collector spends its time on. */
function* packed<Row>(rows: readonly Row[], line: (row: Row, index: number) => string): Generator<Buffer> {
  let pack = Buffer.allocUnsafe(packBytes)
  let size = 0
  for (const [index, row] of rows.entries()) {
    const text = line(row, index)
    const most = longestSign * text.length
    if (size + most > pack.length) {
      if (size > 0) yield pack.subarray(0, size)
      pack = Buffer.allocUnsafe(Math.max(packBytes, most))
      size = 0
    }
    size += pack.write(text, size)
  }
  yield pack.subarray(0, size)
}

async function* batchesOf(rows: StreamTable['rows']): AsyncGenerator<Batch> {
  yield* rows
}

/** The part of a sheet above its rows: it keeps the headings visible and formats empty cells, too. */
function sheetHead(formats: StreamTable['formats'], headings: number): string {
  const columns = formats.map((format, index) => {
    const place = `min="${index + 1}" max="${index + 1}"`
    return `<col ${place} width="22" customWidth="1" style="${styleOf[format]}"/>`
  })
  const pane = `<pane ySplit="${headings}" topLeftCell="A${headings + 1}" activePane="bottomLeft" state="frozen"/>`
  const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  const size = '<sheetFormatPr defaultRowHeight="15"/>'
  return `${declaration}<worksheet xmlns="${main}">${view}${size}<cols>${columns.join('')}</cols><sheetData>`
}

type Line = (number: number, cells: readonly StreamCell[]) => string

/** What makes the XML of a row from its number and its cells. Where a cell is empty, its column says how it is formatted. */
function lineOf(formats: StreamTable['formats']): Line {
  const begins = formats.map((_, index) => `<c r="${columnName(index)}`)
  const valueBegins = formats.map((format) => `"${format === 'number' ? '' : ` s="${styleOf[format]}"`}><v>`)
  return (number, cells) => {
    const place = numberText(number)
    const textEnd = `${place}" t="inlineStr" s="${styleOf.text}"><is>`
    let text = `<row r="${place}">`
    for (let index = 0; index < begins.length; index++) {
      const cell = serialOf(formats[index], cells[index])
      if (typeof cell === 'string') text += `${begins[index]}${textEnd}${textElement(cell)}</is></c>`
      else if (typeof cell === 'number')
        text += `${begins[index]}${place}${valueBegins[index]}${numberText(cell)}</v></c>`
    }
    return `${text}</row>`
  }
}

const dayMs = 86_400_000
const firstSerial = 61
const serialOf1970 = 25_569

/** The number of a date or time; a text remains one, and so does a day that Excel does not count right. */
function serialOf(format: CellFormat | undefined, cell: StreamCell | undefined): StreamCell | undefined {
  if (typeof cell !== 'string' || format === 'text' || format === 'number') return cell
  if (format === 'time') {
    const ms = Date.parse(`1970-01-01T${cell}Z`)
    return Number.isNaN(ms) ? cell : ms / dayMs
  }
  const serial = Date.parse(cell) / dayMs + serialOf1970
  return serial >= firstSerial ? serial : cell
}

function textElement(text: string): string {
  const kept = /^\s|\s$|[\n\t]/.test(text) ? '<t xml:space="preserve">' : '<t>'
  return `${kept}${xmlText(text)}</t>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', _: '_x005F_' }

/** Signs that XML does not know go as `_x000D_`, and so does the beginning of a text that looks like that by itself. */
function xmlText(text: string): string {
  return text.replace(
    /[&<>\ufffe\uffff]|[^\P{Cc}\t\n]|_(?=x[0-9A-Fa-f]{4}_)/gu,
    (sign) => escapes[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}

/** Everything in a workbook but its sheets, by path. */
function surroundings(names: readonly string[]): Record<string, string> {
  const numbers = names.map((_, index) => index + 1)
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${[164, 165, 166].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
  }
}
