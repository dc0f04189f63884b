import { type ParticipantImport, people } from '#contract/people.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { exportRoute } from '../records/export-records.ts'
import { exportedParticipants } from './export-people.ts'
import { type KnownRow, rowProblems, takeParticipants } from './participant-store.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { maxListedProblems } from '#contract/response-files.ts'
import { unknownWord } from '#domain/problems.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRows } from '../excel/read-table.ts'
import type { ImportColumn } from './participant-table.ts'

/** Participants from an Excel or CSV file: read and checked apart, compared with who is there, then all rows or none. */
const importRoute = on(
  people.importParticipants,
  async ({ file, actor, services, write, audit, requestId, address }) => {
    const read = await readTableApart<ImportColumn>('participants', file, services.settings.phoneCountry)
    return write(async (db) => {
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

async function takeRows(db: Db, read: TableRows<ImportColumn>, source: AuditSource): Promise<ParticipantImport> {
  const unknown = new ProblemList()
  const known: KnownRow[] = []
  let created = 0
  for (const chunk of read.chunks) {
    // A file with a problem is looked through to its end, so that everything wrong with it is said at once.
    const isTaken = read.problemCount + unknown.count === 0
    const taken = isTaken
      ? await takeParticipants(db, chunk, source)
      : { problems: await rowProblems(db, chunk), known: [], created: 0 }
    known.push(...taken.known)
    created += taken.created
    for (const { row, column, value } of taken.problems)
      unknown.add(
        { row, column: read.columns[column] ?? 0, code: column },
        column === 'phone' ? { code: 'REQUIRED' } : unknownWord('UNKNOWN_UNIT', value),
      )
  }
  const report = reportOf(read, unknown)
  // Participants created until here go with the transaction.
  if (report.problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
  return { rows: read.count, created, duplicates: known.slice(0, maxListedProblems), duplicateCount: known.length }
}

export const participantRoutes = [importRoute, exportRoute(exportedParticipants)]
