import { expect, test } from 'vitest'
import { type ProblemCode, problemText, problemTexts } from './problems.ts'

test('every problem says what is wrong, with its bound and the other row filled in', () => {
  const texts = Object.keys(problemTexts).map((code) =>
    problemText({ code: code as ProblemCode, limit: 7, otherRow: 12 }),
  )
  expect(texts.filter((text) => /[{}]|undefined/.test(text))).toEqual([])
  expect(texts).toContain('This must be at least 7.')
  expect(texts).toContain('Row 12 has the same form key.')
})
