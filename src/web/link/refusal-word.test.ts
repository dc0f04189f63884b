import { expect, test } from 'vitest'
import { isShut, refusalWord, shutWord } from './refusal-word.ts'

test('a visitor reads what is so of a survey that takes no answers', () => {
  const life = { status: 'PUBLISHED', startsAt: null } as const
  expect(shutWord('SURVEY_NOT_OPEN', { ...life, status: 'PAUSED' })).toBe('link.paused')
  expect(shutWord('SURVEY_NOT_OPEN', { ...life, status: 'CLOSED' })).toBe('link.closed')
  expect(shutWord('SURVEY_NOT_OPEN', { ...life, status: 'ARCHIVED' })).toBe('link.closed')
  expect(shutWord('SURVEY_NOT_OPEN', { ...life, status: 'DRAFT' })).toBe('link.notOpen')
  expect(shutWord('SURVEY_NOT_STARTED', { ...life, startsAt: '2027-03-01T06:00:00Z' })).toBe('link.opens')
  expect(shutWord('SURVEY_ENDED', life)).toBe('link.ended')
  expect(shutWord('RESPONSE_REPEATED', life)).toBe('link.answered')
})

test('without its form the survey is told by the refusal alone', () => {
  expect(shutWord('LINK_FULL')).toBe('link.full')
  expect(shutWord('SURVEY_NOT_STARTED')).toBe(refusalWord('SURVEY_NOT_STARTED'))
})

test('what the visitor can mend is open to them again; what the survey decides waits', () => {
  expect(['SURVEY_NOT_OPEN', 'SURVEY_NOT_STARTED', 'SURVEY_ENDED', 'LINK_FULL'].every(isShut)).toBe(true)
  expect(isShut('LOCKED')).toBe(true)
  expect(['VALIDATION_FAILED', 'SURVEY_FULL', 'STALE', undefined].some(isShut)).toBe(false)
})
