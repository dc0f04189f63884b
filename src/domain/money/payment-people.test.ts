import { expect, test } from 'vitest'
import { nobodyLeftFor, openSteps, type Payer } from './payment-people.ts'

const payer = (id: number, ...steps: string[]): Payer => ({
  id,
  permissions: new Set(steps.map((step) => `payments.${step}`)),
})

test('the open steps are those that no person has taken, with each approval for itself', () => {
  expect(openSteps([], 1)).toEqual(['initiate', 'approve', 'authorize'])
  expect(openSteps(['initiate', 'approve'], 2)).toEqual(['approve', 'authorize'])
  expect(openSteps(['initiate', 'approve', 'authorize'], 1)).toEqual([])
})

test('three people who may do all are enough for three steps, two are not', () => {
  const all = [1, 2, 3].map((id) => payer(id, 'initiate', 'approve', 'authorize'))
  const steps = openSteps([], 1)
  expect(nobodyLeftFor(steps, all, new Set())).toBeUndefined()
  expect(nobodyLeftFor(steps, all.slice(1), new Set())).toBe('authorize')
  expect(nobodyLeftFor(['approve', 'authorize'], all, new Set([1]))).toBeUndefined()
  expect(nobodyLeftFor(['approve', 'authorize'], all, new Set([1, 2]))).toBe('authorize')
})

test('the only one who may authorize is kept for that step', () => {
  const people = [payer(1, 'approve'), payer(2, 'approve', 'authorize')]
  expect(nobodyLeftFor(['approve', 'authorize'], people, new Set())).toBeUndefined()
  expect(nobodyLeftFor(['approve', 'approve', 'authorize'], people, new Set())).toBe('authorize')
})
