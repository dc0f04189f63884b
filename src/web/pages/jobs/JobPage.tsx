/** One job at its own URL: how far it is, what came of it, and the way back. */
import { Link, useParams, useSearchParams } from 'react-router'
import { type Job, jobs } from '#contract/jobs.ts'
import { changesRecords, isUnfinished, type JobState, jobStates } from '#domain/jobs.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { JobActions } from '../../jobs/JobActions.tsx'
import { JobFailures } from '../../jobs/JobFailures.tsx'
import { JobProgress } from '../../jobs/JobProgress.tsx'
import { useJobCount, useJobList, useJobTitle } from '../../jobs/job-words.ts'
import { useJob } from '../../jobs/use-job.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import './jobs.css'
import { useCall } from '../../api/query.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { readListState, withWords } from '../../list/list-state.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import '../../list/list.css'

export function JobPage({ id }: { id: string }) {
  const t = useText()
  const titleOf = useJobTitle()
  const listOf = useJobList()
  const watched = useJob(id)
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
  const times = [
    [t('jobs.asked'), createdAt],
    [t('jobs.started'), startedAt],
    [t('jobs.ended'), finishedAt],
  ] as const
  return (
    <Facts>
      {times.map(
        ([name, at]) =>
          at !== null && (
            <Fact key={name} name={name}>
              {format.dateTime(at)}
            </Fact>
          ),
      )}
      {file && expiresAt !== null && <Fact name={t('jobs.expires')}>{format.dateTime(expiresAt)}</Fact>}
      {file && <Fact name={file.name}>{t('jobs.size', { size: Math.ceil(file.size / 1024) })}</Fact>}
      {!changesRecords(job) && !file && isExpired && <Fact name={t('jobs.expires')}>{t('jobs.expired')}</Fact>}
    </Facts>
  )
}

function isMissing({ code }: ApiError): boolean {
  return code === 'NOT_FOUND' || code === 'BAD_ID' || code === 'VALIDATION_FAILED'
}

/** `/jobs` and `/jobs/5`, which come together. */
export function JobScreens() {
  const { id } = useParams()
  return id === undefined ? <JobsPage /> : <JobPage id={id} />
}

const everyMs = 3000
const words = { sort: [], filters: ['state'], call: jobs.list, defaults: {} }

function JobsPage() {
  const t = useText()
  const [search] = useSearchParams()
  const { page, pageSize, filters } = readListState(search, words)
  const state = jobStates.find((known) => known === filters['state'])
  const { data, error, refetch } = useCall(
    jobs.list,
    { query: { page, pageSize, state } },
    {
      keepPrevious: true,
      everyMs: (answer) => (answer?.list.some((job) => isUnfinished(job.state)) ? everyMs : undefined),
    },
  )
  const linkTo = (chosen: JobState | undefined) => withWords(search, { state: chosen, page: undefined }).toString()
  const pageLink = (next: number) => ({ search: withWords(search, { page: next }).toString() })
  const tabs = [undefined, ...jobStates].map((key) => ({
    key: key ?? '',
    to: { search: linkTo(key) },
    text: key ? t(`jobs.state.${key}`) : t('jobs.anyState'),
  }))
  return (
    <section className="list" aria-busy={!data && !error}>
      <title>{`${t('jobs.title')} · Canvass`}</title>
      <PageHead title={t('jobs.title')}>
        <p className="blank">{t('jobs.about')}</p>
      </PageHead>
      <LinkTabs label={t('jobs.states')} tabs={tabs} open={state ?? ''} />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ScreenSkeleton />}
      {data && data.total === 0 && <p className="no-rows">{t(state ? 'jobs.emptyState' : 'jobs.empty')}</p>}
      {data && data.total > 0 && (
        <ul className="jobs">
          {data.list.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {data && (
        <nav className="job-links" aria-label={t('list.pages')}>
          {page > 1 && <Link to={pageLink(page - 1)}>{t('jobs.newer')}</Link>}
          {page * pageSize < data.total && <Link to={pageLink(page + 1)}>{t('jobs.older')}</Link>}
        </nav>
      )}
    </section>
  )
}

function JobRow({ job }: { job: Job }) {
  const format = useFormat()
  const titleOf = useJobTitle()
  const countOf = useJobCount()
  const { id, state, createdAt } = job
  return (
    <li>
      <Link to={`/jobs/${id}`}>{titleOf(job)}</Link>
      <RecordStatus of="jobs" status={state} />
      <span className="jobs-count">{countOf(job)}</span>
      <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
    </li>
  )
}
