import { expect, test } from 'vitest'
import { runningPath } from './job-path.ts'

test('a payment run alone leads to its own page, another job to the page of jobs', () => {
  const run = { id: 7, kind: 'payments.approve' }
  const file = { id: 8, kind: 'records.export' }
  expect(runningPath([run])).toBe('/payments?view=runs&run=7')
  expect(runningPath([file])).toBe('/jobs/8')
  expect(runningPath([run, file])).toBe('/jobs')
})
