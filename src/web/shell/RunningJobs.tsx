/** Shows on every screen that my jobs are running, with a link to the one, or to all of them, and says when one has ended. */
import { SyncOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { isPaymentRun } from '#domain/jobs.ts'
import { useText } from '../i18n/text.ts'
import { runningPath } from '../jobs/job-path.ts'
import { useJobTitle } from '../jobs/job-words.ts'
import { useRunningJobs, useUnseenJobs } from '../jobs/running.ts'
import { toast } from '../ui/toasts.ts'
import { useBell } from './bell.ts'

export function RunningJobs() {
  const t = useText()
  const running = useRunningJobs()
  useSaidEnds()
  if (running.length === 0) return null
  const words = t('jobs.running', { count: running.length })
  return (
    <Link to={runningPath(running)} className="tool shell-jobs" title={words}>
      <SyncOutlined spin />
      <span className="wide-only">{words}</span>
    </Link>
  )
}

/** Where a job is shown its own words say so. */
function useSaidEnds(): void {
  const t = useText()
  const titleOf = useJobTitle()
  const unseen = useUnseenJobs()
  const jobs = useBell()?.jobs
  const said = useRef(new Set<number>())
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (!unseen.includes(job.id) || said.current.has(job.id)) continue
      said.current.add(job.id)
      const isHalted = job.state === 'CANCELLED' && isPaymentRun(job)
      toast(t('jobs.hasEnded', { job: titleOf(job), state: isHalted ? 'HALTED' : job.state, failed: job.failed }))
    }
  }, [jobs, unseen, t, titleOf])
}
