/**
 * Shows on every screen that my jobs are running, with a link to the one, or to all of them. Each ended job is named
 * with a link to its result, until the user has opened it.
 */
import { CheckOutlined, SyncOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { isUnfinished } from '#domain/jobs.ts'
import { useText } from '../i18n/text.ts'
import { useJobTitle } from '../jobs/job-words.ts'
import { forgetJob, isShown, useRunningJobs, useUnseenJobs } from '../jobs/running.ts'
import { useJob } from '../jobs/use-job.ts'
import { toast } from '../ui/toasts.ts'

export function RunningJobs() {
  const t = useText()
  const running = useRunningJobs()
  const unseen = useUnseenJobs()
  return (
    <>
      {running.map((id) => (
        <Watch key={id} id={id} />
      ))}
      <Way ids={running} words={t('jobs.running', { count: running.length })} icon={<SyncOutlined spin />} />
      <Way ids={unseen} words={t('jobs.unseen', { count: unseen.length })} icon={<CheckOutlined />} />
    </>
  )
}

function Way({ ids, words, icon }: { ids: readonly number[]; words: string; icon: ReactNode }) {
  if (ids.length === 0) return null
  return (
    <Link to={ids.length === 1 ? `/jobs/${ids[0]}` : '/jobs'} className="tool shell-jobs" title={words}>
      {icon}
      <span className="wide-only">{words}</span>
    </Link>
  )
}

function Watch({ id }: { id: number }) {
  const t = useText()
  const titleOf = useJobTitle()
  const { job, error } = useJob(id)
  const isGone = error !== null && job === undefined
  const ended = job && !isUnfinished(job.state) ? t('jobs.hasEnded', { job: titleOf(job), state: job.state }) : ''
  useEffect(() => {
    if (isGone) forgetJob(id)
  }, [isGone, id])
  useEffect(() => {
    // Where it is shown its own words say so.
    if (ended !== '' && !isShown(id)) toast(ended)
  }, [ended, id])
  return null
}
