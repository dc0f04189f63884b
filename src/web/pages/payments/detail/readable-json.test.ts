import { expect, test } from 'vitest'
import { readableJson } from './readable-json.ts'

test('JSON has one value a line, and each value is as it was written', () => {
  const text = '{"amount":75.00,"party":[{"key":"a, \\"b\\": {c}","none":[ ]}],\n "x" : true}'
  const shown = readableJson(text)
  expect(shown.split('\n')).toEqual([
    '{',
    '  "amount": 75.00,',
    '  "party": [',
    '    {',
    '      "key": "a, \\"b\\": {c}",',
    '      "none": [ ]',
    '    }',
    '  ],',
    '  "x": true',
    '}',
  ])
})

test('JSON that was cut is shown up to its end, other texts are shown as they are', () => {
  expect(readableJson('{"a":["b","c')).toBe('{\n  "a": [\n    "b",\n    "c')
  expect(readableJson('}{}]}')).toBe('}{}]}')
  expect(readableJson('<html>Bad Gateway: {}</html>')).toBe('<html>Bad Gateway: {}</html>')
})
