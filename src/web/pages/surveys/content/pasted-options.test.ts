import { expect, test } from 'vitest'
import { readPasted } from './pasted-options.ts'

test('a pasted list has a label a line, with a code before it or the next free one', () => {
  const text = 'yes;Yes, always\n\n  No  \n3\tThird\r\n;Fourth\n'
  expect(readPasted(text, ['1'])).toEqual({
    options: [
      { code: 'yes', label: 'Yes, always' },
      { code: '4', label: 'No' },
      { code: '3', label: 'Third' },
      { code: '5', label: 'Fourth' },
    ],
    problems: [],
  })
})

test('a pasted list names every line that cannot be an option', () => {
  const text = `1;Taken\na;Once\nA;Twice\nb;\n${'x'.repeat(101)};Long code\nc;${'x'.repeat(2001)}`
  expect(readPasted(text, ['1']).problems).toEqual([
    { line: 1, code: 'DUPLICATE' },
    { line: 3, code: 'DUPLICATE' },
    { line: 4, code: 'REQUIRED' },
    { line: 5, code: 'OPTION_CODE' },
    { line: 6, code: 'TOO_LONG', limit: 2000 },
  ])
})
