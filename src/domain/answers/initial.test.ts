import { expect, test } from 'vitest'
import { begun, followed } from './initial.ts'
import { smallSurvey } from './test/small-survey.ts'

const clock = { today: '2026-11-22', now: '2026-11-22T09:30:00+02:00' }

/** By codes. */
function surveyOf(...asks: Parameters<typeof smallSurvey>[0][number][]) {
  const content = smallSurvey(asks)
  const keys = new Map(content.sections.flatMap(({ questions }) => questions.map(({ id, code }) => [code, String(id)])))
  const key = (code: string) => {
    const [name = '', ...rest] = code.split('.')
    return [keys.get(name), ...rest].join('.')
  }
  const keyed = (answers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(answers).map(([code, value]) => [key(code), value]))
  const after = (before: Record<string, unknown>, change: Record<string, unknown>) =>
    followed(content, { before: keyed(before), after: keyed({ ...before, ...change }) }, clock)
  return { content, keyed, after }
}

test('an interview begins with values of each type, and with what is computed', () => {
  const { content, keyed } = surveyOf([
    { code: 'crops', type: 'MULTIPLE', options: ['maize', 'rice'], initial: "'rice maize'" },
    { code: 'visits', type: 'INTEGER', initial: '2' },
    { code: 'day', type: 'DATE', initial: 'today()' },
    { code: 'at', type: 'TIME', initial: 'now()' },
    { code: 'next', type: 'INTEGER', initial: 'double + 1' },
    { code: 'double', type: 'INTEGER', calculation: 'visits * 2' },
    { code: 'place', type: 'GEOPOINT', initial: "'-19.5 34.8 0 5'" },
    { code: 'hidden', type: 'TEXT', relevant: 'visits > 5', initial: "'kept'" },
    { code: 'first', type: 'DATE', calculation: 'once(today())' },
  ])
  const given = { crops: ['rice', 'maize'], visits: 2, day: '2026-11-22', at: '09:30', next: 5, hidden: 'kept' }
  const place = { latitude: -19.5, longitude: 34.8, accuracy: 5 }
  expect(begun(content, clock)).toEqual(keyed({ ...given, place, first: '2026-11-22' }))
})

test('a repetition begins once, with answers that are there by then', () => {
  const { keyed, after } = surveyOf(
    [
      { code: 'village', type: 'TEXT' },
      { code: 'members', type: 'INTEGER' },
    ],
    { repeat: { max: 5, countCode: 'members' }, asks: [{ code: 'from', type: 'TEXT', initial: 'village' }] },
  )
  const one = { village: 'Beira', members: 1, 'from.1': 'Beira' }
  expect(after({ village: 'Beira' }, { members: 1 })).toEqual(keyed(one))
  const moved = { ...one, village: 'Dondo' }
  expect(after(one, { village: 'Dondo' })).toEqual(keyed(moved))
  expect(after(moved, { members: 2 })).toEqual(keyed({ ...moved, members: 2, 'from.2': 'Dondo' }))
})

test('a calculation with a trigger is made as that changes, and people may change it', () => {
  const { keyed, after } = surveyOf([
    { code: 'size', type: 'INTEGER' },
    { code: 'rate', type: 'INTEGER' },
    { code: 'fee', type: 'INTEGER', calculation: 'size * rate', trigger: 'size' },
  ])
  expect(after({ rate: 5 }, { size: 2 })).toEqual(keyed({ rate: 5, size: 2, fee: 10 }))
  const changed = { rate: 5, size: 2, fee: 8 }
  expect(after(changed, { rate: 7 })).toEqual(keyed({ ...changed, rate: 7 }))
  expect(after({ ...changed, rate: 7 }, { size: 3 })).toEqual(keyed({ size: 3, rate: 7, fee: 21 }))
})
