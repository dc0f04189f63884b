/** Participants from an Excel or CSV file: read and checked apart, compared with who is there, then all rows or none. */
import { maxListedProblems } from '#contract/forms.ts'
import { type ParticipantImport, people } from '#contract/people.ts'
import { fault } from '#domain/faults.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { runApart } from '../excel/apart.ts'
import { on } from '../http/context.ts'
import { ProblemList } from '../excel/problem-list.ts'
import type { ImportJob, ImportOutcome, ImportRows } from './import-job.ts'
import { findKnown, findUnknownUnits, insertParticipants, type KnownRow } from './store.ts'

const jobUrl = new URL('./import-job.ts', import.meta.url)

export const importRoute = on(
  people.importParticipants,
  async ({ file, actor, services, write, audit, requestId, address }) => {
    if (!file) throw new AppError('FILE_MISSING')
    const job: ImportJob = { path: file.path, country: services.settings.phoneCountry }
    const read = await runApart<ImportOutcome>(jobUrl, job)
    if ('refusal' in read) throw new AppError(read.refusal)
    const { count: rows, problems, problemCount } = read
    if (problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: { rows, problems, problemCount } })
    return write(async (db) => {
      await refuseUnknownUnits(db, read)
      const result = await takeRows(db, read, { actorId: actor.id, requestId, address })
      const { created, duplicateCount } = result
      audit({
        action: 'people.import',
        subjectType: 'file',
        after: { name: file.name, sha256: file.sha256.toString('hex'), rows, created, duplicateCount },
      })
      return result
    })
  },
)

async function refuseUnknownUnits(db: Db, { chunks, count: rows, unitColumn: column }: ImportRows): Promise<void> {
  const problems = new ProblemList()
  for (const chunk of chunks)
    for (const row of await findUnknownUnits(db, chunk))
      problems.add({ row, column, code: 'administrativeUnitCode' }, fault('UNKNOWN_UNIT'))
  if (problems.count === 0) return
  const report = { rows, problems: problems.list(), problemCount: problems.count }
  throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
}

async function takeRows(db: Db, { chunks, count }: ImportRows, source: AuditSource): Promise<ParticipantImport> {
  const known: KnownRow[] = []
  let created = 0
  for (const chunk of chunks) {
    known.push(...(await findKnown(db, chunk)))
    created += await insertParticipants(db, chunk, source)
  }
  return { rows: count, created, duplicates: known.slice(0, maxListedProblems), duplicateCount: known.length }
}
