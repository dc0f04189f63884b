/** One job at its own URL: how far it is, what came of it, and the way back. */
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Job } from '#contract/jobs.ts'
import { changesRecords, isUnfinished, repeatRefusal } from '#domain/jobs.ts'
import { isMissing } from '../../api/api-error.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { JobActions } from '../../jobs/JobActions.tsx'
import { JobFailures } from '../../jobs/JobFailures.tsx'
import { JobProgress } from '../../jobs/JobProgress.tsx'
import { useJobList, useJobTitle } from '../../jobs/job-words.ts'
import { useJob } from '../../jobs/use-job.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { JobsPage } from './JobsPage.tsx'
import { RepeatDialog } from './RepeatDialog.tsx'
import './jobs.css'

export function JobPage({ id }: { id: string }) {
  const t = useText()
  const titleOf = useJobTitle()
  const listOf = useJobList()
  const watched = useJob(id)
  const [isRepeating, setRepeating] = useState(false)
  const { job, error, reload } = watched
  if (error && !job && isMissing(error)) return <NotFoundScreen />
  const title = job ? titleOf(job) : t('jobs.unknownKind', { id })
  const back = job && listOf(job)
  return (
    <section className="job-page" aria-busy={!job && !error}>
      <title>{`${title} · Canvass`}</title>
      <h1>{title}</h1>
      {error && <LoadProblem title="jobs.failedToLoad" error={error} onRetry={reload} />}
      {!job && !error && <ScreenSkeleton />}
      {job && (
        <Panel>
          <JobProgress job={job} />
          <JobActions watched={watched} />
          {job.state === 'DONE' && !repeatRefusal(job) && (
            <div className="job-actions">
              <Button onClick={() => setRepeating(true)}>{t('jobs.repeat')}</Button>
            </div>
          )}
          {isRepeating && <RepeatDialog of={{ jobId: job.id, name: title }} onClose={() => setRepeating(false)} />}
          {job.failed > 0 && !isUnfinished(job.state) && (
            <JobFailures key={job.id} job={job} isExpired={watched.isExpired} />
          )}
          <Times job={job} isExpired={watched.isExpired} />
        </Panel>
      )}
      <nav className="job-links" aria-label={t('jobs.title')}>
        {back !== undefined && <Link to={back}>{t('jobs.back')}</Link>}
        <Link to="/jobs">{t('jobs.all')}</Link>
      </nav>
    </section>
  )
}

function Times({ job, isExpired }: { job: Job; isExpired: boolean }) {
  const t = useText()
  const format = useFormat()
  const { file, createdAt, startedAt, finishedAt, expiresAt } = job
  const momentOf = (iso: string | null) => iso !== null && format.dateTime(iso)
  const isGone = !changesRecords(job) && !file && isExpired
  return (
    <Facts
      of={[
        fact(t('jobs.asked'), momentOf(createdAt)),
        fact(t('jobs.started'), momentOf(startedAt)),
        fact(t('jobs.ended'), momentOf(finishedAt)),
        fact(t('jobs.expires'), file && momentOf(expiresAt)),
        fact(file?.name ?? '', file && t('jobs.size', { size: Math.ceil(file.size / 1024) })),
        fact(t('jobs.expires'), isGone && t('jobs.expired')),
      ]}
    />
  )
}

/** `/jobs` and `/jobs/5`, which come together. */
export function JobScreens() {
  const { id } = useParams()
  return id === undefined ? <JobsPage /> : <JobPage id={id} />
}
