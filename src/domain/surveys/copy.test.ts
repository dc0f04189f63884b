import { expect, test } from 'vitest'
import { copyCode, copyText } from './copy.ts'

const marks = { en: ' (copy)', 'pt-br': ' (cópia)', zh: '（副本）' }

test('a copy says so in every language, and is no longer than a text may be', () => {
  expect(copyText({ en: 'Village', 'pt-br': 'Aldeia', zh: '村庄', fr: 'Village' }, 100, marks)).toEqual({
    en: 'Village (copy)',
    'pt-br': 'Aldeia (cópia)',
    zh: '村庄（副本）',
    fr: 'Village (copy)',
  })
  expect(copyText({ en: 'x'.repeat(100) }, 100, marks)).toEqual({ en: `${'x'.repeat(93)} (copy)` })
  // No sign is cut in two.
  expect(copyText({ en: '😀'.repeat(50) }, 100, marks)).toEqual({ en: `${'😀'.repeat(46)} (copy)` })
})

test.each([
  ['age', ['age'], 'age_2'],
  ['age', ['age', 'AGE_2'], 'age_3'],
  ['age_2', ['age', 'age_2'], 'age_3'],
  ['x'.repeat(50), [], `${'x'.repeat(48)}_2`],
])('the copy of %s among %j has the code %s', (code, taken, free) => {
  expect(copyCode(code, taken)).toBe(free)
})
