/**
 * Long work, declared in its area and listed in `jobKinds` of app.ts. Started in the transaction of a call, run by a
 * worker of any process, watched by its asker at `/jobs/{id}`.
 *
 * Many rows, each of which may be refused. They are frozen when the job starts. Each batch is one transaction that does the
 * work, marks its rows and counts them, so that no crash loses work or does it twice:
 *
 *     const deleteSites = bulkKind({
 *       name: 'records.delete',                        // words: jobs.kind.records.delete
 *       payload: z.strictObject({ path: z.string() }),
 *       access: ({ path }) => deletePermission(path),  // asked again for each batch
 *       batch: async ({ db, audit }, ids, payload) => ({ refused }),  // Map<id, ErrorCode>; the rest went through
 *     })
 *     on(sites.removeMatching, async (context) => ({
 *       jobId: await startBulk(context, deleteSites, { path: 'sites' }, sql`select id from site where …`, { subject: 'sites' }),
 *     }))
 *
 * Anything else; it begins again from the start when its process dies:
 *
 *     const exportSites = jobKind({
 *       name: 'records.export', payload, access: () => 'sites.read',
 *       run: async ({ db, progress, file }, payload) => {
 *         const sink = await file({ name: 'sites.csv', mime: 'text/csv' })
 *         for await (const rows of pages(db)) { await sink.write(csvOf(rows)); await progress(count, total) }
 *       },
 *     })
 *     await startJob(context, exportSites, payload, { subject: 'sites' })
 */
import type * as z from 'zod/mini'
import type { Access, Schema } from '#contract/endpoint.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AuditEntry } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import type { Actor } from '../http/context.ts'
import type { Services } from '../services.ts'
import type { SurveyScope } from '../scope.ts'

/** The user who started the job, with their present rights. */
export type Asker = Pick<Actor, 'id' | 'username' | 'role' | 'permissions' | 'surveyIds'>

/** One transaction of a job. */
export interface JobTransaction {
  jobId: number
  db: Db
  actor: Asker
  /** Notes an action on the trail, under the asker's name and the job's. */
  audit: (entry: AuditEntry) => void
  services: Services
}

/** The file that comes out of a job. It belongs to the asker, who sees it when the job is done. */
export interface ResultFile {
  write(bytes: Uint8Array): Promise<void>
}

export interface JobRun {
  jobId: number
  /** Reads outside of any transaction. */
  db: Db
  services: Services
  /** The asker as they were when this run began. */
  actor: Asker
  /** Aborted when the run must end: cancelled, taken over by another process, or this process stops. */
  signal: AbortSignal
  /** Tells how far it is, and ends the run when it must end. Cheap to call often. */
  progress: (done: number, total?: number) => Promise<void>
  /** Does work that counts only if the job is still ours. FORBIDDEN when the asker lost the right. */
  transaction: <T>(work: (transaction: JobTransaction) => Promise<T>) => Promise<T>
  /** Begins the result; at most one per job. */
  file: (about: ResultAbout) => Promise<ResultFile>
}

export interface ResultAbout {
  name: string
  mime: string
  /**
   * The surveys that the asker sees while the file is made, if it holds data of surveys. Losing any of them ends the
   * job and closes the file.
   */
  surveys?: SurveyScope | undefined
}

interface Common<P extends Schema> {
  name: `${string}.${string}`
  payload: P
  /** The right that the asker must still have. */
  access(payload: z.output<P>): Access
}

interface RunKindSpec<P extends Schema> extends Common<P> {
  run(context: JobRun, payload: z.output<P>): Promise<void>
}

/** The reasons for unchanged rows: the code of each, and the number of records that use a row, by table. */
export interface Refusals {
  refused: ReadonlyMap<number, ErrorCode>
  uses?: ReadonlyMap<number, Record<string, number>>
}

interface BulkKindSpec<P extends Schema> extends Common<P> {
  /** Does the work for these rows and answers which were refused and why. */
  batch(transaction: JobTransaction, ids: readonly number[], payload: z.output<P>): Promise<Refusals>
  /** Rows of one transaction, 500 unless said. */
  batchSize?: number
}

export type RunKind<P extends Schema = Schema> = RunKindSpec<P> & { form: 'RUN' }
export type BulkKind<P extends Schema = Schema> = BulkKindSpec<P> & { form: 'BULK'; batchSize: number }
/** The types are exact where a kind is declared and started, and forgotten where it is listed and run. */
export type JobKind = RunKind | BulkKind

const usualBatchSize = 500

export function jobKind<P extends Schema>(spec: RunKindSpec<P>): RunKind<P> {
  return { ...spec, form: 'RUN' }
}

export function bulkKind<P extends Schema>(spec: BulkKindSpec<P>): BulkKind<P> {
  return { batchSize: usualBatchSize, ...spec, form: 'BULK' }
}
