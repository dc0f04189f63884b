/** Waiting work, problems and the latest finished jobs, each with a link to its screen. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Bell } from '#contract/bell.ts'
import { dashboard } from '#contract/dashboard.ts'
import { bellPaths, unseenOf } from '#domain/people/bell.ts'
import { call } from '../api/client.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { jobPath } from '../jobs/job-path.ts'
import { useJobTitle } from '../jobs/job-words.ts'
import { putBell } from './bell.ts'
import './bell-list.css'

const shownJobs = 5

export function BellList({ data, onLeave }: { data: Bell | undefined; onLeave: () => void }) {
  const t = useText()
  const format = useFormat()
  const titleOf = useJobTitle()
  // What was new stays marked as such until the list is closed.
  const [seenAt] = useState(data?.seenAt ?? null)
  useEffect(() => {
    if (data) void markSeen(data)
    // Once for each opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  if (!data) return <p className="bell-none">{t('bell.noAnswer')}</p>

  const ended = data.jobs.flatMap(({ finishedAt, ...job }) => (finishedAt === null ? [] : [{ ...job, at: finishedAt }]))
  const rows = [
    ...data.entries.map(({ kind, n, at }) => ({
      key: kind,
      to: bellPaths[kind],
      words: t(`bell.${kind}`, { count: n }),
      at,
      isWrong: kind === 'desk' || kind === 'counters',
    })),
    ...ended.slice(0, shownJobs).map(({ at, ...job }) => ({
      key: `job-${job.id}`,
      to: jobPath(job),
      words: t('jobs.hasEnded', { job: titleOf(job), state: job.state, failed: job.failed }),
      at,
      isWrong: job.state === 'FAILED',
    })),
  ]
  const unseen = new Set(unseenOf(rows, seenAt))
  if (rows.length === 0) return <p className="bell-none">{t('bell.none')}</p>
  return (
    <ul className="bell-list">
      {rows.map((row) => (
        <li key={row.key} data-new={unseen.has(row)} data-wrong={row.isWrong}>
          <Link to={row.to} onClick={onLeave}>
            <span>
              {unseen.has(row) && <strong>{t('bell.new')} </strong>}
              {row.words}
            </span>
            <time dateTime={row.at}>{format.dateTime(row.at)}</time>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Without an answer it is new again at the next opening. */
async function markSeen(data: Bell): Promise<void> {
  try {
    await call(dashboard.putMark, { params: { mark: 'bell' } })
    putBell({ ...data, seenAt: new Date().toISOString() })
  } catch (error) {
    console.warn('the bell stays new', error)
  }
}
