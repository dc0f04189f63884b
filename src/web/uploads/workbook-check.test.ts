import { expect, test } from 'vitest'
import { maxWorkbookBytes } from '#contract/response-files.ts'
import { fileRefusal } from './workbook-check.ts'

const zip = [0x50, 0x4b, 0x03, 0x04, 0, 0]

function file(name: string, bytes: number[] | number): File {
  return new File([typeof bytes === 'number' ? new Uint8Array(bytes) : Uint8Array.from(bytes)], name)
}

test('a workbook may be sent', async () => {
  expect(await fileRefusal(file('answers.XLSX', zip), 'workbook')).toBeUndefined()
})

test('what is no workbook is told before it is sent', async () => {
  expect(await fileRefusal(file('a.xlsx', []), 'workbook')).toBe('empty')
  expect(await fileRefusal(file('a.xlsx', maxWorkbookBytes + 1), 'workbook')).toBe('tooLarge')
  expect(await fileRefusal(file('a.xlsx', [0x68, 0x65, 0x6c, 0x6c, 0x6f]), 'workbook')).toBe('notExcel')
  expect(await fileRefusal(file('a.zip', zip), 'workbook')).toBe('notExcel')
  expect(await fileRefusal(file('a.xlsx', [0xd0, 0xcf, 0x11, 0xe0]), 'workbook')).toBe('oldExcel')
})

test('a CSV may be sent only where one is taken', async () => {
  const text = [0x6e, 0x61, 0x6d, 0x65]
  expect(await fileRefusal(file('people.csv', text), 'workbookOrCsv')).toBeUndefined()
  expect(await fileRefusal(file('people.csv', text), 'workbook')).toBe('notExcel')
  expect(await fileRefusal(file('people.xlsx', zip), 'workbookOrCsv')).toBeUndefined()
  expect(await fileRefusal(file('people.csv', zip), 'workbookOrCsv')).toBe('notTable')
  const old = [0xd0, 0xcf, 0x11, 0xe0]
  expect(await fileRefusal(file('people.xls', old), 'workbookOrCsv')).toBeUndefined()
  // One with a password.
  expect(await fileRefusal(file('people.xlsx', old), 'workbookOrCsv')).toBe('oldExcel')
  expect(await fileRefusal(file('people.pdf', text), 'workbookOrCsv')).toBe('notTable')
})
