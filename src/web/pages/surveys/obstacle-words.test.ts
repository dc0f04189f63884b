import { expect, test } from 'vitest'
import type { SectionWithQuestions } from '#contract/sections.ts'
import { obstaclePlace } from './obstacle-words.ts'

const question = { id: 7, code: 'q1' }
const sections = [{ id: 3, questions: [question] }] as unknown as SectionWithQuestions[]

test('a path leads to its section, its question and what of it is meant', () => {
  expect(obstaclePlace('sections[0].questions[0].validation.min', sections)).toEqual({
    section: sections[0],
    question,
    field: 'validation.min',
  })
  expect(obstaclePlace('sections[0].questions', sections)).toEqual({ section: sections[0], field: 'questions' })
})

test('a problem of the survey itself, or of what is gone, keeps its path', () => {
  expect(obstaclePlace('amount', sections)).toEqual({ field: 'amount' })
  expect(obstaclePlace('sections[4].questions[0].code', sections)).toEqual({ field: 'sections[4].questions[0].code' })
})
