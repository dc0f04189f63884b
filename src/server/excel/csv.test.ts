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
  ['in the letters of Western Europe', Buffer.from('Nome;Região\r\nSão;é\r\n', 'latin1'), ['São', 'é']],
  ['in UTF-16', Buffer.from('\uFEFFNome\tRegião\nSão\té', 'utf16le'), ['São', 'é']],
  ['in UTF-16 of the other order', Buffer.from('\uFEFFNome\tR\nSão\té', 'utf16le').swap16(), ['São', 'é']],
  ['with the mark of UTF-8', Buffer.from('\uFEFFNome,Região\nSão,é'), ['São', 'é']],
  ['with semicolons and decimal commas', Buffer.from('Nome;x;y\nSão;1,5;2,5'), ['São', '1,5', '2,5']],
  ['with a title of commas above', Buffer.from('One, two, three\na;b\nA;x\n'), ['A', 'x']],
])('a file %s is read', (_, bytes, row) => {
  const read = readCsv(bytes, { rows: 9, columns: 9 })
  expect('rows' in read && read.rows.at(-1)).toEqual(row)
})

test.each([
  ['in the letters of China', Buffer.from('d0d5c3fb2cc4eac1e40ad5c5c8fd2c3330', 'hex'), 'FILE_NOT_UTF8'],
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
