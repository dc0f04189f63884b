/**
 * My unfinished jobs that this page knows: those that the bell tells and those it has shown. With them, the jobs that
 * ended while no screen showed them.
 */
import type { Job } from '#contract/jobs.ts'
import { isUnfinished } from '#domain/jobs.ts'
import { SharedValue } from '../api/shared-value.ts'

/** What its link needs. */
type RunningJob = Pick<Job, 'id' | 'kind'>

interface Known {
  running: readonly RunningJob[]
  /** Ended, and not looked at since. */
  unseen: readonly number[]
}

const known = new SharedValue<Known>({ running: [], unseen: [] })
/** By job, how many places show it. */
const shown = new Map<number, number>()

function change(running: readonly RunningJob[], unseen: readonly number[]): void {
  const before = known.get()
  if (idsOf(running) === idsOf(before.running) && unseen.join() === before.unseen.join()) return
  known.set({ running, unseen })
}

function idsOf(jobs: readonly RunningJob[]): string {
  return jobs.map(({ id }) => id).join()
}

function without(ids: readonly number[], id: number): readonly number[] {
  return ids.filter((other) => other !== id)
}

export function noteJob({ id, kind, state }: Pick<Job, 'id' | 'kind' | 'state'>): void {
  const { running, unseen } = known.get()
  const others = running.filter((job) => job.id !== id)
  const ran = others.length < running.length
  if (isUnfinished(state)) return change(ran ? running : [...running, { id, kind }], without(unseen, id))
  change(others, ran && !isShown(id) ? [...unseen, id] : unseen)
}

export function forgetAllJobs(): void {
  shown.clear()
  change([], [])
}

export function runningJobs(): readonly RunningJob[] {
  return known.get().running
}

export function useRunningJobs(): readonly RunningJob[] {
  return known.use(({ running }) => running)
}

export function unseenJobs(): readonly number[] {
  return known.get().unseen
}

/** Jobs that have ended and that the user has not looked at since. */
export function useUnseenJobs(): readonly number[] {
  return known.use(({ unseen }) => unseen)
}

/** A screen shows the job and its end in its own words, until the returned function is called. */
export function showJob(id: number): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1)
  change(runningJobs(), without(unseenJobs(), id))
  return () => shown.set(id, (shown.get(id) ?? 1) - 1)
}

/** Also when it is no longer shown. */
export function wasShown(id: number): boolean {
  return shown.has(id)
}

export function isShown(id: number): boolean {
  return (shown.get(id) ?? 0) > 0
}
