/** My jobs, newest first; by state when asked so. The state of the list is its URL. */
import { Link, useSearchParams } from 'react-router'
import { type Job, jobs } from '#contract/jobs.ts'
import { isUnfinished, type JobState, jobStates } from '#domain/jobs.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { useJobCount, useJobTitle } from '../../jobs/job-words.ts'
import { readListState, withWords } from '../../list/list-state.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import '../../list/list.css'
import './jobs.css'

const everyMs = 3000
const words = { sort: [], filters: ['state'], call: jobs.list, defaults: {} }

export function JobsPage() {
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
