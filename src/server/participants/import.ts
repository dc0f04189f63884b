/** Participants from an Excel or CSV file: read and checked apart, compared with who is there, then all rows or none. */
import { maxListedProblems } from '#contract/forms.ts'
import { type ParticipantImport, people } from '#contract/people.ts'
import { fault } from '#domain/faults.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRows } from '../excel/read-table.ts'
import { on } from '../http/context.ts'
import type { ImportColumn } from './import-table.ts'
import { findKnown, findPhoneless, findUnknownUnits, insertParticipants, type KnownRow } from './store.ts'

const jobUrl = new URL('./import-job.ts', import.meta.url)

export const importRoute = on(
  people.importParticipants,
  async ({ file, actor, services, write, audit, requestId, address }) => {
    const read = await readTableApart<ImportColumn>(jobUrl, file, services.settings.phoneCountry)
    return write(async (db) => {
      await refuseFaults(db, read)
      const result = await takeRows(db, read, { actorId: actor.id, requestId, address })
      const { rows, created, duplicateCount } = result
      audit({
        action: 'people.import',
        subjectType: 'file',
        after: { name: file?.name, sha256: file?.sha256.toString('hex'), rows, created, duplicateCount },
      })
      return result
    })
  },
)

async function refuseFaults(db: Db, read: TableRows<ImportColumn>): Promise<void> {
  const unknown = new ProblemList()
  const add = (row: number, code: ImportColumn, found: 'UNKNOWN_UNIT' | 'REQUIRED') =>
    unknown.add({ row, column: read.columns[code] ?? 0, code }, fault(found))
  for (const chunk of read.chunks) {
    for (const row of await findUnknownUnits(db, chunk)) add(row, 'administrativeUnitCode', 'UNKNOWN_UNIT')
    for (const row of await findPhoneless(db, chunk)) add(row, 'phone', 'REQUIRED')
  }
  const report = reportOf(read, unknown)
  if (report.problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
}

async function takeRows(
  db: Db,
  { chunks, count }: TableRows<ImportColumn>,
  source: AuditSource,
): Promise<ParticipantImport> {
  const known: KnownRow[] = []
  let created = 0
  for (const chunk of chunks) {
    known.push(...(await findKnown(db, chunk)))
    created += await insertParticipants(db, chunk, source)
  }
  return { rows: count, created, duplicates: known.slice(0, maxListedProblems), duplicateCount: known.length }
}
