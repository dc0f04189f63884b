/** Reads one uploaded file of sites in a process of its own: all the work that needs no database. */
import { readFileSync } from 'node:fs'
import { maxWorkbookRows, type RowProblem } from '#contract/forms.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { answerParent } from '../excel/apart.ts'
import { chunksOf, readFirstSheet } from '../excel/read-sheet.ts'
import { phoneParserIn } from '../phones.ts'
import { readSites, type SitesRead } from './import-rows.ts'

export interface SiteImportJob {
  path: string
  /** Of which country numbers without a country code are. */
  country: string | undefined
}

export interface SiteImportRows extends Pick<SitesRead, 'count' | 'bad' | 'columns'> {
  problems: RowProblem[]
  problemCount: number
  /** JSON arrays of `SiteRow`. */
  chunks: string[]
}

export type SiteImportOutcome = SiteImportRows | { refusal: ErrorCode }

const limits = { rows: maxWorkbookRows + 1, columns: 50 }

async function readJob({ path, country }: SiteImportJob): Promise<SiteImportOutcome> {
  const table = await readFirstSheet(readFileSync(path), limits)
  if ('refusal' in table) return table
  const { rows, count, bad, problems, columns } = readSites(table.rows, phoneParserIn(country))
  if (count === 0) return { refusal: 'WORKBOOK_EMPTY' }
  return { count, bad, columns, problems: problems.list(), problemCount: problems.count, chunks: chunksOf(rows) }
}

answerParent(readJob)
