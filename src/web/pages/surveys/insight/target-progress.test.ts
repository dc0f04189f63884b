import { expect, test } from 'vitest'
import type { Cross, Group } from '#contract/insight.ts'
import { crossFor, reachedOf } from './target-progress.ts'

const group = (key: string | null, n: number): Group => ({
  kind: key === null ? 'BLANK' : 'VALUE',
  key,
  text: null,
  name: key,
  bin: null,
  n,
})
const cross = (of: Partial<Cross>): Cross => ({
  total: 0,
  weight: 0,
  rows: [],
  columns: [],
  counts: [],
  stats: null,
  ...of,
})

test('a target of each unit leaves out responses without a unit, the least first', () => {
  const target = { of: 'APPROVED', per: 'UNIT', goal: 10 } as const
  expect(crossFor(target)).toEqual({ rows: '@unit' })
  const reached = reachedOf(target, cross({ total: 12, rows: [group('1', 7), group('2', 3), group(null, 2)] }))
  expect(reached.map(({ group: unit, n }) => [unit?.key, n])).toEqual([
    ['2', 3],
    ['1', 7],
  ])
  expect(reachedOf({ ...target, per: 'DAY' }, cross({ total: 12 }))).toEqual([{ group: undefined, n: 12 }])
})

test('a share of an answer is of those that answer, and nothing of none', () => {
  const target = { of: 'ANSWER', per: 'COLLECTOR', goal: 40, question: 'sex', option: 'f' } as const
  expect(crossFor(target)).toEqual({ rows: 'sex', by: '@collector' })
  const rows = [group('f', 3), group('m', 3), group(null, 6)]
  const columns = [group('Ana', 10), group('Ben', 2)]
  const counts = [
    [3, 0],
    [3, 0],
    [4, 2],
  ]
  expect(reachedOf(target, cross({ rows, columns, counts })).map(({ n }) => n)).toEqual([0, 50])
})
