import { expect, test } from 'vitest'
import { csvLine, readCsv } from './csv.ts'

test('numbers stay, texts like formulas are armed, and both are read back', () => {
  const line = csvLine([-12.5, 0, '-12.5', '=1', null, 'a "b", c'])
  expect(line).toBe(`-12.5,0,-12.5,"'=1",,"a ""b"", c"\r\n`)
  expect(readCsv(Buffer.from(line), { rows: 9, columns: 9 })).toEqual({
    rows: [['-12.5', '0', '-12.5', '=1', '', 'a "b", c']],
    beyond: new Map(),
  })
})

test.each(['\n=1', '＝1', '＋1', '－1', '＠A1'])('%j could be a formula too', (text) => {
  expect(csvLine([text])).toContain("'")
  expect(readCsv(Buffer.from(csvLine([text])), { rows: 9, columns: 9 })).toMatchObject({ rows: [[text]] })
})

test.each([
  ['in the letters of Western Europe, as Excel saves a plain CSV', Buffer.from('Nome\nSão', 'latin1'), 'FILE_NOT_UTF8'],
  ['in UTF-16, as Excel saves Unicode text', Buffer.from('\uFEFFNome\nSão', 'utf16le'), 'FILE_NOT_UTF8'],
  ['that is no text at all', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), 'FILE_TYPE'],
])('a file %s is refused for what it is', (_, bytes, refusal) => {
  expect(readCsv(bytes, { rows: 9, columns: 9 })).toEqual({ refusal })
})

test.each([
  ['the first row', 'code,"title\nA,x\n', 1],
  ['a later row, below a cell of two lines', 'code,title\nA,"two\nlines"\nB,"x\nC,y\n', 3],
  ['a row far above the end', `code,title\nA,"x${'\nB,y'.repeat(50_000)}"\n`, 2],
])('a quote without an end is named by the row it begins in: %s', (_, text, row) => {
  expect(readCsv(Buffer.from(text), { rows: 99, columns: 9 })).toEqual({ refusal: 'FILE_BROKEN', row })
})
