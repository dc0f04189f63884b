import { expect, test } from 'vitest'
import { maxWorkbookBytes } from '#contract/forms.ts'
import { workbookFault } from './workbook-check.ts'

const zip = [0x50, 0x4b, 0x03, 0x04, 0, 0]

function file(name: string, bytes: number[] | number): File {
  return new File([typeof bytes === 'number' ? new Uint8Array(bytes) : Uint8Array.from(bytes)], name)
}

test('a workbook may be sent', async () => {
  expect(await workbookFault(file('answers.XLSX', zip))).toBeUndefined()
})

test('what is no workbook is told before it is sent', async () => {
  expect(await workbookFault(file('a.xlsx', []))).toBe('empty')
  expect(await workbookFault(file('a.xlsx', maxWorkbookBytes + 1))).toBe('tooLarge')
  expect(await workbookFault(file('a.xlsx', [0x68, 0x65, 0x6c, 0x6c, 0x6f]))).toBe('notExcel')
  expect(await workbookFault(file('a.zip', zip))).toBe('notExcel')
  expect(await workbookFault(file('a.xlsx', [0xd0, 0xcf, 0x11, 0xe0]))).toBe('oldExcel')
})
