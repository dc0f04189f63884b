/** What the bell says, for the header and the menu: asked once, then told by the stream of follow-bell.ts. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Bell, bell } from '#contract/bell.ts'
import { queryClient, useCall } from '../api/query.ts'
import { onSessionEnd } from '../api/session-end.ts'
import { forgetAllJobs, noteJob, useRunningJobs } from '../jobs/running.ts'

/** A page that was just opened knows all; its line and processor are for the screen. */
const quietMs = 10_000

onSessionEnd(forgetAllJobs)

export function useBell(): Bell | undefined {
  return useCall(bell.get, {}, { isKept: true }).data?.data
}

/** Takes effect wherever the bell is shown. */
export function putBell(data: Bell): void {
  queryClient.setQueryData([bell.get.path, {}], { success: true, message: 'OK', statusCode: 200, data })
}

/** Keeps the bell and the running jobs up to date while the page is looked at. For the one place that is always there. */
export function useLiveBell(): void {
  const jobs = useBell()?.jobs
  const isRunning = useRunningJobs().length > 0
  const isVisible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible')
  const [isDue, setDue] = useState(false)
  if (isRunning && !isDue) setDue(true)

  useEffect(() => {
    for (const job of jobs ?? []) noteJob(job)
  }, [jobs])
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isDue || !isVisible) return
    const leaving = new AbortController()
    // Without it the page goes on as it is: every screen asks for itself.
    import('./follow-bell.ts').then(({ followBell }) => followBell(leaving.signal)).catch(console.warn)
    return () => leaving.abort()
  }, [isDue, isVisible])
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
