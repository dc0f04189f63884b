import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keyColumnOf, readTable } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'canvass-table-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string | Buffer): string {
  const path = join(folder, 'table.csv')
  writeFileSync(path, content)
  return path
}

test('quotes, lists, blank lines and a byte order mark are read as spreadsheets do', () => {
  const path = fileOf('\ufeff"id","village","items"\r\n1,"God, north","radio;table"\r\n\r\n2,"said ""no""",NULL\r\n')
  expect(readTable(path)).toEqual({
    headers: ['id', 'village', 'items'],
    rows: [
      ['1', 'God, north', 'radio;table'],
      ['2', 'said "no"', 'NULL'],
    ],
  })
})

test.each([
  ['an Excel file', Buffer.from('504b0304ffff0000', 'hex'), 'is not a CSV file in UTF-8'],
  ['an empty file', '', 'is no table'],
  ['a single column', 'id\n1\n', 'is no table'],
  ['a heading alone', 'id,village\n', 'holds no rows'],
  ['two columns of one name', 'id,id\n1,2\n', 'two columns named id'],
  ['a column without a name', 'id,\n1,2\n', 'Column 2 of table.csv has no name'],
  ['a row that is too long', 'id,village\n1,God,3\n', 'Row 2 of table.csv has more cells'],
])('%s is refused with the reason', (_, content, message) => {
  expect(() => readTable(fileOf(content))).toThrow(message)
})

test('a file that is not there is refused with its name', () => {
  expect(() => readTable(join(folder, 'missing.csv'))).toThrow('There is no file')
})

test('a key column names every row once', () => {
  const table = {
    headers: ['id', 'village', 'note'],
    rows: [
      ['1', 'God', ''],
      ['2', 'God', 'x'],
    ],
  }
  expect(keyColumnOf(table, 'id')).toBe(0)
  expect(() => keyColumnOf(table, 'ID')).toThrow('The columns are: id, village, note')
  expect(() => keyColumnOf(table, 'village')).toThrow('God stands there more than once')
  expect(() => keyColumnOf(table, 'note')).toThrow('it is empty in response 1')
})
