import type { Job } from '#contract/jobs.ts'
import { isUnfinished } from '#domain/jobs.ts'

/** In how many ms to look again: soon while it is young, seldom later on; undefined: never. */
export function pollMs({ state, startedAt, createdAt }: Job, now: number): number | undefined {
  if (!isUnfinished(state)) return undefined
  const age = now - Date.parse(startedAt ?? createdAt)
  if (age < 10_000) return 1000
  return age < 60_000 ? 2000 : 5000
}
