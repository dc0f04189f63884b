import { expect, test } from 'vitest'
import { fileName } from './file-name.ts'

test('the name of a file is taken from its answer', () => {
  expect(fileName("attachment; filename*=UTF-8''relat%C3%B3rio%201.xlsx")).toBe('relatório 1.xlsx')
  expect(fileName('attachment; filename="a.csv"')).toBe('a.csv')
  expect(fileName(null)).toBeUndefined()
})
