/** The progress of a job: bar, counts, refusals and reasons. Its texts are in the area `jobs` (LazyJob.tsx). */
import { useEffect } from 'react'
import type { Job } from '#contract/jobs.ts'
import { isUnfinished } from '#domain/jobs.ts'
import { useFormat, useText, useTextOr } from '../i18n/text.ts'
import { useJobCount } from './job-words.ts'
import { RecordStatus } from '../record/RecordStatus.tsx'
import { showJob } from './running.ts'
import { Note } from '../ui/Note.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import './job.css'

export function JobProgress({ job }: { job: Job }) {
  const t = useText()
  const { state, done, total, succeeded, failed, error } = job
  const codeText = useCodeText()
  const countOf = useJobCount()
  const left = total === null ? 0 : total - done
  return (
    <div className="job-progress">
      <div className="job-progress-head">
        <RecordStatus of="jobs" status={state} />
        <span className="job-count">{countOf(job)}</span>
      </div>
      <Bar job={job} />
      <Heard job={job} />
      {error !== null && <Note tone="danger">{t('jobs.broken', { reason: codeText(error) })}</Note>}
      {(succeeded > 0 || failed > 0) && (
        <ul className="job-counts">
          <li className="tone-success">{t('jobs.succeeded', { count: succeeded })}</li>
          {failed > 0 && <li className="tone-danger">{t('jobs.refused', { count: failed })}</li>}
          {!isUnfinished(state) && left > 0 && <li className="tone-neutral">{t('jobs.left', { count: left })}</li>}
        </ul>
      )}
      <Failures job={job} />
    </div>
  )
}

const tones = { DONE: 'done', FAILED: 'failed', CANCELLED: 'resting', WAITING: 'going', RUNNING: 'going' } as const

/** Undefined while the total is unknown. */
function percentOf({ state, done, total }: Job): number | undefined {
  if (state === 'DONE') return 100
  if (total === null) return undefined
  return total === 0 ? 0 : Math.floor((done / total) * 100)
}

function Bar({ job }: { job: Job }) {
  const t = useText()
  const percent = percentOf(job)
  return (
    <ProgressBar
      label={t('jobs.progress')}
      percent={isUnfinished(job.state) ? percent : (percent ?? 0)}
      tone={tones[job.state]}
    />
  )
}

/** Said aloud at each state and each quarter, not at every step. */
function Heard({ job }: { job: Job }) {
  const t = useText()
  const { id } = job
  useEffect(() => showJob(id), [id])
  const quarter = Math.floor((percentOf(job) ?? 0) / 25) * 25
  const words = [t(`jobs.state.${job.state}`)]
  if (job.state === 'RUNNING' && quarter > 0) words.push(t('jobs.heard.percent', { percent: quarter }))
  return <output className="visually-hidden">{words.join(', ')}</output>
}

function Failures({ job: { failures } }: { job: Job }) {
  const t = useText()
  const codeText = useCodeText()
  const format = useFormat()
  if (failures.length === 0) return null
  return (
    <section className="job-failures">
      <h3>{t('jobs.whyRefused')}</h3>
      <ul>
        {failures.map(({ code, count }) => (
          <li key={code}>
            <strong>{format.number(count)}</strong> {codeText(code)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The words for a code of the error catalogue. */
function useCodeText(): (code: string) => string {
  const textOr = useTextOr()
  return (code) => textOr(`errors.${code}`, code)
}
