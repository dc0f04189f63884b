import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Budget } from '../budget.ts'
import { isPattern, matchesPattern, patternProblem } from './pattern.ts'

test.each([
  ['[A-Z]{2}\\d{4}', 'AB1234', true],
  ['[A-Z]{2}\\d{4}', 'AB12345', false],
  ['a|bc', 'bc', true],
  ['a|bc', 'abc', false],
  ['^a$', 'a', true],
  ['(?:a+b?){2,}', 'aab', true],
  ['(?:a+b?){2,}', 'b', false],
  ['.', '😀', true],
  ['[^\\s,]+', 'one two', false],
  ['(?:)', '', true],
  ['x{0}', '', true],
  ['a$b', 'ab', false],
])('%s matches %j as a whole: %s', (pattern, text, matches) => {
  expect(patternProblem(pattern)).toBeUndefined()
  expect(matchesPattern(pattern, text, new Budget())).toBe(matches)
})

test.each([
  ['(a)\\1', 5],
  ['a(?=b)', 3],
  ['(?<!a)b', 2],
  ['\\bword', 2],
  ['\\p{L}', 2],
  ['a*?', 3],
  ['a**', 3],
  ['*a', 1],
  ['(a', 3],
  ['a)', 2],
  ['[b-a]', 5],
  ['[a', 3],
  ['a{2,1}', 2],
  ['a{1001}', 2],
  ['(a{1000}){1000}', 1],
  ['((((){1000}){1000}){1000}){1000}', 1],
  ['\\', 2],
])('%s is refused from character %i on', (pattern, limit) => {
  expect(patternProblem(pattern)).toEqual({ code: 'PATTERN_UNSUPPORTED', limit })
})

const anySign = fc.constantFrom('a', 'b', '0', '_', ' ', '-')
const anySingle = fc.oneof(
  anySign,
  fc.constantFrom('.', '\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '[ab]', '[^a0]', '[a-c_]', '[\\d-]', '[^\\s\\w]'),
)
const { pattern: anyPattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anySingle,
    fc.constantFrom('^', '$'),
    fc.tuple(anySingle, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,3}')).map(([of, times]) => of + times),
    fc
      .tuple(fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }), fc.constantFrom('', '*', '+', '?', '{0,2}'))
      .map(([choices, times]) => `(${choices.join('|')})${times}`),
  ),
}))

test('every pattern of the subset means what it means elsewhere', () => {
  fc.assert(
    fc.property(anyPattern, fc.array(anySign, { maxLength: 8 }), (pattern, signs) => {
      const text = signs.join('')
      expect(isPattern(pattern)).toBe(true)
      expect(matchesPattern(pattern, text, new Budget())).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(text))
    }),
    { numRuns: 3000 },
  )
})

test.each(['(a+)+$', '(a|a)*', '(a*)*', '(a|aa)+$', '((a?){20}){20}'])(
  'the steps of %s grow with the text alone',
  (pattern) => {
    const [short = 0, long = 0] = [100, 1000].map((length) => {
      const budget = new Budget()
      matchesPattern(pattern, `${'a'.repeat(length)}!`, budget)
      return budget.spent
    })
    expect(short).toBeGreaterThan(0)
    expect(long).toBeLessThanOrEqual(short * 11)
  },
)

test.each([
  ['.*'.repeat(249) + 'b', undefined, 5000],
  ['(.*){30}b', undefined, undefined],
  ['(.*){100}b', undefined, 12376],
  ['(.*){100}b', 5000, undefined],
  ['.{0,800}', undefined, undefined],
  ['[\\w.%+-]+@[\\w.-]+\\.[A-Za-z]{2,24}', undefined, undefined],
  [`[${'ab'.repeat(240)}]*[${'ab'.repeat(240)}]*`, undefined, 20_000],
])('%s for answers of %s characters is refused above %s', (pattern, maxLength, limit) => {
  expect(patternProblem(pattern, maxLength)).toEqual(limit && { code: 'PATTERN_TOO_LARGE', limit })
})

test('a match ends with its budget', () => {
  const budget = new Budget(10_000)
  expect(matchesPattern('.*'.repeat(249) + 'b', 'a'.repeat(32_000), budget)).toBe(false)
  expect(budget.spent).toBeLessThan(12_000)
})
