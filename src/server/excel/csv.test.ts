import { expect, test } from 'vitest'
import { csvLine, readCsv } from './csv.ts'

test('numbers stay what they are, texts that could be formulas are armed, and both are read back', () => {
  const line = csvLine([-12.5, 0, '-12.5', '=1', null, 'a "b", c'])
  expect(line).toBe(`-12.5,0,"'-12.5","'=1",,"a ""b"", c"\r\n`)
  expect(readCsv(Buffer.from(line), { rows: 9, columns: 9 })).toEqual({
    rows: [['-12.5', '0', '-12.5', '=1', '', 'a "b", c']],
  })
})

test.each(['\n=1', '＝1', '＋1', '－1', '＠A1'])('%j could be a formula too', (text) => {
  expect(csvLine([text])).toContain("'")
  expect(readCsv(Buffer.from(csvLine([text])), { rows: 9, columns: 9 })).toEqual({ rows: [[text]] })
})
