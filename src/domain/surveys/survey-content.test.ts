import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, contentOf } from './survey-content.ts'

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, shuffled(inner)] as const)
  return Object.fromEntries(entries.reverse())
}

test('equal content is equal text, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
    }),
  )
})

test('the text is JSON of the same content, so that other content is other text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('keys are written in order without blanks', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 'x y' }], a: null })).toBe('{"a":null,"b":[{"c":"x y","d":1}]}')
})

test('content leaves out what a row carries beside it', () => {
  const row = { version: 7, updatedAt: '2026-01-01T00:00:00Z', firstVersion: 1 }
  const flags = { required: true, filterable: false, identifying: false, personal: false }
  const answer = { id: 3, code: 'a', text: { en: 'A' }, isOther: false, exclusive: false, position: 1 }
  const question = { id: 2, code: 'q1', text: { en: 'Q' }, help: null, type: 'SINGLE' as const, ...flags, position: 1 }
  const section = { id: 1, title: { en: 'S' }, position: 1 }
  const answers = [{ ...answer, ...row }]
  const questions = [{ ...question, ...row, validation: { max: undefined }, answers }]
  expect(contentOf({ sections: [{ ...section, ...row, relevant: null, questions }], skips: [] })).toStrictEqual({
    sections: [{ ...section, questions: [{ ...question, validation: {}, answers: [answer] }] }],
  })
})
