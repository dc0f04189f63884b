import { expect, test } from 'vitest'
import { csvText, tsvText } from './csv.ts'

test('no cell can become a formula', () => {
  const lines = [['=1+1', '+258', '-5', '@x', 'plain']]
  expect(csvText(lines)).toBe(`\uFEFF"'=1+1","+258","-5","'@x","plain"\r\n`)
  expect(tsvText(lines)).toBe("'=1+1\t+258\t-5\t'@x\tplain")
})

test('quotes, commas and line breaks keep to their cell', () => {
  expect(csvText([['say "no", please', 'two\nlines']])).toBe('\uFEFF"say ""no"", please","two\nlines"\r\n')
  expect(tsvText([['two\nlines', 'a\tb']])).toBe('two lines\ta b')
})
