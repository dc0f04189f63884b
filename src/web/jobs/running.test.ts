import { beforeEach, expect, test } from 'vitest'
import type { JobState } from '#domain/jobs.ts'
import { forgetAllJobs, isShown, noteJob, runningJobs, showJob, unseenJobs } from './running.ts'

beforeEach(forgetAllJobs)

const kind = 'records.delete'

function note(id: number, state: JobState) {
  noteJob({ id, kind, state })
}

function runningIds() {
  return runningJobs().map(({ id }) => id)
}

test('a job runs from when it is first seen waiting or running until it is seen ended', () => {
  note(1, 'DONE')
  expect(runningIds()).toEqual([])
  note(2, 'WAITING')
  note(3, 'RUNNING')
  note(2, 'RUNNING')
  expect(runningIds()).toEqual([2, 3])
  note(2, 'CANCELLED')
  expect(runningIds()).toEqual([3])
  note(3, 'FAILED')
  expect(runningIds()).toEqual([])
})

test('what has not changed is the same list, so that nothing is drawn again', () => {
  note(4, 'RUNNING')
  const before = runningJobs()
  note(4, 'RUNNING')
  expect(runningJobs()).toBe(before)
})

test('a job is shown for as long as any place shows it', () => {
  const first = showJob(5)
  const second = showJob(5)
  first()
  expect(isShown(5)).toBe(true)
  second()
  expect(isShown(5)).toBe(false)
})

test('a job that ends while no screen shows it is kept until one does', () => {
  note(6, 'RUNNING')
  expect(unseenJobs()).toEqual([])
  note(6, 'DONE')
  note(6, 'DONE')
  expect(unseenJobs()).toEqual([6])
  showJob(6)()
  expect(unseenJobs()).toEqual([])
})

test('what was watched to its end, or had ended before, is not kept', () => {
  const close = showJob(7)
  note(7, 'RUNNING')
  note(7, 'DONE')
  close()
  note(8, 'DONE')
  expect(unseenJobs()).toEqual([])
})
