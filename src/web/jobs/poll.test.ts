import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { pollMs } from './poll.ts'

const began = '2026-11-21T06:00:00.000Z'
const later = (seconds: number) => Date.parse(began) + seconds * 1000

function job(state: Job['state']): Job {
  return {
    id: 1,
    kind: 'records.delete',
    state,
    subject: null,
    done: 0,
    total: null,
    succeeded: 0,
    failed: 0,
    failures: [],
    file: null,
    error: null,
    createdAt: began,
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
  }
}

test('a long job is polled less and less often, and not at all once it has ended', () => {
  expect([1, 30, 300].map((age) => pollMs(job('RUNNING'), later(age)))).toEqual([1000, 2000, 5000])
  expect(pollMs(job('WAITING'), later(1))).toBe(1000)
  for (const state of ['DONE', 'FAILED', 'CANCELLED'] as const) expect(pollMs(job(state), later(1))).toBeUndefined()
})

test('a clock that goes wrong does not make it ask without end', () => {
  expect(pollMs(job('RUNNING'), later(-3600))).toBe(1000)
})
