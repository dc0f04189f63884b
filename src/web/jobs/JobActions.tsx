/** Stop, go on, download. What is not possible now is not offered. */
import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { changesRecords } from '#domain/jobs.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import type { WatchedJob } from './use-job.ts'
import './job.css'

export function JobActions({ watched }: { watched: WatchedJob }) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>()
  const { job, isBusy } = watched
  if (!job) return null

  async function take(deed: () => Promise<unknown>): Promise<void> {
    setFailure(undefined)
    try {
      await deed()
    } catch (error) {
      setFailure(error)
    }
  }

  return (
    <>
      <div className="job-actions">
        {job.file && (
          <Button
            look="primary"
            icon={<DownloadOutlined />}
            disabled={isBusy}
            aria-label={t('jobs.downloadNamed', { name: job.file.name })}
            onClick={() => void take(watched.download)}
          >
            {t('jobs.download')}
          </Button>
        )}
        {watched.retryRefusal === undefined && (
          <Button disabled={isBusy} onClick={() => void take(watched.retry)}>
            {t('jobs.retry')}
          </Button>
        )}
        {watched.cancelRefusal === undefined && (
          <>
            <Button
              tone="danger"
              disabled={isBusy}
              {...(changesRecords(job) ? { 'aria-describedby': 'job-cancel-hint' } : {})}
              onClick={() => void take(watched.cancel)}
            >
              {t('jobs.cancel')}
            </Button>
            {changesRecords(job) && (
              <span id="job-cancel-hint" className="job-hint">
                {t('jobs.cancelHint')}
              </span>
            )}
          </>
        )}
      </div>
      <ErrorNote error={failure} />
    </>
  )
}
