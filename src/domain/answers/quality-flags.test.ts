/** What is printed of a response, and what the flags say about the facts. */
import { expect, test } from 'vitest'
import { printKinds, printsOf } from './answer-prints.ts'
import type { Answers } from './answers.ts'
import { type Gathered, isMeasureDue, raisedFlags, usualRange, usualRules } from './quality-flags.ts'
import { smallSurvey } from './test/small-survey.ts'
import { questionsOf, type SurveyContent } from '../surveys/survey.ts'

const long = smallSurvey([Array.from({ length: 40 }, (_, n) => ({ code: `q${n}`, type: 'INTEGER' as const }))])
const nowhere = { phone: null, latitude: null, longitude: null }

function answersOf(content: SurveyContent, of: (n: number) => number): Answers {
  return Object.fromEntries(questionsOf(content).map(({ id }, n) => [id, of(n)]))
}

function bandsShared(a: Answers, b: Answers): number {
  const bands = new Set(hashes(a).map(String))
  return hashes(b).filter((print) => bands.has(String(print))).length
}

const hashes = (answers: Answers) => printsOf(long, { ...nowhere, answers }).filter(([kind]) => kind >= printKinds.BAND)

test('equal answers have equal prints, in any order of keys, choices and parts', () => {
  const types = ['MULTIPLE', 'GEOPOINT', 'TEXT', 'INTEGER', 'DATE'] as const
  const content = smallSurvey([types.map((type, n) => ({ code: `q${n}`, type }))])
  const [many, point, ...rest] = questionsOf(content).map(({ id }) => id)
  const others = Object.fromEntries(rest.map((id) => [id, 'x']))
  const a = { [many ?? 0]: ['a', 'b'], [point ?? 0]: { latitude: 1, longitude: 2, accuracy: 3 }, ...others }
  const b = { ...others, [point ?? 0]: { accuracy: 3, latitude: 1, longitude: 2 }, [many ?? 0]: ['b', 'a'] }
  const print = (answers: Answers) => printsOf(content, { ...nowhere, answers })
  expect(print(a)).toEqual(print(b))
  expect(print(a)).toHaveLength(1)
  expect(print({ ...a, [rest[0] ?? 0]: 'y' })).not.toEqual(print(a))
})

test('a short response has prints of its phones, device and place, not of its answers', () => {
  const content = smallSurvey([[{ code: 'call', type: 'PHONE' }]])
  const [call] = questionsOf(content)
  const printed = { answers: { [call?.id ?? 0]: '+258840000001' }, phone: '+258840000002', latitude: 1, longitude: 2 }
  const kinds = printsOf(content, { ...printed, deviceId: 'phone-1' }).map(([kind]) => kind)
  expect(kinds).toEqual([printKinds.PHONE, printKinds.PHONE, printKinds.DEVICE, printKinds.PLACE])
})

const own = (seed: number) => answersOf(long, (n) => seed * 1000 + n)

test('responses that share 95 of 100 answers meet in a band, unlike ones do not', () => {
  const changed = (seed: number) => ({ ...own(seed), ...Object.fromEntries(Object.entries(own(0)).slice(0, 2)) })
  const pairs = Array.from({ length: 50 }, (_, n) => bandsShared(own(n + 1), changed(n + 1)))
  expect(pairs.filter((shared) => shared > 0).length).toBeGreaterThan(46)
  expect(bandsShared(own(1), own(2))).toBe(0)
})

const clean: Gathered = {
  sameParticipant: null,
  samePhone: null,
  sameAnswers: null,
  alike: null,
  seconds: null,
  answered: 20,
  devicePeople: 1,
  placePeople: 1,
  outliers: [],
}
const flagsOf = (facts: Partial<Gathered>, source = 'API') => raisedFlags({ ...clean, ...facts }, usualRules, source)

test('each fact beyond its bound raises its flag with what it is about', () => {
  expect(flagsOf({})).toEqual({})
  expect(flagsOf({ sameParticipant: 7, samePhone: 8 })).toEqual({
    DUPLICATE_PARTICIPANT: { other: 7 },
    DUPLICATE_PHONE: { other: 8 },
  })
  expect(flagsOf({ alike: { other: 7, share: 0.899 } })).toEqual({})
  expect(flagsOf({ alike: { other: 7, share: 0.9 } })).toEqual({ NEAR_DUPLICATE: { other: 7, percent: 90 } })
  expect(flagsOf({ seconds: 39 })).toEqual({ TOO_FAST: { seconds: 39, answers: 20 } })
  expect(flagsOf({ seconds: 40 })).toEqual({})
  expect(flagsOf({ seconds: 0, answered: 2 })).toEqual({})
  expect(flagsOf({ outliers: [{ question: 5, low: 0, high: 9 }] })).toHaveProperty('OUTLIER')
})

test('identical answers are not also named nearly the same', () => {
  expect(flagsOf({ sameAnswers: 7, alike: { other: 7, share: 1 } })).toEqual({ IDENTICAL_ANSWERS: { other: 7 } })
})

test('a device or place of many participants is flagged unless staff enter papers', () => {
  expect(flagsOf({ devicePeople: 10, placePeople: 10 })).toEqual({})
  expect(flagsOf({ devicePeople: 11, placePeople: 12 })).toEqual({
    SHARED_DEVICE: { people: 11 },
    SHARED_PLACE: { people: 12 },
  })
  expect(flagsOf({ devicePeople: 11, placePeople: 12 }, 'STAFF')).toEqual({})
})

test('what is usual is told from 30 answers on, unless all are the same', () => {
  expect(usualRange(29, 10, 20)).toBeUndefined()
  expect(usualRange(30, 10, 20)).toEqual([-20, 50])
  expect(usualRange(30, 10, 10)).toBeUndefined()
})

test('numbers are measured again when a quarter more responses have come', () => {
  expect([29, 30].map((seen) => isMeasureDue(seen, 0))).toEqual([false, true])
  expect([37, 38].map((seen) => isMeasureDue(seen, 30))).toEqual([false, true])
})
