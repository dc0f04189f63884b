import { expect, test } from 'vitest'
import { drawRefusal, sampleSize } from './paid-sample.ts'

const run = { step: 'authorize', state: 'DONE', isTrial: false, hasSample: false } as const
const keeper = { permissions: new Set(['payments.fund']) }

test('A sample is drawn once, of a run that let money go and is done', () => {
  expect(drawRefusal(run, keeper)).toBeUndefined()
  expect(drawRefusal(run, { permissions: new Set(['surveys.write']) })).toBeUndefined()
  expect(drawRefusal(run, { permissions: new Set(['payments.read', 'payments.initiate']) })).toBe('FORBIDDEN')
  expect(drawRefusal({ ...run, hasSample: true }, keeper)).toBe('ALREADY_DONE')
  for (const other of [{ step: 'approve' }, { state: 'RUNNING' }, { isTrial: true }] as const)
    expect(drawRefusal({ ...run, ...other }, keeper)).toBe('ILLEGAL_TRANSITION')
})

test('A share of the people is rounded up, so that at least one is asked', () => {
  expect([sampleSize({ percent: 10 }, 41), sampleSize({ percent: 1 }, 3), sampleSize({ size: 7 }, 41)]).toEqual([
    5, 1, 7,
  ])
})
