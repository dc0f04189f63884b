/** Sites from an Excel or CSV file: read and checked apart, names looked up, then all rows or none, or the good ones. */
import { maxListedProblems } from '#contract/forms.ts'
import { type SiteImport, sites } from '#contract/sites.ts'
import { fault } from '#domain/faults.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { runApart } from '../excel/apart.ts'
import { ProblemList } from '../excel/problem-list.ts'
import { on } from '../http/context.ts'
import type { SiteImportJob, SiteImportOutcome, SiteImportRows } from './import-job.ts'
import { type ImportColumn, requiredColumns } from './import-rows.ts'
import { referenceProblems, storeSites } from './import-store.ts'

const jobUrl = new URL('./import-job.ts', import.meta.url)

export const importRoute = on(
  sites.import,
  async ({ file, query, actor, services, write, audit, requestId, address }) => {
    if (!file) throw new AppError('FILE_MISSING')
    const job: SiteImportJob = { path: file.path, country: services.settings.phoneCountry }
    const read = await runApart<SiteImportOutcome>(jobUrl, job)
    if ('refusal' in read) throw new AppError(read.refusal)
    const goodOnly = query.goodOnly === 'true'
    return write(async (db) => {
      const result = await takeRows(db, read, goodOnly ? 'GOOD' : 'ALL', { actorId: actor.id, requestId, address })
      const { problems: _problems, ...after } = result
      audit({
        action: 'sites.import',
        subjectType: 'file',
        after: { name: file.name, sha256: file.sha256.toString('hex'), ...after },
      })
      return result
    })
  },
)

async function takeRows(db: Db, read: SiteImportRows, which: 'ALL' | 'GOOD', source: AuditSource): Promise<SiteImport> {
  const { count: rows, chunks, columns } = read
  const { problems, problemCount, left } = await allProblems(db, read)
  const hasColumns = [...requiredColumns].every((name) => columns[name] !== undefined)
  if (problemCount > 0 && (which === 'ALL' || !hasColumns || chunks.length === 0))
    throw new AppError('WORKBOOK_ROWS_INVALID', { data: { rows, problems, problemCount } })
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
async function allProblems(db: Db, { chunks, columns, problems, problemCount, bad }: SiteImportRows) {
  const unknown = new ProblemList()
  const left = new Set(bad)
  for (const chunk of chunks)
    for (const { row, name, found } of await referenceProblems(db, chunk)) {
      const code = found === 0 ? 'UNKNOWN_REFERENCE' : 'AMBIGUOUS_REFERENCE'
      unknown.add({ row, column: columns[name] ?? 0, code: name }, fault(code))
      left.add(row)
    }
  const listed = [...problems, ...unknown.list()].sort((a, b) => a.row - b.row).slice(0, maxListedProblems)
  return { problems: listed, problemCount: problemCount + unknown.count, left: [...left] }
}
