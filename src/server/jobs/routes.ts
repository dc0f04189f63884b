/** The calls of one's own jobs: what is going on, stop, go on. */
import { randomUUID } from 'node:crypto'
import { jobs } from '#contract/jobs.ts'
import { cancelRefusal, retryRefusal } from '#domain/jobs.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { getJob, listJobs, lockJob, reopenJob } from './job-store.ts'
import { endJob } from './run-store.ts'

export const jobRoutes = [
  on(jobs.list, ({ db, query, actor }) => listJobs(db, actor.id, query)),

  on(jobs.get, ({ db, params, actor }) => getJob(db, actor.id, params.id)),

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
