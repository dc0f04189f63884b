import { expect, test } from 'vitest'
import { readPasted } from './pasted-options.ts'

test('a pasted list has a label a line, some with a code before it', () => {
  const text = 'yes;Yes, always\n\n  No  \n3\tThird\r\n;Fourth\nempty;\n'
  expect(readPasted(text)).toEqual([
    { line: 1, code: 'yes', label: 'Yes, always' },
    { line: 3, code: undefined, label: 'No' },
    { line: 4, code: '3', label: 'Third' },
    { line: 5, code: undefined, label: 'Fourth' },
    { line: 6, code: 'empty', label: '' },
  ])
})
