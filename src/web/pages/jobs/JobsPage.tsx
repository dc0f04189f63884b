/** My jobs, newest first; by state when asked so; and those that repeat. The state of the list is its URL. */
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
import { Repeats } from './Repeats.tsx'
import '../../list/list.css'
import './jobs.css'

const everyMs = 3000
const words = { sort: [], filters: ['state'], call: jobs.list, defaults: {} }
const repeats = 'repeats'

export function JobsPage() {
  const t = useText()
  const [search] = useSearchParams()
  const state = jobStates.find((known) => known === search.get('state'))
  const isRepeats = search.get('view') === repeats
  const linkTo = (state: JobState | undefined) => withWords(search, { state, page: undefined, view: undefined })
  const tabs = [undefined, ...jobStates].map((key) => ({
    key: key ?? '',
    to: { search: linkTo(key).toString() },
    text: key ? t(`jobs.state.${key}`) : t('jobs.anyState'),
  }))
  const ofRepeats = { key: repeats, to: { search: `view=${repeats}` }, text: t('jobs.repeats') }
  return (
    <section className="list">
      <title>{`${t('jobs.title')} · Canvass`}</title>
      <PageHead title={t('jobs.title')}>
        <p className="blank">{t('jobs.about')}</p>
      </PageHead>
      <LinkTabs label={t('jobs.states')} tabs={[...tabs, ofRepeats]} open={isRepeats ? repeats : (state ?? '')} />
      {isRepeats ? <Repeats /> : <JobList state={state} />}
    </section>
  )
}

function JobList({ state }: { state: JobState | undefined }) {
  const t = useText()
  const [search] = useSearchParams()
  const { page, pageSize } = readListState(search, words)
  const { data, error, refetch } = useCall(
    jobs.list,
    { query: { page, pageSize, state } },
    {
      keepPrevious: true,
      everyMs: (answer) => (answer?.list.some((job) => isUnfinished(job.state)) ? everyMs : undefined),
    },
  )
  const pageLink = (next: number) => ({ search: withWords(search, { page: next }).toString() })
  if (!data) return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <ScreenSkeleton />
  if (data.total === 0) return <p className="no-rows">{t(state ? 'jobs.emptyState' : 'jobs.empty')}</p>
  return (
    <>
      <ul className="jobs">
        {data.list.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      <nav className="job-links" aria-label={t('list.pages')}>
        {page > 1 && <Link to={pageLink(page - 1)}>{t('jobs.newer')}</Link>}
        {page * pageSize < data.total && <Link to={pageLink(page + 1)}>{t('jobs.older')}</Link>}
      </nav>
    </>
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
