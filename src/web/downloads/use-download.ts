import { useState } from 'react'
import { excels } from '#contract/downloads.ts'
import { ApiError } from '../api/api-error.ts'
import { call, isCancelled } from '../api/client.ts'
import { download } from '../api/download.ts'
import { useWork } from '../ui/use-work.ts'
import { type Look, orderOf, type Wanted } from './look.ts'

interface Download {
  busy: boolean
  error: unknown
  /** The job that makes the file, where it is too large to come at once. */
  jobId: number | undefined
  get: (look: Look, wanted: Wanted) => Promise<'SAVED' | 'JOB' | undefined>
}

interface Source {
  surveyId: number | string
  /** Words of the list's filter. */
  filter: Readonly<Record<string, string>>
  sort?: string | undefined
}

export function useDownload({ filter, ...source }: Source): Download {
  const { busy, error, run } = useWork()
  const [jobId, setJobId] = useState<number>()

  const get = (look: Look, wanted: Wanted) => run(() => fetchOrStart({ ...source, ...orderOf(look, wanted) }))

  async function fetchOrStart(order: object) {
    try {
      return (await download(excels.download, { query: { ...filter, ...order } })) ? 'SAVED' : undefined
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.code !== 'EXPORT_TOO_LARGE') throw thrown
    }
    const answer = await call(excels.start, { body: { filter, ...order } })
    if (isCancelled(answer)) return undefined
    setJobId(answer.data.jobId)
    return 'JOB'
  }

  return { busy, error, jobId, get }
}
