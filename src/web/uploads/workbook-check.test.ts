import { expect, test } from 'vitest'
import { maxWorkbookBytes } from '#contract/response-files.ts'
import { fileRefusal } from './workbook-check.ts'

const zip = [0x50, 0x4b, 0x03, 0x04, 0, 0]
const old = [0xd0, 0xcf, 0x11, 0xe0]
const text = [0x6e, 0x61, 0x6d, 0x65]

test.each<[name: string, bytes: number[] | number, refusal: string | undefined]>([
  ['answers.XLSX', zip, undefined],
  ['answers.ods', zip, undefined],
  ['export.zip', zip, undefined],
  ['people.xls', old, undefined],
  ['people.csv', text, undefined],
  ['a.xlsx', [], 'empty'],
  ['a.xlsx', maxWorkbookBytes + 1, 'tooLarge'],
  // One with a password.
  ['people.xlsx', old, 'locked'],
  ['a.xlsx', text, 'notTable'],
  ['a.docx', zip, 'notTable'],
  ['people.csv', zip, 'notTable'],
  ['people.pdf', text, 'notTable'],
])('before %s is sent, it is told whether it can be a table', async (name, bytes, refusal) => {
  const content = typeof bytes === 'number' ? new Uint8Array(bytes) : Uint8Array.from(bytes)
  expect(await fileRefusal(new File([content], name))).toBe(refusal)
})
