/** One of my jobs, watched until it ends. For a job that was just started, too: `const { job } = useJob(jobId)`. */
import { useEffect } from 'react'
import { type Job, jobs } from '#contract/jobs.ts'
import { cancelRefusal, changesRecords, isUnfinished, retryRefusal } from '#domain/jobs.ts'
import { networkStatus } from '../api/api-error.ts'
import { refreshRecords, useCall, useSend } from '../api/query.ts'
import { storedFileUrl } from '../ui/StoredImage.tsx'
import { pollMs } from './poll.ts'
import { noteJob } from './running.ts'

/** A server that was away comes back, and the job with it. */
const awayMs = 5000

export type WatchedJob = ReturnType<typeof useJob>

export function useJob(id: number | string) {
  const params = { id }
  const { data, error, refetch, dataUpdatedAt } = useCall(
    jobs.get,
    { params },
    {
      everyMs: (answer, trouble) => {
        if (answer) return pollMs(answer.data, Date.now())
        return trouble?.status === networkStatus ? awayMs : undefined
      },
    },
  )
  const refreshes = [jobs.get, jobs.list]
  const cancel = useSend(jobs.cancel, { refreshes })
  const retry = useSend(jobs.retry, { refreshes })
  const job = data?.data
  useEffect(() => {
    if (job) noteJob(job)
  }, [job])
  const changed = job && !isUnfinished(job.state) && changesRecords(job) ? job.subject : null
  useEffect(() => {
    // What it has done is seen at its end; where it was started they loaded while it had just begun.
    if (changed !== null) void refreshRecords(changed)
  }, [changed])
  const facts = job && { kind: job.kind, state: job.state, expired: isExpired(job, dataUpdatedAt) }

  async function download(): Promise<void> {
    if (!job?.file) return
    const url = await storedFileUrl(job.file.id)
    if (url === null) return
    const link = document.createElement('a')
    link.href = url
    link.download = job.file.name
    link.click()
  }

  return {
    /** Undefined while it loads, or when it could not be loaded. */
    job,
    error,
    reload: () => void refetch(),
    cancel: () => cancel.mutateAsync({ params }),
    retry: () => retry.mutateAsync({ params }),
    /** Saves the file that came out of it. */
    download,
    isBusy: cancel.isPending || retry.isPending,
    /** What the job has made and left undone is no longer kept. */
    isExpired: facts?.expired ?? false,
    cancelRefusal: facts && cancelRefusal(facts),
    retryRefusal: facts && retryRefusal(facts),
  }
}

function isExpired({ expiresAt }: Job, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) < now
}
