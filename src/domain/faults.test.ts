import { expect, test } from 'vitest'
import { type FaultCode, faultText, faultTexts } from './faults.ts'

test('every fault says what is wrong, with its bound and the other row filled in', () => {
  const texts = Object.keys(faultTexts).map((code) => faultText({ code: code as FaultCode, limit: 7, otherRow: 12 }))
  expect(texts.filter((text) => /[{}]|undefined/.test(text))).toEqual([])
  expect(texts).toContain('This must be at least 7.')
  expect(texts).toContain('Row 12 has the same form key.')
})
