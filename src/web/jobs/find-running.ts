import { jobs } from '#contract/jobs.ts'
import { call, isCancelled } from '../api/client.ts'
import { onSessionEnd } from '../api/session-end.ts'
import { forgetAllJobs, noteJob } from './running.ts'

onSessionEnd(forgetAllJobs)

/** Never fails: without an answer the frame shows those that are started from here on. */
export async function findRunningJobs(): Promise<void> {
  try {
    const answer = await call(jobs.list, { query: { pageSize: 20 } })
    if (!isCancelled(answer)) for (const job of answer.list) noteJob(job)
  } catch (error) {
    console.warn('the running jobs are not known', error)
  }
}
