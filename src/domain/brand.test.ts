import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dark, light } from './palette.ts'
import { colourProblem, contrast, inColour, leastContrast } from './brand.ts'

test('black on white has the most contrast, and a colour none with itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#0b6b5d', '#0b6b5d')).toBe(1)
})

test.each([
  ['#0b6b5d', undefined],
  ['#ffd700', 'LOW_CONTRAST'],
  ['#fff', 'FORMAT'],
  ['red', 'FORMAT'],
  ['#0b6b5d;}', 'FORMAT'],
])('as a colour %s has the problem %s', (colour, code) => {
  expect(colourProblem(colour)?.code).toBe(code)
})

test('each colour can be read in both themes, as words and behind words', () => {
  const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colours, fc.constantFrom(light, dark), (colour, ground) => {
      const { accent, onAccent, accentTint } = inColour(ground, colour)
      const pairs = [ground.paper, ground.surface, accentTint, onAccent].map((other) => contrast(accent, other))
      expect(Math.min(...pairs)).toBeGreaterThanOrEqual(leastContrast)
    }),
  )
})
