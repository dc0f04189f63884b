/** One job with everything that can be done to it, for dialogs of other screens. */
import { Link } from 'react-router'
import { useText } from '../i18n/text.ts'
import { isUnfinished } from '#domain/jobs.ts'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { JobActions } from './JobActions.tsx'
import { JobFailures } from './JobFailures.tsx'
import { JobProgress } from './JobProgress.tsx'
import { useJob } from './use-job.ts'

export function JobPanel({ id }: { id: number }) {
  const t = useText()
  const watched = useJob(id)
  const { job, error, reload } = watched
  return (
    <div className="job-panel">
      {error && <LoadProblem title="jobs.failedToLoad" error={error} onRetry={reload} />}
      {!job && !error && <output className="skeleton" aria-label={t('form.loading')} />}
      {job && (
        <>
          <JobProgress job={job} />
          <JobActions watched={watched} />
          {job.failed > 0 && !isUnfinished(job.state) && <JobFailures job={job} isExpired={watched.isExpired} />}
          <Link to={`/jobs/${id}`}>{t('jobs.own')}</Link>
        </>
      )}
    </div>
  )
}
