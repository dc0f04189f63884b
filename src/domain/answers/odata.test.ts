import { expect, test } from 'vitest'
import { feedNames, FeedProblem, readFeedOptions, readFilter } from './odata.ts'

test('a filter is read into its comparisons, with texts, numbers and moments', () => {
  expect(readFilter("_id gt 5 and submittedAt ge 2024-01-31 and _status eq 'APPROVED'")).toEqual([
    { field: '_id', operator: 'gt', value: 5 },
    { field: 'submittedAt', operator: 'ge', value: '2024-01-31T00:00:00.000Z' },
    { field: '_status', operator: 'eq', value: 'APPROVED' },
  ])
  expect(readFilter("_source ne 'it''s and more'")[0]?.value).toBe("it's and more")
})

test.each([
  '',
  '_id',
  '_id gt',
  '_id gt x',
  "_id gt '5'",
  '_status eq APPROVED',
  '_id gt 5 and',
  '_id gt 5 or _id lt 3',
  'phone eq 5',
  '_id in 5',
  'submittedAt gt 2024-13-01',
  'submittedAt gt 9999-12-31T23:59:59-23:59',
  "_status eq 'a' _id gt 5",
  'constructor eq 1',
])('a filter that cannot be read is refused: %s', (filter) => {
  expect(() => readFilter(filter)).toThrow(FeedProblem)
})

test('options are read, and unknown ones with a dollar refused', () => {
  expect(readFeedOptions({ $top: '5', $skip: '2', $select: ' _id, age', $count: 'true', values: 'codes' })).toEqual({
    top: 5,
    skip: 2,
    after: 0,
    conditions: [],
    select: ['_id', 'age'],
    count: true,
  })
  expect(readFeedOptions({}).select).toBeUndefined()
  const wrong = [
    { $expand: 'x' },
    { $top: '-1' },
    { $top: '1e9' },
    { $orderby: 'age' },
    { $count: '1' },
    { $top: ['1', '2'] },
  ]
  for (const query of wrong) expect(() => readFeedOptions(query)).toThrow(FeedProblem)
})

test('each column has a name that OData takes, none twice', () => {
  expect(feedNames(['_id', 'village', 'village.other', 'village_other'])).toEqual([
    '_id',
    'village',
    'village_other',
    'village_other_2',
  ])
})
