/** Sites from an Excel or CSV file: read and checked apart, names looked up, then all rows or none, or the good ones. */
import { type SiteColumn, type SiteImport, sites } from '#contract/sites.ts'
import { unknownWord } from '#domain/problems.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRows } from '../excel/read-table.ts'
import { on } from '../http/context.ts'
import { neededColumns } from './import-table.ts'
import { createSites, referenceProblems, storeSites } from './import-store.ts'

export const importRoute = on(
  sites.import,
  async ({ file, query, actor, services, write, audit, requestId, address }) => {
    const read = await readTableApart<SiteColumn>('sites', file, services.settings.phoneCountry)
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

async function takeRows(
  db: Db,
  read: TableRows<SiteColumn>,
  which: 'ALL' | 'GOOD',
  source: AuditSource,
): Promise<SiteImport> {
  const columns = Object.keys(read.columns) as SiteColumn[]
  const hasColumns = neededColumns.every((name) => name in read.columns)
  const unknown = new ProblemList()
  const left = new Set(read.bad)
  let [created, changed] = [0, 0]
  for (const chunk of read.chunks) {
    const isTaken = hasColumns && (which === 'GOOD' || read.problemCount + unknown.count === 0)
    // A file that is not taken whole is read to its end, so that all of its problems are reported at once.
    const { problems, ...stored } = isTaken
      ? await takeChunk(db, chunk, { columns, left: read.bad, source })
      : { problems: await referenceProblems(db, chunk, columns), created: 0, changed: 0 }
    created += stored.created
    changed += stored.changed
    for (const { row, name, value, found } of problems) {
      const code = found === 0 ? 'UNKNOWN_REFERENCE' : 'AMBIGUOUS_REFERENCE'
      unknown.add({ row, column: read.columns[name] ?? 0, code: name }, unknownWord(code, value))
      left.add(row)
    }
  }
  const report = reportOf(read, unknown)
  // Rows of it stored until here go with the transaction.
  if (report.problemCount > 0 && (which === 'ALL' || !hasColumns))
    throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
  const skipped = left.size
  return { ...report, created, changed, unchanged: report.rows - created - changed - skipped, skipped }
}

async function takeChunk(
  db: Db,
  chunk: string,
  { left, ...storing }: { columns: SiteColumn[]; left: readonly number[]; source: AuditSource },
) {
  const { problems, created, other } = await createSites(db, chunk, { ...storing, left })
  if (other.length === 0) return { problems, created, changed: 0 }
  const stored = await storeSites(db, chunk, { ...storing, rows: other })
  return { problems, created: created + stored.created, changed: stored.changed }
}
