/** Runs of payments: all of them, or the one of the address, which a colleague may open too. Its starter has the actions. */
import { Link, useSearchParams } from 'react-router'
import { paymentRuns, type Run } from '#contract/payment-runs.ts'
import { isUnfinished } from '#domain/jobs.ts'
import { useCall } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { JobProgress } from '../../../jobs/JobProgress.tsx'
import { JobStateTag } from '../../../jobs/JobStateTag.tsx'
import { readListState, withWords } from '../../../list/list-state.ts'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Amount } from '../payment-columns.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { paceOf } from './pace.ts'
import './runs.css'

const everyMs = 2000
const words = { sort: [], filters: [], call: paymentRuns.list, defaults: {} }

export function RunsTab() {
  const t = useText()
  const [search] = useSearchParams()
  const id = Number(search.get('run')) || undefined
  return (
    <section className="runs">
      <title>{`${t('payments.tab.runs')} · Canvass`}</title>
      <PageHead title={t('payments.title')} />
      <PaymentTabs open="runs" />
      {id === undefined ? <RunList /> : <OneRun id={id} />}
    </section>
  )
}

function useRunName(): (run: Pick<Run, 'id' | 'step'>) => string {
  const t = useText()
  return ({ id, step }) => t('payments.run.name', { id, step: t(`jobs.kind.payments.${step}`) })
}

function RunList() {
  const t = useText()
  const nameOf = useRunName()
  const format = useFormat()
  const [search] = useSearchParams()
  const { page, pageSize } = readListState(search, words)
  const asked = { query: { page, pageSize } }
  const { data, error, refetch } = useCall(paymentRuns.list, asked, {
    keepPrevious: true,
    everyMs: (answer) => (answer?.list.some(({ state }) => isUnfinished(state)) ? everyMs : undefined),
  })
  const linkTo = (more: Record<string, number>) => ({ search: withWords(search, more).toString() })
  return (
    <>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data?.total === 0 && <Note tone="neutral">{t('payments.run.none')}</Note>}
      {data && data.total > 0 && (
        <ul className="run-list">
          {data.list.map((run) => (
            <li key={run.id}>
              <Link to={linkTo({ run: run.id })}>{nameOf(run)}</Link>
              <JobStateTag state={run.state} />
              <span>{t('jobs.doneOf', { done: run.done, total: run.total })}</span>
              <span>{run.startedBy?.name}</span>
              <time dateTime={run.createdAt}>{format.dateTime(run.createdAt)}</time>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <nav className="run-pages" aria-label={t('list.pages')}>
          {page > 1 && <Link to={linkTo({ page: page - 1 })}>{t('jobs.newer')}</Link>}
          {page * pageSize < data.total && <Link to={linkTo({ page: page + 1 })}>{t('jobs.older')}</Link>}
        </nav>
      )}
    </>
  )
}

function OneRun({ id }: { id: number }) {
  const t = useText()
  const nameOf = useRunName()
  const { data, error, refetch } = useCall(
    paymentRuns.get,
    { params: { id } },
    { everyMs: (answer) => (answer && isUnfinished(answer.data.state) ? everyMs : undefined) },
  )
  const run = data?.data
  return (
    <>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!run && !error && <PaymentsSkeleton />}
      {run && (
        <Panel>
          <h2>{nameOf(run)}</h2>
          <JobProgress job={asJob(run)} />
          {run.missing.map(({ provider, currency, amount }) => (
            <Note key={`${provider} ${currency}`} tone="warning">
              {t('payments.run.missing', { float: `${provider.toUpperCase()} ${currency}` })}{' '}
              <Amount amount={amount} currency={currency} />
            </Note>
          ))}
          <RunFacts run={run} />
        </Panel>
      )}
      <nav className="run-pages" aria-label={t('payments.tab.runs')}>
        <Link to={{ search: 'view=runs' }}>{t('payments.run.all')}</Link>
      </nav>
    </>
  )
}

function RunFacts({ run }: { run: Run }) {
  const t = useText()
  const format = useFormat()
  const { user } = useSession()
  const pace = run.state === 'RUNNING' ? paceOf(run) : undefined
  return (
    <>
      <Facts>
        {run.startedBy && <Fact name={t('payments.run.startedBy')}>{run.startedBy.name}</Fact>}
        <Fact name={t('jobs.asked')}>{format.dateTime(run.createdAt)}</Fact>
        {pace && <Fact name={t('payments.run.rate')}>{t('payments.run.perSecond', { rate: pace.rate })}</Fact>}
        {pace && <Fact name={t('payments.run.endsAt')}>{format.dateTime(pace.endsAt)}</Fact>}
        {run.finishedAt !== null && <Fact name={t('jobs.ended')}>{format.dateTime(run.finishedAt)}</Fact>}
      </Facts>
      {run.startedBy !== null && run.startedBy.id === user?.id && (
        <Link to={`/jobs/${run.id}`}>{t('payments.run.steer')}</Link>
      )}
    </>
  )
}

/** As a job has it, so that both are shown alike. */
function asJob({ startedBy: _startedBy, missing: _missing, readAt: _readAt, step, ...run }: Run) {
  return { ...run, kind: `payments.${step}`, subject: null, file: null, error: null, expiresAt: null }
}
