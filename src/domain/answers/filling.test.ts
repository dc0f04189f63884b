import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerProblems, checkAnswers } from './answers.ts'
import { fill, type Hidden } from './filling.ts'
import { answersById, codesOf, smallSurvey } from './test/small-survey.ts'
import { questionsOf, type SurveyContent } from '../surveys/survey.ts'

const today = '2026-03-01'

function askedOf(content: SurveyContent, byCode: Record<string, unknown>): string {
  return codesOf(content, fill(content, answersById(content, byCode), { today }).asked).join(' ')
}

function whyHidden(content: SurveyContent, byCode: Record<string, unknown>): Record<string, Hidden> {
  const { hidden } = fill(content, answersById(content, byCode), { today })
  return Object.fromEntries([...hidden].map(([key, why]) => [codesOf(content, [key])[0] ?? '', why]))
}

function problemsOf(content: SurveyContent, byCode: Record<string, unknown>): [string, string][] {
  return answerProblems(content, answersById(content, byCode), { today }).map(({ question, code }) => [question, code])
}

const text = (code: string) => ({ code, type: 'TEXT' as const })
const yesNo = (code: string) => ({ code, type: 'YES_NO' as const })

test('of several rules that hold the lowest priority counts, of equal ones the first', () => {
  const content = smallSurvey(
    [[{ code: 'n', type: 'INTEGER' }, text('a'), text('b'), text('c')], [text('d')]],
    [
      { from: 'n', operator: 'GE', value: 1, to: '#2', priority: 2 },
      { from: 'n', operator: 'GE', value: 5, to: 'b', priority: 1 },
      { from: 'n', operator: 'GE', value: 9, to: 'c', priority: 1 },
      { from: 'n', operator: 'EMPTY' },
    ],
  )
  expect(askedOf(content, { n: 0 })).toBe('n a b c d')
  expect(askedOf(content, { n: 1 })).toBe('n d')
  expect(askedOf(content, { n: 5 })).toBe('n b c d')
  expect(askedOf(content, { n: 9 })).toBe('n b c d')
  expect(askedOf(content, {})).toBe('n')
  expect(whyHidden(content, { n: 1 })).toEqual({
    a: { by: 'RULES', rules: [1] },
    b: { by: 'RULES', rules: [1] },
    c: { by: 'RULES', rules: [1] },
  })
})

test('what is hidden counts as unanswered, so that its rules and conditions fall away', () => {
  const content = smallSurvey(
    [
      [yesNo('a'), yesNo('b'), yesNo('c')],
      { relevant: "b = 'yes'", asks: [text('d')] },
      [{ ...text('e'), relevant: 'not(answered(d))' }],
    ],
    [
      { from: 'a', operator: 'EQ', value: 'yes', to: 'c' },
      { from: 'b', operator: 'EQ', value: 'yes' },
    ],
  )
  expect(askedOf(content, { a: 'no', b: 'yes' })).toBe('a b')
  expect(askedOf(content, { a: 'yes', b: 'yes', d: 'x' })).toBe('a c e')
  expect(whyHidden(content, { a: 'yes', b: 'yes' })).toEqual({
    b: { by: 'RULES', rules: [1] },
    d: { by: 'SECTION_CONDITION' },
  })
  expect(whyHidden(content, { a: 'no', b: 'no' })).toEqual({ d: { by: 'SECTION_CONDITION' } })
})

test('a condition may look ahead, and questions in a circle still come to an end', () => {
  const ahead = smallSurvey([[{ ...text('a'), relevant: "b = 'yes'" }, yesNo('b')]])
  expect(askedOf(ahead, { b: 'yes' })).toBe('a b')
  expect(askedOf(ahead, { b: 'no' })).toBe('b')
  const circle = smallSurvey([
    [
      { ...text('a'), relevant: 'answered(b)' },
      { ...text('b'), relevant: 'answered(a)' },
    ],
  ])
  expect(askedOf(circle, { a: 'x', b: 'x' })).toBe('')
})

test('calculated answers are computed and those given are not taken', () => {
  const content = smallSurvey([
    [
      { code: 'total', type: 'INTEGER', calculation: 'women + men', required: true, validation: { max: 10 } },
      { code: 'women', type: 'INTEGER' },
      { code: 'men', type: 'INTEGER' },
      { ...text('many'), relevant: 'total > 5' },
    ],
  ])
  const given = answersById(content, { total: 99, women: 4, men: 3, many: 'yes' })
  const { problems, answers } = checkAnswers(content, given, { today })
  expect([problems, answers]).toEqual([[], answersById(content, { total: 7, women: 4, men: 3, many: 'yes' })])
  expect(problemsOf(content, { women: 4 })).toEqual([])
  expect(problemsOf(content, { women: 9, men: 3 })).toEqual([['total', 'TOO_BIG']])
})

test('only what is asked is required, and what is not asked takes no answer', () => {
  const content = smallSurvey(
    [
      [
        { ...yesNo('a'), required: true },
        { ...text('b'), required: true },
        { ...text('c'), required: true },
      ],
    ],
    [{ from: 'a', operator: 'EQ', value: 'no', to: 'c' }],
  )
  expect(problemsOf(content, { a: 'no', c: 'x' })).toEqual([])
  expect(problemsOf(content, { a: 'no', b: 'x', c: 'x' })).toEqual([['b', 'NOT_ASKED']])
  expect(problemsOf(content, { a: 'yes', c: 'x' })).toEqual([['b', 'REQUIRED']])
  // An answer that cannot be read does not say whether `b` is asked.
  expect(problemsOf(content, { a: 'perhaps' })).toEqual([
    ['a', 'UNKNOWN_CHOICE'],
    ['c', 'REQUIRED'],
  ])
})

test('a constraint sees the other answers, and speaks in the words of the survey', () => {
  const said = { en: 'Not before the start' }
  const content = smallSurvey([
    [
      { code: 'start', type: 'DATE', constraint: '. <= today()' },
      { code: 'end', type: 'DATE', constraint: '. >= start', validation: { message: said } },
      { ...text('plate'), validation: { regex: '[A-Z]{2}-\\d+', message: said } },
    ],
  ])
  const good = { start: '2026-02-01', end: '2026-02-02', plate: 'AB-1' }
  expect(problemsOf(content, good)).toEqual([])
  const bad = answersById(content, { start: '2026-03-02', end: '2026-01-31', plate: 'ab' })
  expect(answerProblems(content, bad, { today })).toEqual([
    { key: '100', question: 'start', code: 'CONSTRAINT', names: '≤ today()' },
    { key: '200', question: 'end', code: 'CONSTRAINT', names: '≥ start', said },
    { key: '300', question: 'plate', code: 'PATTERN', said },
  ])
})

test.each([
  ['. >= 15 and . < 60', 12, '≥ 15'],
  ['. >= 15 and . < 60', 60, '< 60'],
  ['15 <= .', 12, '≥ 15'],
  ['. != 3 and (. > 5 or . = 0)', 3, '≠ 3'],
  ['. mod 2 = 0', 3, '. mod 2 = 0'],
  [`. = ${'1 + '.repeat(60)}1`, 3, `= ${'1 + '.repeat(19)}1 …`],
])('a constraint %s that %s breaks names its bound', (constraint, value, names) => {
  const content = smallSurvey([[{ code: 'age', type: 'INTEGER', constraint }]])
  const [found] = answerProblems(content, answersById(content, { age: value }), { today })
  expect(found).toMatchObject({ code: 'CONSTRAINT', names })
})

/** Surveys of questions that are answered yes or no, with rules and conditions at random, good and bad ones. */
const anyTangle = fc
  .record({
    conditions: fc.array(fc.option(fc.tuple(fc.nat(5), fc.constantFrom('yes', 'no')), { nil: undefined }), {
      minLength: 6,
      maxLength: 6,
    }),
    rules: fc.array(
      fc.record({ from: fc.nat(5), to: fc.option(fc.nat(5), { nil: undefined }), value: fc.constantFrom('yes', 'no') }),
      { maxLength: 5 },
    ),
  })
  .map(({ conditions, rules }) =>
    smallSurvey(
      [
        conditions.map((condition, index) => ({
          ...yesNo(`q${index}`),
          relevant: condition && `q${condition[0]} = '${condition[1]}'`,
        })),
      ],
      rules.map(({ from, to, value }) => ({
        from: `q${from}`,
        operator: 'EQ' as const,
        value,
        ...(to === undefined ? {} : { to: `q${to}` }),
      })),
    ),
  )

test('a filling ends with each question asked or hidden; hidden answers never matter', () => {
  fc.assert(
    fc.property(
      anyTangle,
      fc.array(fc.constantFrom('yes', 'no', undefined), { minLength: 6, maxLength: 6 }),
      (content, values) => {
        const codes = questionsOf(content).map(({ code }) => code)
        const given = Object.fromEntries(codes.map((code, index) => [code, values[index]]).filter(([, value]) => value))
        const { asked, hidden, answers } = fill(content, answersById(content, given), { today })
        expect(asked.size + hidden.size).toBe(codes.length)
        const again = fill(content, answers, { today })
        expect([again.asked, again.answers]).toEqual([asked, answers])
        const turned = Object.entries(answersById(content, given)).map(([key, value]) =>
          hidden.has(key) ? [key, value === 'yes' ? 'no' : 'yes'] : [key, value],
        )
        expect(fill(content, Object.fromEntries(turned) as object as Record<string, unknown>, { today }).asked).toEqual(
          asked,
        )
      },
    ),
    { numRuns: 2000 },
  )
})
