import { expect, test } from 'vitest'
import type { PaymentStep } from '#domain/money/payment.ts'
import { stagesOf, type StepTaken } from './stages.ts'

function taken(step: PaymentStep): StepTaken {
  return { step, level: 1, actorId: 1, actorName: `who ${step}`, role: 'X', at: '2026-01-01T00:00:00Z', carried: false }
}

function statesOf(...[progress]: Parameters<typeof stagesOf>): string {
  return stagesOf(progress)
    .map(({ state }) => state)
    .join(' ')
}

test('a payment waits for one step at a time', () => {
  expect(statesOf({ status: 'ELIGIBLE', steps: [] })).toBe('next todo todo todo')
  expect(statesOf({ status: 'APPROVED', steps: [taken('initiate'), taken('approve')] })).toBe('done done next todo')
})

test('a payment that one of two people approved waits for the other', () => {
  expect(statesOf({ status: 'INITIATED', steps: [taken('initiate'), taken('approve')] })).toBe('done next todo todo')
})

test('an authorized payment waits for the provider, then has a result', () => {
  const steps = [taken('initiate'), taken('approve'), taken('authorize')]
  expect(statesOf({ status: 'PROCESSING', steps })).toBe('done done done busy')
  expect(statesOf({ status: 'SUCCESSFUL', steps })).toBe('done done done done')
  expect(statesOf({ status: 'FAILED', steps })).toBe('done done done failed')
})

test('a rejected payment waits for nothing, and its end names who rejected it', () => {
  const stages = stagesOf({ status: 'REJECTED', steps: [taken('initiate'), taken('reject')] })
  expect(stages.map(({ state }) => state)).toEqual(['done', 'skipped', 'skipped', 'stopped'])
  expect(stages.at(-1)?.taken?.actorName).toBe('who reject')
})
