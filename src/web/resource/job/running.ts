/**
 * My jobs that have not ended, as far as this page knows: those found when it was opened and those it has shown since.
 * The frame shows that they go on, and says when one ends that nobody looks at.
 */
import { useSyncExternalStore } from 'react'
import type { Job } from '#contract/jobs.ts'
import { isUnfinished } from '#domain/jobs.ts'

let running: readonly number[] = []
const listeners = new Set<() => void>()
/** By job, how many places show it. */
const shown = new Map<number, number>()

function change(next: readonly number[]): void {
  if (next.join() === running.join()) return
  running = next
  for (const listener of listeners) listener()
}

export function noteJob({ id, state }: Pick<Job, 'id' | 'state'>): void {
  const others = running.filter((other) => other !== id)
  if (!isUnfinished(state)) change(others)
  else if (others.length === running.length) change([...running, id])
}

/** It cannot be looked at any more. */
export function forgetJob(id: number): void {
  change(running.filter((other) => other !== id))
}

export function forgetAllJobs(): void {
  change([])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function runningJobs(): readonly number[] {
  return running
}

export function useRunningJobs(): readonly number[] {
  return useSyncExternalStore(subscribe, runningJobs)
}

/** Somebody sees the job with its own words about its end; until the returned function is called. */
export function showJob(id: number): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1)
  return () => shown.set(id, (shown.get(id) ?? 1) - 1)
}

export function isShown(id: number): boolean {
  return (shown.get(id) ?? 0) > 0
}
