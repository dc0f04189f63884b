/**
 * My unfinished jobs that this page knows: those that the bell tells and those it has shown. With them, the jobs that
 * ended while no screen showed them.
 */
import { useSyncExternalStore } from 'react'
import type { Job } from '#contract/jobs.ts'
import { isUnfinished } from '#domain/jobs.ts'

/** What its link needs. */
type RunningJob = Pick<Job, 'id' | 'kind'>

let running: readonly RunningJob[] = []
let unseen: readonly number[] = []
const listeners = new Set<() => void>()
/** By job, how many places show it. */
const shown = new Map<number, number>()

function change(nextRunning: readonly RunningJob[], nextUnseen: readonly number[]): void {
  if (idsOf(nextRunning) === idsOf(running) && nextUnseen.join() === unseen.join()) return
  running = nextRunning
  unseen = nextUnseen
  for (const listener of listeners) listener()
}

function idsOf(jobs: readonly RunningJob[]): string {
  return jobs.map(({ id }) => id).join()
}

function without(ids: readonly number[], id: number): readonly number[] {
  return ids.filter((other) => other !== id)
}

export function noteJob({ id, kind, state }: Pick<Job, 'id' | 'kind' | 'state'>): void {
  const others = running.filter((job) => job.id !== id)
  const ran = others.length < running.length
  if (isUnfinished(state)) return change(ran ? running : [...running, { id, kind }], without(unseen, id))
  change(others, ran && !isShown(id) ? [...unseen, id] : unseen)
}

export function forgetAllJobs(): void {
  shown.clear()
  change([], [])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function runningJobs(): readonly RunningJob[] {
  return running
}

export function useRunningJobs(): readonly RunningJob[] {
  return useSyncExternalStore(subscribe, runningJobs)
}

export function unseenJobs(): readonly number[] {
  return unseen
}

/** Jobs that have ended and that the user has not looked at since. */
export function useUnseenJobs(): readonly number[] {
  return useSyncExternalStore(subscribe, unseenJobs)
}

/** A screen shows the job and its end in its own words, until the returned function is called. */
export function showJob(id: number): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1)
  change(running, without(unseen, id))
  return () => shown.set(id, (shown.get(id) ?? 1) - 1)
}

/** Also when it is no longer shown. */
export function wasShown(id: number): boolean {
  return shown.has(id)
}

export function isShown(id: number): boolean {
  return (shown.get(id) ?? 0) > 0
}
