/** A list as it was sent, as rows: CSV in any encoding and with any delimiter, XML, GeoJSON. */
import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { tableOfGeoJson } from '#domain/surveys/geojson-list.ts'
import { csvOfTable, ListRows, type ListProblem, readListTable } from '#domain/surveys/list-table.ts'
import type { ListAbout, ListTable } from '#domain/surveys/survey-files.ts'
import { isPlainCsv } from '#domain/text/csv-rows.ts'
import { BadXml, walkXml } from '../http/read-xml.ts'
import { textOf } from '../excel/csv.ts'

export interface ListJob {
  path: string
  mime: string
}

export interface ReadList {
  about: ListAbout
  /** Its rows as CSV. */
  text: string
  /** The bytes for apps instead of those that were sent, which only some programs read. */
  plain?: Buffer
}

export type ListOutcome = ReadList | ListProblem

export async function readList({ path, mime }: ListJob): Promise<ListOutcome> {
  return listIn(await readFile(path), mime)
}

export function listIn(bytes: Buffer, mime: string): ListOutcome {
  const written = textOf(bytes)
  if (typeof written !== 'string') return { problem: 'FILE_OTHER_TYPE' }
  const table = tableOf(written.replace(/^\uFEFF/, ''), mime)
  if ('problem' in table) return table
  const text = csvOfTable(table)
  const isPlain = mime !== 'text/csv' || (isUtf8(bytes) && isPlainCsv(written))
  const about = { columns: [...table.columns], rows: table.rows.length }
  return { about, text, ...(isPlain ? {} : { plain: Buffer.from(text) }) }
}

function tableOf(text: string, mime: string): ListTable | ListProblem {
  if (mime === 'text/csv') return readListTable(text)
  return mime === 'text/xml' ? tableOfXml(text) : tableOfGeoJson(text)
}

/** `<root><item><name>a</name><label>A</label></item></root>`. */
function tableOfXml(text: string): ListTable | ListProblem {
  const rows = new ListRows()
  let row: Record<string, string> = {}
  let depth = 0
  let words = ''
  try {
    walkXml(text, {
      open() {
        depth += 1
        if (depth === 2) row = {}
        words = ''
      },
      text: (more) => void (words += more),
      close(name) {
        if (depth > 3) throw new BadXml('a value that has elements')
        if (depth === 3) row[name] = words.trim()
        if (depth === 2 && !rows.add(row)) throw new BadXml('too many rows')
        depth -= 1
        words = ''
      },
    })
  } catch (error) {
    if (!(error instanceof BadXml)) throw error
    return rows.problem ?? { problem: 'LIST_UNREADABLE' }
  }
  return rows.table
}
