import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Filter, filterWords } from './filters.ts'
import { problemsOf } from './problems.ts'

const filters = {
  title: { kind: 'text' },
  status: { kind: 'oneOf', values: ['OPEN', 'SHUT'] },
  radius: { kind: 'number', min: 0, max: 5000 },
  latitude: { kind: 'number', decimals: 6 },
  day: { kind: 'day' },
  live: { kind: 'yesNo' },
  company: { kind: 'record', of: 'companies' },
  survey: { kind: 'record', of: 'surveys', alias: '[a-z][a-z0-9]{3,9}' },
  unit: { kind: 'unit' },
} satisfies Record<string, Filter>

const query = z.strictObject(filterWords(filters))

function problemsWith(words: Record<string, string>): [path: string, code: string][] {
  const parsed = query.safeParse(words, { reportInput: true })
  return parsed.success ? [] : problemsOf(parsed.error).map(({ path, code }) => [path, code])
}

test.each([
  { title: '=%' },
  { title: ' ' },
  { status: 'OPEN' },
  { status: 'SHUT,OPEN' },
  { radius: '5..' },
  { radius: '..5000' },
  { radius: '7' },
  { radius: '7..7' },
  { latitude: '-12.5..-12.499999' },
  { day: '2026-01-31' },
  { day: '2024-02-29..2024-02-29' },
  { live: 'false' },
  { company: Array.from({ length: 100 }, (_, n) => n + 1).join(',') },
  { survey: '12,abcd' },
  { unit: '3' },
])('%j is a filter', (words) => {
  expect(problemsWith(words as Record<string, string>)).toEqual([])
})

test.each(Object.keys(filters))('%s may be asked to be blank or not', (key) => {
  expect(problemsWith({ [key]: '~' })).toEqual([])
  expect(problemsWith({ [key]: '!~' })).toEqual([])
})

describe('what has not the form of its filter is a problem of that field', () => {
  test.each([
    ['title', '', 'REQUIRED'],
    ['title', 'x'.repeat(2001), 'TOO_LONG'],
    ['status', 'LOST', 'FORMAT'],
    ['status', 'OPEN,', 'FORMAT'],
    ['status', 'OPEN,~', 'FORMAT'],
    ['radius', '..', 'FORMAT'],
    ['radius', '1.5', 'FORMAT'],
    ['radius', '1e3', 'FORMAT'],
    ['radius', '5001', 'FORMAT'],
    ['radius', '-1..3', 'FORMAT'],
    ['radius', '9..3', 'RANGE_REVERSED'],
    ['radius', '10..9', 'RANGE_REVERSED'],
    ['latitude', '-12.0000001', 'FORMAT'],
    ['day', '2026-02-30', 'FORMAT'],
    ['day', '2025-02-29..', 'FORMAT'],
    ['day', '0999-01-01', 'FORMAT'],
    ['day', '2026-02-02..2026-02-01', 'RANGE_REVERSED'],
    ['live', 'yes', 'FORMAT'],
    ['company', '0', 'FORMAT'],
    ['company', 'abcd', 'FORMAT'],
    ['company', Array.from({ length: 101 }, () => 7).join(','), 'FORMAT'],
    ['unit', '1;2', 'FORMAT'],
  ])('%s=%s', (key, word, code) => {
    expect(problemsWith({ [key]: word })).toEqual([[key, code]])
  })
})

test('all of them are told at once', () => {
  expect(problemsWith({ status: 'LOST', radius: '9..3', day: '2026-13-01', colour: 'red' })).toEqual([
    ['status', 'FORMAT'],
    ['radius', 'RANGE_REVERSED'],
    ['day', 'FORMAT'],
    ['colour', 'UNKNOWN_KEY'],
  ])
})
