/** Sites from an Excel or CSV file: read and checked apart, names looked up, then all rows or none, or the good ones. */
import { type SiteImport, sites } from '#contract/sites.ts'
import { fault } from '#domain/faults.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRows } from '../excel/read-table.ts'
import { on } from '../http/context.ts'
import { columns as siteColumns, type ImportColumn } from './import-table.ts'
import { referenceProblems, storeSites } from './import-store.ts'

const jobUrl = new URL('./import-job.ts', import.meta.url)

export const importRoute = on(
  sites.import,
  async ({ file, query, actor, services, write, audit, requestId, address }) => {
    const read = await readTableApart<ImportColumn>(jobUrl, file, services.settings.phoneCountry)
    const goodOnly = query.goodOnly === 'true'
    return write(async (db) => {
      const result = await takeRows(db, read, goodOnly ? 'GOOD' : 'ALL', { actorId: actor.id, requestId, address })
      const { problems: _problems, ...after } = result
      audit({
        action: 'sites.import',
        subjectType: 'file',
        after: { name: file?.name, sha256: file?.sha256.toString('hex'), ...after },
      })
      return result
    })
  },
)

const neededColumns = Object.entries(siteColumns).flatMap(([name, { required }]) => (required ? [name] : []))

async function takeRows(
  db: Db,
  read: TableRows<ImportColumn>,
  which: 'ALL' | 'GOOD',
  source: AuditSource,
): Promise<SiteImport> {
  const { chunks, columns } = read
  const { report, left } = await allProblems(db, read)
  const { rows, problems, problemCount } = report
  const hasColumns = neededColumns.every((name) => name in columns)
  if (problemCount > 0 && (which === 'ALL' || !hasColumns || chunks.length === 0))
    throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
  const names = Object.keys(columns) as ImportColumn[]
  let [created, changed] = [0, 0]
  for (const chunk of chunks) {
    const stored = await storeSites(db, chunk, { columns: names, left, source })
    created += stored.created
    changed += stored.changed
  }
  const skipped = left.length
  return { rows, created, changed, unchanged: rows - created - changed - skipped, skipped, problemCount, problems }
}

/** What the file itself got wrong, and names that stand for nothing here, by row and column. */
async function allProblems(db: Db, read: TableRows<ImportColumn>) {
  const unknown = new ProblemList()
  const left = new Set(read.bad)
  const names = Object.keys(read.columns) as ImportColumn[]
  for (const chunk of read.chunks)
    for (const { row, name, found } of await referenceProblems(db, chunk, names)) {
      const code = found === 0 ? 'UNKNOWN_REFERENCE' : 'AMBIGUOUS_REFERENCE'
      unknown.add({ row, column: read.columns[name] ?? 0, code: name }, fault(code))
      left.add(row)
    }
  return { report: reportOf(read, unknown), left: [...left] }
}
