/** The calls on the caller's own jobs: list, stop, resume. */
import { jobs, type RefusedRow } from '#contract/jobs.ts'
import { againRefusal, cancelRefusal, retryRefusal } from '#domain/jobs.ts'
import type { Db } from '../db/pool.ts'
import { errorText, refuse } from '../errors.ts'
import { csvChunks, csvMime } from '../excel/csv.ts'
import { wordIn } from '#words/texts.ts'
import { type Actor, on, type Route } from '../http/context.ts'
import { usesSeen } from '../scope.ts'
import { allRefused, getJob, listJobs, listRefused, lockJob, type Refused, reopenJob } from './job-store.ts'
import { endJob } from './run-store.ts'
import { refuseTooMany, startAgain } from './start.ts'

/** What the records of a path are called, those that the caller may read. */
type TitlesOf = (db: Db, actor: Actor, path: string | null, ids: readonly number[]) => Promise<Map<number, string>>

export function jobRoutes(titlesOf: TitlesOf): Route[] {
  return [
    on(jobs.list, ({ db, query, actor }) => listJobs(db, actor.id, query)),

    on(jobs.get, ({ db, params, actor }) => getJob(db, actor.id, params.id)),

    on(jobs.failures, async ({ db, params, query, actor }) => {
      const { subject } = await getJob(db, actor.id, params.id)
      const { rows, total } = await listRefused(db, actor.id, { id: params.id, query })
      const titles = await titlesOf(db, actor, subject, idsOf(rows))
      return { rows: namedRows(actor, titles, rows), total }
    }),

    on(jobs.failuresFile, async ({ db, params, query: { lang = 'en' }, actor }) => {
      const { subject } = await getJob(db, actor.id, params.id)
      const lines = refusedLines(db, actor, (rows) => titlesOf(db, actor, subject, idsOf(rows)), {
        id: params.id,
        lang,
      })
      const headings = ['id', wordIn(lang, 'list.record') ?? '', wordIn(lang, 'excel.problem') ?? '', 'code', 'usedBy']
      const bytes = csvChunks(headings, lines)
      return { name: `job-${params.id}-refused.csv`, mime: csvMime, disposition: 'attachment' as const, bytes }
    }),

    on(jobs.retryFailures, async (context) => {
      const { db, params, actor } = context
      refuse(againRefusal(await lockJob(db, actor.id, params.id)))
      return { jobId: await startAgain(context, params.id) }
    }),

    on(jobs.cancel, async ({ db, params, actor, audit }) => {
      refuse(cancelRefusal(await lockJob(db, actor.id, params.id)))
      const after = await endJob(db, params, { state: 'CANCELLED' })
      audit({ action: 'jobs.cancel', subjectType: 'job', subjectId: params.id, after })
      return getJob(db, actor.id, params.id)
    }),

    on(jobs.retry, async ({ db, params, actor, audit }) => {
      const job = await lockJob(db, actor.id, params.id)
      refuse(retryRefusal(job))
      await refuseTooMany(db, actor.id)
      await reopenJob(db, params.id)
      audit({ action: 'jobs.retry', subjectType: 'job', subjectId: params.id, before: { state: job.state } })
      return getJob(db, actor.id, params.id)
    }),
  ]
}

function idsOf(rows: readonly Refused[]): number[] {
  return rows.map(({ id }) => id)
}

function namedRows(actor: Actor, titles: ReadonlyMap<number, string>, rows: readonly Refused[]): RefusedRow[] {
  return rows.map(({ id, code, usedBy }) => {
    const title = titles.get(id)
    const seen = usedBy ? { usedBy: usesSeen(usedBy, actor) } : {}
    return { id, ...(title === undefined ? {} : { title }), code, message: errorText(code), ...seen }
  })
}

async function* refusedLines(
  db: Db,
  actor: Actor,
  titlesOf: (rows: readonly Refused[]) => Promise<Map<number, string>>,
  { id: jobId, lang }: { id: number; lang: string },
): AsyncGenerator<(string | number | null)[][]> {
  for await (const refused of allRefused(db, jobId)) {
    const rows = namedRows(actor, await titlesOf(refused), refused)
    yield rows.map(({ id, title = null, code, message, usedBy = {} }) => {
      const users = Object.entries(usedBy).map(([table, count]) => `${table}: ${count}`)
      return [id, title, wordIn(lang, `errors.${code}`) ?? message, code, users.join('; ')]
    })
  }
}
