import { useState } from 'react'
import { excels } from '#contract/downloads.ts'
import { ApiError } from '../api/api-error.ts'
import { call, isCancelled } from '../api/client.ts'
import { download } from '../api/download.ts'
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
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [jobId, setJobId] = useState<number>()

  async function get(look: Look, wanted: Wanted) {
    setBusy(true)
    setError(undefined)
    try {
      return await fetchOrStart({ ...source, ...orderOf(look, wanted) })
    } catch (thrown) {
      setError(thrown)
      return undefined
    } finally {
      setBusy(false)
    }
  }

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
