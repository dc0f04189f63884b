import { expect, test } from 'vitest'
import { type FeedFields, readFilter } from './feed-filter.ts'
import { FeedProblem } from './feed-problem.ts'
import { feedNames, readFeedOptions } from './odata.ts'

const fields: FeedFields = new Map([
  ['_id', { kind: 'number' }],
  ['_status', { kind: 'text', words: [{ code: 'APPROVED', word: 'Approved' }] }],
  ['submittedAt', { kind: 'moment' }],
  ['name', { kind: 'text' }],
])

const compared = (field: string, operator: string, value: unknown) => ({ is: 'compared', field, operator, value })

test('a filter is read into its parts: “and” binds before “or”, a bracket before both', () => {
  expect(
    readFilter("_id gt 5 and submittedAt ge 2024-01-31 or not (_status in ('Approved', 'APPROVED'))", fields),
  ).toEqual({
    is: 'or',
    parts: [
      {
        is: 'and',
        parts: [compared('_id', 'gt', 5), compared('submittedAt', 'ge', '2024-01-31T00:00:00.000Z')],
      },
      { is: 'not', part: { is: 'among', field: '_status', values: ['APPROVED', 'APPROVED'] } },
    ],
  })
  expect(readFilter("name ne 'it''s (and) more'", fields)).toEqual(compared('name', 'ne', "it's (and) more"))
  expect(readFilter("contains(name,'a') and name ne null", fields)).toEqual({
    is: 'and',
    parts: [{ is: 'tested', field: 'name', test: 'contains', text: 'a' }, compared('name', 'ne', null)],
  })
})

test.each([
  '',
  '_id',
  '_id gt',
  '_id gt x',
  "_id gt '5'",
  '_status eq APPROVED',
  "_status gt 'APPROVED'",
  "_status eq 'Aproved'",
  '_id gt 5 and',
  '_id gt 5 or (_id lt 3',
  '_id gt 5)',
  'phone eq 5',
  '_id in 5',
  '_id gt null',
  "contains(_id, '5')",
  'contains(name, 5)',
  "name eq 'open",
  'submittedAt gt 2024-13-01',
  'submittedAt gt 9999-12-31T23:59:59-23:59',
  "_status eq 'APPROVED' _id gt 5",
  'constructor eq 1',
  `${'('.repeat(30)}_id eq 1${')'.repeat(30)}`,
  Array.from({ length: 300 }, () => '_id eq 1').join(' or '),
  `name eq '${'a'.repeat(9000)}'`,
])('a filter that cannot be read is refused: %.60s', (filter) => {
  expect(() => readFilter(filter, fields)).toThrow(FeedProblem)
})

test('options are read, and unknown ones with a dollar refused', () => {
  expect(
    readFeedOptions({ $top: '5', $skip: '2', $select: ' _id, age', $count: 'true', values: 'codes' }, fields),
  ).toEqual({
    top: 5,
    skip: 2,
    after: 0,
    afterRepetition: 0,
    filter: undefined,
    order: [],
    select: ['_id', 'age'],
    expand: [],
    count: true,
  })
  expect(readFeedOptions({}, fields).select).toBeUndefined()
  expect(readFeedOptions({ $expand: '*', $skiptoken: '7.2' }, fields)).toMatchObject({
    expand: '*',
    after: 7,
    afterRepetition: 2,
  })
  expect(readFeedOptions({ $orderby: 'name desc, _id, _status' }, fields).order).toEqual([
    { field: 'name', descends: true },
  ])
  const wrong = [
    { $top: '-1' },
    { $top: '1e9' },
    { $orderby: 'agee' },
    { $orderby: 'name up' },
    { $count: '1' },
    { $top: ['1', '2'] },
  ]
  for (const query of wrong) expect(() => readFeedOptions(query, fields)).toThrow(FeedProblem)
})

test('each column has a name that OData takes, none twice', () => {
  expect(feedNames(['_id', 'village', 'village.other', 'village_other'])).toEqual([
    '_id',
    'village',
    'village_other',
    'village_other_2',
  ])
})
