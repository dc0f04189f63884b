import { expect, test } from 'vitest'
import type { Cross, Group } from '#contract/insight.ts'
import type { Text } from '../../../i18n/text.ts'
import { figuresOf, mergedPeriods, periodOf } from './cross-figures.ts'
import type { Names } from './names.ts'

const group = (key: string, n: number): Group => ({ kind: 'VALUE', key, text: null, name: null, bin: null, n })
const cross: Cross = {
  total: 10,
  weight: 10,
  rows: [group('tap', 6), group('well', 4)],
  columns: [group('f', 8), group('m', 2)],
  counts: [
    [6, 0],
    [2, 2],
  ],
  stats: null,
}
const names: Names = {
  axisName: (axis) => axis,
  groupName: (_, { key }) => key ?? '',
  viewName: ({ rows, by }) => `${rows} by ${by}`,
  sides: () => [],
}
const t: Text = (id) => id
const drawn = (of: 'counts' | 'rows' | 'columns', found = cross) =>
  figuresOf(found, { rows: 'water', by: 'sex', of, look: 'chart' }, names, t)
const values = ({ series }: { series: readonly { values: readonly (number | null)[] }[] }) =>
  series.map((each) => each.values)

test('a crossing is drawn in counts and in shares of either side, with the whole', () => {
  expect(values(drawn('counts').table)).toEqual([
    [6, 0, 6],
    [2, 2, 4],
    [8, 2, 10],
  ])
  const within = drawn('columns')
  expect([within.chart.names, within.chart.look, values(within.chart)]).toEqual([
    ['f', 'm'],
    'stacked',
    [
      [75, 0],
      [25, 100],
    ],
  ])
  expect(values(within.table)).toEqual([
    [75, 0, 60],
    [25, 100, 40],
  ])
  const across = drawn('rows').chart
  expect([across.names, values(across)]).toEqual([
    ['tap', 'well'],
    [
      [100, 50],
      [0, 50],
    ],
  ])
})

test('shares that add up to more than a whole are drawn side by side', () => {
  const several = {
    ...cross,
    counts: [
      [6, 2],
      [8, 2],
    ],
  }
  expect(drawn('columns', several).chart.look).toBe('bars')
})

test('two periods are one crossing with both periods as its groups', () => {
  const now = { ...cross, columns: [group('all', 10)], counts: [[6], [4]] }
  const before = { ...now, rows: [group('well', 3), group('river', 1)], weight: 4, counts: [[3], [1]] }
  const { rows, columns, counts } = mergedPeriods(now, before, ['November', 'October'])
  expect([rows.map(({ key }) => key), columns.map(({ n }) => n), counts]).toEqual([
    ['tap', 'well', 'river'],
    [10, 4],
    [
      [6, 0],
      [4, 3],
      [0, 1],
    ],
  ])
})

test('the period before has as many days and ends the day before', () => {
  const november = { now: ['2026-11-01', '2026-11-30'], before: ['2026-10-02', '2026-10-31'] }
  expect(periodOf({ submittedAt: '2026-11-01..2026-11-30' }, '2026-12-24')).toEqual(november)
  expect(periodOf({ from: '2026-11-01' }, '2026-11-30')).toEqual(november)
  expect(periodOf({ submittedAt: '2026-11-05' }, '2026-12-24')?.before).toEqual(['2026-11-04', '2026-11-04'])
  expect(periodOf({ submittedAt: '..2026-11-30' }, '2026-12-24')).toBeUndefined()
  expect(periodOf({ status: 'APPROVED' }, '2026-12-24')).toBeUndefined()
})
