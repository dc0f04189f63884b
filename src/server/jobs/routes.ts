/** The calls of one's own jobs: what is going on, stop, go on. */
import { randomUUID } from 'node:crypto'
import { jobs } from '#contract/jobs.ts'
import { errorCatalogue } from '#domain/errors.ts'
import { againRefusal, cancelRefusal, retryRefusal } from '#domain/jobs.ts'
import { usesSeen } from '#domain/survey-access.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { getJob, listJobs, listRefused, lockJob, reopenJob } from './job-store.ts'
import { endJob } from './run-store.ts'
import { startAgain } from './start.ts'

export const jobRoutes = [
  on(jobs.list, ({ db, query, actor }) => listJobs(db, actor.id, query)),

  on(jobs.get, ({ db, params, actor }) => getJob(db, actor.id, params.id)),

  on(jobs.failures, async ({ db, params, query, actor }) => {
    const { rows, total } = await listRefused(db, actor.id, { id: params.id, query })
    const named = rows.map(({ id, code, usedBy }) => {
      const seen = usedBy ? { usedBy: usesSeen(usedBy, actor.permissions) } : {}
      return { id, code, message: errorCatalogue[code].message, ...seen }
    })
    return { rows: named, total }
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

  on(jobs.retry, async ({ db, params, actor, audit, services }) => {
    const job = await lockJob(db, actor.id, params.id)
    refuse(retryRefusal(job))
    const queueId = randomUUID()
    await services.queue.send(db, queueId)
    await reopenJob(db, params.id, queueId)
    audit({ action: 'jobs.retry', subjectType: 'job', subjectId: params.id, before: { state: job.state } })
    return getJob(db, actor.id, params.id)
  }),
]
