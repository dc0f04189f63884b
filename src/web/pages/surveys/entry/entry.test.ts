/** What is sent of an entry, and where the screen shows what the server said against it. */
import { expect, test } from 'vitest'
import { smallSurvey } from '#domain/answers/test/small-survey.ts'
import { answersRefused, stillRefused } from '../../../questionnaire/refused.ts'
import { blankWork, bodyOf, isBegun, submittedAt } from './entry-work.ts'

const content = smallSurvey([
  [
    { code: 'age', type: 'INTEGER' },
    { code: 'photo', type: 'IMAGE', required: true },
  ],
])

test('a problem of the server is shown at its question until the answer is another', () => {
  const found = answersRefused(content, [
    { path: 'answers.age', code: 'TOO_BIG', limit: 110 },
    { path: 'answers.age.other', code: 'OTHER_NOT_CHOSEN' },
    { path: 'answers.gone', code: 'UNKNOWN_QUESTION' },
    { path: 'answers.age.2', code: 'REQUIRED' },
    { path: 'answers.s1', code: 'TOO_BIG', limit: 3 },
    { path: 'participantPhone', code: 'BAD_PHONE' },
  ])
  expect(found).toEqual([
    { key: '100', question: 'age', code: 'TOO_BIG', limit: 110 },
    { key: '100.other', question: 'age', code: 'OTHER_NOT_CHOSEN' },
    { key: '100.2', question: 'age', repetition: 2, code: 'REQUIRED' },
    { key: 's1', question: '', code: 'TOO_BIG', limit: 3 },
  ])
  expect(stillRefused(found, { 100: 200 }, { 100: 200 })).toEqual(found)
  expect(stillRefused(found, { 100: 200 }, { 100: 20 })).toEqual(found.slice(1))
})

test('an interview of today is submitted now, one of another day at its noon', () => {
  expect(submittedAt('2026-11-22', '2026-11-22')).toBeUndefined()
  expect(submittedAt('', '2026-11-22')).toBeUndefined()
  expect(submittedAt('2026-11-20', '2026-11-22')).toBe(new Date('2026-11-20T12:00').toISOString())
})

test('fields that were left blank are not sent', () => {
  const work = blankWork('key', '2026-11-22', '2026-11-22T09:00:00Z', {})
  const about = {
    surveyId: 5,
    surveyVersion: 2,
    today: '2026-11-22',
    finishedAt: '2026-11-22T09:20:00Z',
    answers: { 100: 20 },
  }
  const times = { startedAt: '2026-11-22T09:00:00Z', finishedAt: '2026-11-22T09:20:00Z' }
  const body = { surveyId: 5, surveyVersion: 2, clientUuid: 'key', source: 'STAFF', ...times, answers: { 100: 20 } }
  expect(bodyOf({ ...work, participantPhone: ' ' }, about)).toEqual(body)
  expect(bodyOf({ ...work, latitude: 0 }, about)).toEqual({ ...body, latitude: 0 })
  expect([isBegun(work), isBegun({ ...work, latitude: 0 }), isBegun({ ...work, day: '' })]).toEqual([
    false,
    true,
    false,
  ])
})
