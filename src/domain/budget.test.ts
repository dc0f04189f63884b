/** Surveys and answers made to keep a server busy: each is refused at the question where its budget ends. */
import { expect, test } from 'vitest'
import { answerProblems } from './answers/answers.ts'
import { fill } from './answers/filling.ts'
import { patternProblem } from './expressions/pattern.ts'
import { answersById, smallSurvey } from './answers/test/small-survey.ts'
import type { SurveyContent } from './surveys/survey.ts'

const today = '2026-03-01'
const fifty = Array.from({ length: 50 }, (_, index) => index)

function problemsOf(content: SurveyContent, byCode: Record<string, unknown>) {
  return answerProblems(content, answersById(content, byCode), { today })
}

const hungry = { type: 'LONG_TEXT' as const, validation: { regex: `${'.*'.repeat(249)}b` } }
const long = 'a'.repeat(32_000)

test('an answer that its pattern takes too long for is refused by its question', () => {
  const content = smallSurvey([[{ code: 'first', type: 'TEXT' }, ...fifty.map((n) => ({ code: `q${n}`, ...hungry }))]])
  const problems = problemsOf(content, { first: 'Ana', ...Object.fromEntries(fifty.map((n) => [`q${n}`, long])) })
  expect(problems).toEqual([{ key: '200', question: 'q0', code: 'TOO_MUCH_WORK' }])
  expect(problemsOf(content, { q0: 'b', q1: 'aab' })).toEqual([])
})

test('the longest answer to the largest pattern is judged, also where others need it', () => {
  const regex = `${'.*'.repeat(37)}b`
  expect(patternProblem(regex)).toBeUndefined()
  expect(patternProblem(`.*${regex}`)).toBeDefined()
  const first = { code: 'first', type: 'LONG_TEXT' as const, validation: { regex } }
  const content = smallSurvey([[first, { code: 'then', type: 'TEXT', relevant: 'answered(first)' }]])
  expect(problemsOf(content, { first: 'a'.repeat(32_767) })).toMatchObject([{ question: 'first', code: 'PATTERN' }])
})

test('conditions that repeat too often for one response are refused by their question', () => {
  const relevant = `${'1+'.repeat(900)}1 > 0`
  const asks = fifty.map((n) => ({ code: `q${n}`, type: 'TEXT' as const, relevant }))
  const content = smallSurvey([{ asks, repeat: { max: 200 } }])
  expect(problemsOf(content, { s1: 200 })).toMatchObject([{ question: 'q6', code: 'TOO_MUCH_WORK' }])
  expect(problemsOf(content, { s1: 20 })).toEqual([])
})

test('sums over all repetitions in each repetition are refused when they are too many', () => {
  const inner = fifty.map((n) => ({ code: `q${n}`, type: 'INTEGER' as const }))
  const relevant = fifty.map((n) => `sum(q${n})`).join(' + ')
  const outer = fifty.map((n) => ({ code: `p${n}`, type: 'TEXT' as const, relevant: `${relevant} = 0` }))
  const content = smallSurvey([
    { asks: inner, repeat: { max: 200 } },
    { asks: outer, repeat: { max: 200 } },
  ])
  expect(problemsOf(content, { s1: 200, s2: 200 })).toMatchObject([{ code: 'TOO_MUCH_WORK' }])
  expect(problemsOf(content, { s1: 8, s2: 8 })).toEqual([])
})

test('texts made of texts end where an answer is too long', () => {
  const calculations = fifty.slice(0, 6).map((n) => ({
    code: `q${n + 1}`,
    type: 'TEXT' as const,
    calculation: `concat(${Array(100).fill(`q${n}`).join(', ')})`,
  }))
  const content = smallSurvey([[{ code: 'q0', type: 'TEXT' }, ...calculations]])
  const { answers } = fill(content, answersById(content, { q0: 'abc' }), { today })
  const longest = Math.max(...Object.values(answers).map((answer) => (typeof answer === 'string' ? answer.length : 0)))
  expect(longest).toBe(32_768)
  expect(problemsOf(content, { q0: 'abc' }).map(({ question, code }) => `${question} ${code}`)).toEqual([
    'q3 TOO_LONG',
    'q4 TOO_LONG',
    'q5 TOO_LONG',
    'q6 TOO_LONG',
  ])
})

test('a list of choices is looked at by few questions when it is endless', () => {
  const parent = { code: 'parent', type: 'MULTIPLE' as const, options: ['one'] }
  const content = smallSurvey([
    [parent, ...fifty.map((n) => ({ code: `q${n}`, type: 'SINGLE' as const, options: ['two'] }))],
  ])
  for (const { answers } of content.sections[0]?.questions.slice(1) ?? [])
    for (const option of answers) option.parentCode = 'one'
  const children = Object.fromEntries(fifty.map((n) => [`q${n}`, 'two']))
  expect(problemsOf(content, { parent: ['one'], ...children })).toEqual([])
  const endless = problemsOf(content, { parent: Array(200_000).fill('one'), ...children })
  expect(endless).toMatchObject([{ question: 'q24', code: 'TOO_MUCH_WORK' }])
})
