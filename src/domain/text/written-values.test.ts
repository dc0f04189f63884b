import { expect, test } from 'vitest'
import { isNoAnswer, writtenDay, writtenNumber, writtenTime } from './written-values.ts'

test.each<[text: string, sign: string | undefined, byPoint: string, byComma: string]>([
  ['12', undefined, '12', '12'],
  ['1,5', 'COMMA', '1.5', '1.5'],
  ['-1.5', 'POINT', '-1.5', '-1.5'],
  ['1.234,5', 'COMMA', '1234.5', '1234.5'],
  ['1,234.50', 'POINT', '1234.50', '1234.50'],
  ['1.234.567', 'COMMA', '1234567', '1234567'],
  ['1 234 567,5', 'COMMA', '1234567.5', '1234567.5'],
  ['0.125', 'POINT', '0.125', '0.125'],
  ['1234.125', 'POINT', '1234.125', '1234.125'],
  ['1.500', 'OPEN', '1.500', '1500'],
  ['1,500', 'OPEN', '1500', '1.500'],
  ['45 %', undefined, '45', '45'],
  ['1.2.3', undefined, '1.2.3', '1.2.3'],
  ['12.34,5', 'COMMA', '12.34,5', '12.34,5'],
  ['many', undefined, 'many', 'many'],
])('the number %s', (text, sign, byPoint, byComma) => {
  const written = writtenNumber(text, false)
  expect([written.sign, written.plain('POINT'), written.plain('COMMA')]).toEqual([sign, byPoint, byComma])
})

test('a whole number has no decimals but zeros', () => {
  expect([writtenNumber('1.234', true).sign, writtenNumber('1,234', true).sign]).toEqual(['COMMA', 'POINT'])
  expect(writtenNumber('5.000', true).sign).toBe('OPEN')
})

test.each<[text: string, sign: string | undefined, dayFirst: string, monthFirst?: string]>([
  ['2024-06-15', undefined, '2024-06-15'],
  ['2024/6/5', undefined, '2024-06-05'],
  ['2024-06-15T10:30:00.000+02:00', undefined, '2024-06-15T10:30:00.000+02:00'],
  ['15/06/2024', 'DAY_FIRST', '2024-06-15'],
  ['6/15/2024 3:45 PM', 'MONTH_FIRST', '2024-06-15T15:45'],
  ['03.04.2024', 'OPEN', '2024-04-03', '2024-03-04'],
  ['4/4/2024', undefined, '2024-04-04'],
  ['Jun 15, 2024 12:05:09 AM', undefined, '2024-06-15T00:05:09'],
  ['15-Fev-2024', undefined, '2024-02-15'],
  ['5 May 2024', undefined, '2024-05-05'],
  ['15/06/24', undefined, '15/06/24'],
  ['soon', undefined, 'soon'],
])('the day %s', (text, sign, dayFirst, monthFirst = dayFirst) => {
  const written = writtenDay(text)
  expect([written.sign, written.plain('DAY_FIRST'), written.plain('MONTH_FIRST')]).toEqual([sign, dayFirst, monthFirst])
})

test('times have 24 hours; words for no answer are few', () => {
  expect(['8:30 AM', '12:00 pm', '08:30:15.000+0200', 'x'].map(writtenTime)).toEqual([
    '08:30',
    '12:00',
    '08:30:15.000+02:00',
    'x',
  ])
  expect(['N/A', ' - ', '.', 'no', ''].map(isNoAnswer)).toEqual([true, true, true, false, false])
})
