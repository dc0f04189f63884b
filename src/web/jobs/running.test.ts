import { beforeEach, expect, test } from 'vitest'
import { forgetAllJobs, isShown, noteJob, runningJobs, showJob, unseenJobs } from './running.ts'

beforeEach(forgetAllJobs)

test('a job runs from when it is first seen waiting or running until it is seen ended', () => {
  noteJob({ id: 1, state: 'DONE' })
  expect(runningJobs()).toEqual([])
  noteJob({ id: 2, state: 'WAITING' })
  noteJob({ id: 3, state: 'RUNNING' })
  noteJob({ id: 2, state: 'RUNNING' })
  expect(runningJobs()).toEqual([2, 3])
  noteJob({ id: 2, state: 'CANCELLED' })
  expect(runningJobs()).toEqual([3])
  noteJob({ id: 3, state: 'FAILED' })
  expect(runningJobs()).toEqual([])
})

test('what has not changed is the same list, so that nothing is drawn again', () => {
  noteJob({ id: 4, state: 'RUNNING' })
  const before = runningJobs()
  noteJob({ id: 4, state: 'RUNNING' })
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
  noteJob({ id: 6, state: 'RUNNING' })
  expect(unseenJobs()).toEqual([])
  noteJob({ id: 6, state: 'DONE' })
  noteJob({ id: 6, state: 'DONE' })
  expect(unseenJobs()).toEqual([6])
  showJob(6)()
  expect(unseenJobs()).toEqual([])
})

test('what was watched to its end, or had ended before, is not kept', () => {
  const close = showJob(7)
  noteJob({ id: 7, state: 'RUNNING' })
  noteJob({ id: 7, state: 'DONE' })
  close()
  noteJob({ id: 8, state: 'DONE' })
  expect(unseenJobs()).toEqual([])
})
