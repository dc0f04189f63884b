import { expect, test } from 'vitest'
import { Refused } from './caller.ts'

test('a refused call of a test says each problem: its path, its code, its words', () => {
  const errors = [{ path: 'title', code: 'REQUIRED', message: 'Is needed.' }]
  const { message } = new Refused(400, { code: 'VALIDATION', message: 'Some fields are wrong.', errors })
  expect(message).toBe('400 VALIDATION: Some fields are wrong.\n  title: REQUIRED Is needed.')
})

test('a refused file of a test says its rows', () => {
  const problems = [{ row: 7, column: 'parentCode', cell: 'C7', code: 'UNIT_TOO_DEEP', message: 'Too deep.' }]
  const body = { code: 'WORKBOOK_ROWS_INVALID', message: 'Some rows are wrong.', data: { problems } }
  const { message } = new Refused(422, body)
  for (const part of ['"row":7', '"column":"parentCode"', 'UNIT_TOO_DEEP', 'Too deep.']) expect(message).toContain(part)
})
