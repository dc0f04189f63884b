/** The rows that a job refused, page by page, each with its reason and a link. All of them can be tried again. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Job, jobs, type RefusedRow } from '#contract/jobs.ts'
import { againRefusal } from '#domain/jobs.ts'
import { download } from '../api/download.ts'
import { useCall, useSend } from '../api/query.ts'
import { currentLocale } from '../i18n/locale.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { DownloadButton } from '../ui/DownloadButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { useRecordPath } from '../api/record-path.ts'
import { useUsageText } from '../i18n/usage-text.ts'
import './job.css'

const pageSize = 20

export function JobFailures({ job, isExpired }: { job: Job; isExpired: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const again = useSend(jobs.retryFailures, { refreshes: [jobs.list] })
  const { data, error, refetch } = useCall(
    jobs.failures,
    { params: { id: job.id }, query: { page, pageSize } },
    { keepPrevious: true },
  )
  if (error) return <LoadProblem title="jobs.failedToLoad" error={error} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  const pages = Math.ceil(data.total / pageSize)

  const allInUse = job.failures.every(({ code }) => code === 'IN_USE')

  async function tryAgain(): Promise<void> {
    const { data: started } = await again.mutateAsync({ params: { id: job.id } })
    await navigate(`/jobs/${started.jobId}`)
  }

  return (
    <section className="job-refused" aria-labelledby="job-refused">
      <h2 id="job-refused">{t('jobs.refusedRows')}</h2>
      <ul>
        {data.list.map((row) => (
          <RefusedLine key={row.id} job={job} row={row} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="job-actions" aria-label={t('jobs.refusedPages')}>
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('jobs.refusedBefore')}
          </Button>
          <span className="job-count">{t('jobs.refusedPage', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('jobs.refusedAfter')}
          </Button>
        </nav>
      )}
      <div className="job-actions">
        <DownloadButton
          fetch={() => download(jobs.failuresFile, { params: { id: job.id }, query: { lang: currentLocale() } })}
        >
          {t('jobs.downloadRefused')}
        </DownloadButton>
        {againRefusal({ ...job, expired: isExpired }) === undefined && (
          <>
            <Button
              loading={again.isPending}
              {...(allInUse ? { 'aria-describedby': 'job-again-hint' } : {})}
              onClick={() => void tryAgain().catch(() => undefined)}
            >
              {t('jobs.tryRefused', { count: data.total })}
            </Button>
            {allInUse && (
              <span id="job-again-hint" className="job-hint">
                {t('jobs.tryRefusedHint')}
              </span>
            )}
          </>
        )}
      </div>
      <ErrorNote error={again.error} />
    </section>
  )
}

function RefusedLine({ job, row: { id, title, code, message, usedBy } }: { job: Job; row: RefusedRow }) {
  const t = useText()
  const textOr = useTextOr()
  const usage = useUsageText()
  const recordPath = useRecordPath()
  const record = code === 'NOT_FOUND' || job.subject === null ? undefined : recordPath(job.subject, id)
  const name = title ?? t('jobs.record', { id: String(id) })
  return (
    <li>
      {record === undefined ? <span>{name}</span> : <Link to={record}>{name}</Link>}
      <span>{usage(usedBy) ?? textOr(`errors.${code}`, message)}</span>
    </li>
  )
}
