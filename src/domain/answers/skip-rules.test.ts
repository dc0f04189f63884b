import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ruleProblems, skipProblems } from '../publishing/skip-checks.ts'
import { routeOf } from './rule-conditions.ts'
import { modelOf } from './test/rule-model.ts'
import { operatorsFor } from './skip-rules.ts'
import { smallQuestion, smallSurvey } from './test/small-survey.ts'
import { publishProblems } from '../publishing/survey-rules.ts'
import { newSurvey } from '../surveys/survey-settings.ts'
import { type QuestionType, questionTypes, type SkipOperator, type SkipRule, skipOperators } from '../surveys/survey.ts'

const rule: SkipRule = {
  id: 1,
  fromQuestionId: 100,
  operator: 'EQ',
  value: null,
  answerId: null,
  action: 'END',
  target: null,
  priority: 1,
}
const options = ['a', 'b', 'none']

describe('a rule holds', () => {
  test.each([
    ['INTEGER', 'GE', 5, 5, true],
    ['INTEGER', 'LT', 5, 5, false],
    ['INTEGER', 'IN', [1, 5], 5, true],
    ['DECIMAL', 'NE', 1.5, 1.25, true],
    ['TEXT', 'CONTAINS', 'an', 'banana', true],
    ['TEXT', 'EQ', 5, '5', true],
    ['DATE', 'LE', '2026-02-01', '2026-01-31', true],
    ['TIME', 'GT', '09:00', '10:00', true],
    ['DATETIME', 'EQ', '2026-03-01T10:00Z', '2026-03-01T12:00+02:00', true],
    ['SINGLE', 'EQ', 'a', 'a', true],
    ['SINGLE', 'NE', 'a', 'a', false],
    ['MULTIPLE', 'CONTAINS', 'a', ['b', 'a'], true],
    ['MULTIPLE', 'IN', ['a', 'none'], ['b'], false],
    ['YES_NO', 'EQ', 'no', 'no', true],
    ['NOTE', 'EMPTY', null, undefined, true],
    // Only EMPTY holds of a blank, and of what is no answer.
    ['INTEGER', 'NE', 5, undefined, false],
    ['INTEGER', 'EMPTY', null, undefined, true],
    ['INTEGER', 'LT', 5, 'four', false],
    ['GEOPOINT', 'ANSWERED', null, { latitude: 1, longitude: 2 }, true],
  ] as const)('of a %s: %s %j by %j is %s', (type, operator, value, answer, holds) => {
    const given = { ...rule, operator, value: value as SkipRule['value'] }
    expect(routeOf(given, smallQuestion({ code: 'q', type, options }), 1).holds(answer)).toBe(holds)
  })

  test('by the option that it names, as long as the option is there', () => {
    const question = smallQuestion({ code: 'q', type: 'SINGLE', options })
    expect(routeOf({ ...rule, answerId: 101 }, question, 1).holds('b')).toBe(true)
    expect(routeOf({ ...rule, answerId: 999, operator: 'NE' }, question, 1).holds('b')).toBe(false)
  })
})

const anyWord: Partial<Record<QuestionType, fc.Arbitrary<string | number>>> = {
  INTEGER: fc.integer({ min: -3, max: 3 }),
  DECIMAL: fc.constantFrom(-1.5, -0.25, 0, 0.5, 1, 1e-7),
  RATING: fc.integer({ min: 1, max: 5 }),
  SINGLE: fc.constantFrom(...options),
  MULTIPLE: fc.constantFrom(...options),
  YES_NO: fc.constantFrom('yes', 'no'),
  DATE: fc.constantFrom('2024-02-28', '2024-02-29', '2024-03-01'),
  TIME: fc.constantFrom('00:00', '09:30', '23:59'),
  DATETIME: fc.constantFrom('2024-02-29T10:00Z', '2024-02-29T12:00+02:00', '2024-02-29T10:00+02:00'),
}
const anyText = fc.constantFrom('a', 'ab', 'abc', "o'b", '5', '2024-02-29', ' ')

/** A rule that fits its question, and an answer that may not. */
const anyCase = fc.record({ type: fc.constantFrom(...questionTypes), draw: fc.nat(9) }).chain(({ type, draw }) => {
  const operators = operatorsFor(type)
  const operator = operators[draw % operators.length] as SkipOperator
  const word = anyWord[type] ?? anyText
  const isBare = operator === 'ANSWERED' || operator === 'EMPTY'
  const words = fc.array(word, { minLength: 1, maxLength: 5 })
  return fc.record({
    type: fc.constant(type),
    operator: fc.constant(operator),
    value: isBare ? fc.constant(null) : operator === 'IN' ? words : word,
    answer: fc.oneof(word, words, fc.constantFrom(undefined, null, '', [], { latitude: 1, longitude: 2 })),
  })
})

test('the condition of a rule holds of an answer when and only when its rule does', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyCase, ({ type, operator, value, answer }) => {
      const question = smallQuestion({ code: 'q', type, options })
      const given: SkipRule = { ...rule, operator, value }
      const holds = modelOf(given, question)(answer)
      expect(routeOf(given, question, 1).holds(answer)).toBe(holds)
      seen.add(`${operator} ${holds}`)
    }),
    { numRuns: 3000 },
  )
  expect(seen.size).toBe(2 * skipOperators.length)
})

const text = (code: string) => ({ code, type: 'TEXT' as const })
const content = smallSurvey([
  [
    text('t'),
    { code: 'n', type: 'INTEGER' as const, validation: { min: 0, max: 120 } },
    { code: 's', type: 'SINGLE' as const, options },
  ],
  [{ code: 'd', type: 'DATE' as const }, text('last')],
])

function beside(given: Partial<SkipRule>[]) {
  const skips = given.map((changes, index) => ({ ...rule, id: index + 1, fromQuestionId: 200, ...changes }))
  return skipProblems({ ...content, skips })
}

describe('a rule that is saved is refused', () => {
  test.each<[string, Partial<SkipRule>, object[]]>([
    ['without its question', { fromQuestionId: 9 }, [{ path: 'fromQuestionId', code: 'UNKNOWN_REFERENCE' }]],
    ['without a value', {}, [{ path: 'value', code: 'REQUIRED' }]],
    ['with a value too many', { operator: 'EMPTY', value: 'x' }, [{ path: 'value', code: 'NOT_ALLOWED' }]],
    ['with an operator of other types', { operator: 'LT', value: 'x' }, [{ path: 'operator', code: 'NOT_FOR_TYPE' }]],
    ['with a list that is none', { operator: 'IN', value: 'x' }, [{ path: 'value', code: 'TYPE' }]],
    [
      'with a word for a number',
      { fromQuestionId: 200, operator: 'GT', value: '7' },
      [{ path: 'value', code: 'NOT_A_NUMBER' }],
    ],
    [
      'with a number that no answer has',
      { fromQuestionId: 200, operator: 'GT', value: 120 },
      [{ path: 'operator', code: 'RULE_NEVER_HOLDS' }],
    ],
    ['with a day that is none', { fromQuestionId: 400, value: '2026-02-30' }, [{ path: 'value', code: 'NOT_A_DATE' }]],
    [
      'with a choice that is none',
      { fromQuestionId: 300, operator: 'IN', value: ['a', 'x'] },
      [{ path: 'value[1]', code: 'UNKNOWN_CHOICE' }],
    ],
    [
      'with a deleted option',
      { fromQuestionId: 300, answerId: 399 },
      [{ path: 'answerId', code: 'UNKNOWN_REFERENCE' }],
    ],
    ['without its target', { value: 'x', action: 'JUMP_TO_QUESTION' }, [{ path: 'target', code: 'REQUIRED' }]],
    [
      'with an unknown target',
      { value: 'x', action: 'JUMP_TO_SECTION', target: 9 },
      [{ path: 'target', code: 'UNKNOWN_REFERENCE' }],
    ],
    ['to itself', { value: 'x', action: 'JUMP_TO_QUESTION', target: 100 }, [{ path: 'target', code: 'RULE_SELF' }]],
    [
      'to an earlier question',
      { fromQuestionId: 300, value: 'a', action: 'JUMP_TO_QUESTION', target: 200 },
      [{ path: 'target', code: 'RULE_BACKWARD' }],
    ],
    [
      'to its own section',
      { fromQuestionId: 300, value: 'a', action: 'JUMP_TO_SECTION', target: 1 },
      [{ path: 'target', code: 'RULE_BACKWARD' }],
    ],
    [
      'with several of these',
      { operator: 'LT', value: ['x'], action: 'END', target: 5 },
      [
        { path: 'operator', code: 'NOT_FOR_TYPE' },
        { path: 'value', code: 'TYPE' },
        { path: 'target', code: 'NOT_ALLOWED' },
      ],
    ],
  ])('%s', (_, changes, problems) => {
    expect(ruleProblems(content, { ...rule, ...changes })).toEqual(problems)
  })

  const toLast = { action: 'JUMP_TO_QUESTION', target: 500 } as const

  test.each<[string, Partial<SkipRule>[], object[]]>([
    [
      'that others leave nothing',
      [
        { operator: 'GE', value: 5 },
        { operator: 'GE', value: 18, priority: 2, ...toLast },
      ],
      [{ path: 'skips[1].operator', code: 'RULE_SHADOWED' }],
    ],
    [
      'that several others leave nothing',
      [{ operator: 'LT', value: 5 }, { operator: 'GE', value: 5 }, { operator: 'ANSWERED' }],
      [{ path: 'skips[2].operator', code: 'RULE_SHADOWED' }],
    ],
    [
      'that leads elsewhere with one priority',
      [
        { operator: 'GE', value: 5 },
        { operator: 'LE', value: 5, ...toLast },
      ],
      [{ path: 'skips[1].priority', code: 'RULE_CONTRADICTS' }],
    ],
    [
      'none that meet at the edge alone',
      [
        { operator: 'GT', value: 5 },
        { operator: 'LE', value: 5, ...toLast },
      ],
      [],
    ],
    [
      'none with priorities of their own',
      [
        { operator: 'GE', value: 5 },
        { operator: 'LE', value: 5, priority: 2, ...toLast },
      ],
      [],
    ],
    [
      'none that leads to the same',
      [
        { operator: 'GE', value: 5 },
        { operator: 'LE', value: 7 },
      ],
      [],
    ],
  ])('%s', (_, rules, problems) => {
    expect(beside(rules)).toEqual(problems)
  })
})

test('a circle is told with every question in it, once for those that share one', () => {
  const questions = ['a', 'b', 'c', 'd', 'e', 'f'].map(text)
  const loops = smallSurvey(
    [questions],
    [
      { from: 'c', to: 'b' },
      { from: 'd', to: 'c' },
      { from: 'f', to: 'f' },
    ],
  )
  expect(skipProblems(loops)).toEqual([
    { path: 'skips[0].target', code: 'RULE_BACKWARD' },
    { path: 'skips[1].target', code: 'RULE_BACKWARD' },
    { path: 'skips[2].target', code: 'RULE_SELF' },
    { path: 'skips[0].target', code: 'RULE_LOOP', names: 'b, c, d' },
    { path: 'skips[2].target', code: 'RULE_LOOP', names: 'f' },
  ])
})

test('conditions in a circle are told with every question in it', () => {
  const circle = smallSurvey([
    [{ ...text('a'), relevant: 'answered(c)' }, text('b'), { code: 'c', type: 'INTEGER', calculation: 'd + 1' }],
    {
      relevant: 'answered(a)',
      asks: [
        { code: 'd', type: 'INTEGER' },
        { ...text('e'), relevant: 'answered(d)' },
      ],
    },
  ])
  const problems = publishProblems(circle, newSurvey, {})
  expect(problems).toContainEqual({
    path: 'sections[0].questions[0].relevant',
    code: 'EXPRESSION_CYCLE',
    names: 'a, c, d',
  })
})

test('every type of question has its operators', () => {
  for (const type of questionTypes) {
    const question = smallQuestion({ code: 'q', type, options })
    for (const operator of skipOperators) {
      const found = ruleProblems(
        { sections: [{ id: 1, title: { en: 'x' }, position: 1, questions: [question] }] },
        { ...rule, operator, value: operator === 'ANSWERED' || operator === 'EMPTY' ? null : [] },
      )
      const refused = found.some(({ code }) => code === 'NOT_FOR_TYPE')
      expect([type, operator, refused]).toEqual([type, operator, !operatorsFor(type).includes(operator)])
    }
  }
})

const number = (code: string, relevant?: string) => ({ code, type: 'INTEGER' as const, relevant })

test('ten thousand questions with rules, conditions and circles are checked', () => {
  const codes = Array.from({ length: 10_000 }, (_, index) => `q${index}`)
  const pairs = codes.map((code, index) => number(code, `q${index % 2 === 0 ? index + 1 : index - 1} > 1`))
  expect(publishProblems(smallSurvey([pairs]), newSurvey, {})).toHaveLength(5000)
  const { sections } = smallSurvey([codes.map((code, index) => number(code, index === 0 ? 'q9999 = 1' : undefined))])
  const skips = codes.map((_, index) => ({ ...rule, id: index + 1, value: 1, fromQuestionId: (index + 1) * 100 }))
  const found = publishProblems({ sections, skips }, newSurvey, {})
  expect(found.filter(({ code }) => code === 'EXPRESSION_CYCLE')).toMatchObject([{ names: codes.join(', ') }])
})

test('rules over a question with fifteen thousand options are checked', () => {
  const options = Array.from({ length: 15_000 }, (_, index) => `c${index}`)
  const contains = options.slice(0, 50).map((value, index) => {
    return { from: 'many', operator: 'CONTAINS' as const, value, priority: index + 1 }
  })
  const survey = smallSurvey([[{ code: 'many', type: 'MULTIPLE', options }, text('rest')]], contains)
  expect(publishProblems(survey, newSurvey, {})).toEqual([])
})
