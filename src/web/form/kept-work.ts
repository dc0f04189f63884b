/**
 * What was not saved when the session ended. It waits in memory for the same person, who finds it after signing in where
 * they left it; another person does not, and no storage holds it.
 */
import { useEffect, useRef } from 'react'
import { onSessionEnd } from '../api/session-end.ts'
import { currentSession, useSession } from '../api/session.ts'

interface KeptWork {
  owner: number | undefined
  work: unknown
}

const kept = new Map<string, KeptWork>()

/** What was kept under this name, once. */
export function takeKept(name: string): unknown {
  const found = kept.get(name)
  kept.delete(name)
  return found && found.owner === currentSession().user?.id ? found.work : undefined
}

/** Keeps the work when the session ends under it; undefined: there is nothing to lose. */
export function useKeptWork(name: string, work: unknown): void {
  const owner = useSession().user?.id
  const latest = useRef<KeptWork>({ owner, work })
  useEffect(() => {
    latest.current = { owner, work }
  })
  useEffect(
    () =>
      onSessionEnd(() => {
        if (latest.current.work !== undefined) kept.set(name, latest.current)
      }),
    [name],
  )
}
