/** Sections that repeat, in fillings and in the validator. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editAnswers } from './answer-edit.ts'
import { keyOfRef } from './answer-keys.ts'
import { answerProblems, checkAnswers } from './answers.ts'
import { fill } from './filling.ts'
import { planOf } from './filling-plan.ts'
import { answersById, codesOf, smallSurvey } from './test/small-survey.ts'
import { publishProblems } from '../publishing/survey-rules.ts'
import { newSurvey } from '../surveys/survey-settings.ts'
import type { SurveyContent } from '../surveys/survey.ts'

const today = '2026-03-01'

const household = smallSurvey(
  [
    [{ code: 'members', type: 'INTEGER', validation: { min: 0 } }],
    {
      repeat: { max: 4, countCode: 'members' },
      asks: [
        { code: 'age', type: 'INTEGER', required: true },
        { code: 'works', type: 'YES_NO', relevant: 'age >= members * 2' },
        { code: 'where', type: 'TEXT' },
        { code: 'share', type: 'INTEGER', constraint: '. <= age' },
      ],
    },
    { repeat: { max: 3 }, asks: [{ code: 'goat', type: 'SINGLE', options: ['old', 'other'], required: true }] },
    [
      { code: 'total', type: 'INTEGER', calculation: 'sum(share)', constraint: '. = 100' },
      { code: 'oldest', type: 'INTEGER', calculation: 'max(age) - min(age)' },
      { code: 'note', type: 'NOTE', relevant: 'count(works) > 1' },
    ],
  ],
  [{ from: 'works', operator: 'EQ', value: 'no', to: 'share' }],
)
household.sections[2]?.questions[0]?.answers.forEach((option) => (option.isOther = option.code === 'other'))

function askedOf(content: SurveyContent, byCode: Record<string, unknown>): string {
  return codesOf(content, fill(content, answersById(content, byCode), { today }).asked).join(' ')
}

function problemsOf(content: SurveyContent, byCode: Record<string, unknown>) {
  const problems = answerProblems(content, answersById(content, byCode), { today })
  return problems.map(({ key, question, repetition, code }) => [question || key, repetition, code])
}

test('each repetition asks by its own answers, and the others look at all of them', () => {
  expect(askedOf(household, {})).toBe('members total oldest')
  expect(askedOf(household, { members: 2, 'age.1': 4, 'works.1': 'no', 'age.2': 3 })).toBe(
    'members age.1 age.2 works.1 where.2 share.1 share.2 total oldest',
  )
  const given = { members: 2, 'age.1': 40, 'works.1': 'yes', 'age.2': 70, 'works.2': 'no' }
  const filled = fill(household, answersById(household, { ...given, 'share.1': 30, 'share.2': 70 }), { today })
  expect(codesOf(household, filled.asked)).toContain('note')
  const answer = (code: string) => filled.answers[keyOfRef(household, code)]
  expect([answer('total'), answer('oldest')]).toEqual([100, 30])
  expect(filled.hidden.get(keyOfRef(household, 'where.2'))).toEqual({ by: 'RULES', rules: [1] })
  const rows = household.sections.map((section) => filled.repetitions(section))
  expect(rows).toEqual([[undefined], [1, 2], [], [undefined]])
})

const countsOf = (given: object) => {
  const { repetitions } = fill(household, given as Record<string, unknown>, { today })
  return household.sections.slice(1, 3).map((section) => repetitions(section).length)
}

test('repetitions are as many as the answer says, from none to the most', () => {
  expect(countsOf({})).toEqual([0, 0])
  expect(countsOf({ 100: 3, s3: 2 })).toEqual([3, 2])
  expect(countsOf({ 100: 2000, s3: 2000 })).toEqual([4, 3])
  expect(countsOf({ 100: -1, s3: 'two' })).toEqual([0, 0])
})

test('a section that is passed over has no repetitions, and takes none', () => {
  const content = smallSurvey(
    [
      [{ code: 'a', type: 'YES_NO' }],
      { relevant: "a = 'yes'", repeat: { max: 3 }, asks: [{ code: 'b', type: 'TEXT', required: true }] },
      { repeat: { max: 3 }, asks: [{ code: 'c', type: 'TEXT' }] },
      [{ code: 'd', type: 'TEXT' }],
    ],
    [{ from: 'a', operator: 'EQ', value: 'no', to: 'd' }],
  )
  const { asked, hidden } = fill(content, { 100: 'no', s2: 2, s3: 1 }, { today })
  expect([...asked]).toEqual(['100', '400'])
  expect(Object.fromEntries(hidden)).toEqual({ s2: { by: 'RULES', rules: [1] }, s3: { by: 'RULES', rules: [1] } })
  expect(problemsOf(content, { a: 'no', s2: 2, 'b.1': 'x', 'c.1.other': 'x' })).toEqual([
    ['s2', undefined, 'NOT_ASKED'],
    ['b', 1, 'NOT_ASKED'],
    ['c', 1, 'NOT_ASKED'],
  ])
  expect(problemsOf(content, { s2: 2 })).toEqual([['s2', undefined, 'NOT_ASKED']])
  expect(problemsOf(content, { a: 'yes', s2: 2, 'b.2': 'x' })).toEqual([['b', 1, 'REQUIRED']])
})

test('all that is wrong in repetitions is told at once, by key', () => {
  const given = {
    members: 2,
    'age.1': 4,
    'share.1': 5,
    'age.3': 9,
    s3: 1,
    'goat.1': 'old',
    'goat.1.other': 'Elsewhere',
    'goat.3': 'other',
  }
  expect(problemsOf(household, given)).toEqual([
    ['share', 1, 'CONSTRAINT'],
    ['age', 2, 'REQUIRED'],
    ['age', 3, 'NOT_ASKED'],
    ['goat', 1, 'OTHER_NOT_CHOSEN'],
    ['goat', 3, 'NOT_ASKED'],
    ['total', undefined, 'CONSTRAINT'],
  ])
  const bad = [
    '200',
    '100.1',
    '200.0',
    '200.01',
    '200.5',
    '200.1.1',
    '200.+1',
    '200.1.others',
    '200.',
    's2',
    's3.1',
    's9',
  ]
  const problems = answerProblems(household, Object.fromEntries(bad.map((key) => [key, 1])), { today })
  const unknown = problems.filter(({ code }) => code === 'UNKNOWN_QUESTION').map(({ key }) => key)
  expect(unknown.toSorted()).toEqual(bad.toSorted())
})

test('a number of repetitions must be one; too many are refused with all their answers', () => {
  const of = (s3: unknown) => problemsOf(household, { s3 })
  expect(of(-1)).toEqual([['s3', undefined, 'TOO_SMALL']])
  expect(of(1.5)).toEqual([['s3', undefined, 'NOT_WHOLE']])
  expect(of('2')).toEqual([['s3', undefined, 'NOT_WHOLE']])
  expect(of(4)).toEqual([['s3', undefined, 'TOO_BIG']])
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`goat.${index + 1}`, 'old']))
  const problems = answerProblems(household, answersById(household, { s3: 2000, ...many }), { today })
  expect(problems[0]).toMatchObject({ key: 's3', code: 'TOO_BIG', limit: 3 })
  expect(problems.filter(({ code }) => code === 'UNKNOWN_QUESTION')).toHaveLength(1997)
})

test('an answer that is wrong or unread does not say how many repetitions there are', () => {
  expect(problemsOf(household, { members: 'many', 'age.1': 3, 'age.4': 'x' })).toEqual([
    ['members', undefined, 'NOT_WHOLE'],
    ['age', 4, 'NOT_WHOLE'],
  ])
  const unread = new Set(['100'])
  expect(answerProblems(household, { '200.1': 3 }, { today, unread })).toEqual([])
})

test('answers of repetitions that go are named as irrelevant, and calculations follow', () => {
  const before = answersById(household, { members: 2, 'age.1': 4, 'age.2': 9, total: 0, oldest: 5 })
  const given = new Map([[keyOfRef(household, 'members'), 1]])
  const edited = editAnswers(household, before as never, given, { today, source: 'EDIT' })
  expect(edited.irrelevant).toEqual([keyOfRef(household, 'age.2')])
  expect(edited.changes.map(({ key, after, source }) => [codesOf(household, [key])[0], after, source])).toEqual([
    ['members', 1, 'EDIT'],
    ['oldest', 0, 'CALCULATED'],
    ['age.2', null, 'IRRELEVANT'],
  ])
})

test('a count that needs the answers of its own repetitions is a circle', () => {
  const content = smallSurvey([
    [{ code: 'n', type: 'INTEGER', calculation: 'sum(x) + 1' }],
    { repeat: { max: 3, countCode: 'n' }, asks: [{ code: 'x', type: 'INTEGER' }] },
  ])
  expect(planOf(content).problems).toEqual([
    { path: 'sections[0].questions[0].calculation', code: 'EXPRESSION_CYCLE', names: 'n, x' },
  ])
  expect(askedOf(content, { 'x.1': 1 })).not.toBe('')
})

const refusalsWith = (countCode: string, shape: 'INTEGER' | 'TEXT' = 'INTEGER') => {
  const content = smallSurvey([
    [{ code: 'first', type: shape }],
    { repeat: { max: 2 }, asks: [{ code: 'inner', type: 'INTEGER' }] },
    { repeat: { max: 3, countCode }, asks: [{ code: 'x', type: 'INTEGER' }] },
    [{ code: 'last', type: 'INTEGER' }],
  ])
  return publishProblems(content, newSurvey, {}).map(({ path, code }) => `${path} ${code}`)
}

test('a section is published if an earlier whole number outside repetitions counts it', () => {
  expect(refusalsWith('first')).toEqual([])
  expect(refusalsWith('first', 'TEXT')).toEqual(['sections[2].repeat.countCode COUNT_NOT_INTEGER'])
  expect(refusalsWith('last')).toEqual(['sections[2].repeat.countCode COUNT_NOT_EARLIER'])
  expect(refusalsWith('inner')).toEqual(['sections[2].repeat.countCode COUNT_REPEATED'])
  expect(refusalsWith('x')).toEqual(['sections[2].repeat.countCode COUNT_REPEATED'])
  expect(refusalsWith('none')).toEqual(['sections[2].repeat.countCode COUNT_UNKNOWN'])
})

/** Rosters with rules, conditions, counts and sums at random, good and bad ones. */
const yesNo = (code: string, relevant?: string) => ({
  code,
  type: 'YES_NO' as const,
  ...(relevant ? { relevant } : {}),
})
const anyCode = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const anyCondition = fc.option(
  fc.oneof(
    fc.tuple(anyCode, fc.constantFrom('yes', 'no')).map(([code, word]) => `${code} = '${word}'`),
    anyCode.map((code) => `count(${code}) > 0`),
    fc.constant('n > 1'),
  ),
  { nil: undefined },
)
const anyRoster = fc
  .record({
    conditions: fc.array(anyCondition, { minLength: 6, maxLength: 6 }),
    countCode: fc.option(fc.constantFrom('n', 'a', 'c'), { nil: undefined }),
    counting: fc.option(fc.constantFrom('count(b)', 'count(c) + 1'), { nil: undefined }),
    rules: fc.array(fc.record({ from: anyCode, to: fc.option(anyCode, { nil: undefined }) }), { maxLength: 3 }),
  })
  .map(({ conditions: [a, b, c, d, e, section], countCode, counting, rules }) =>
    smallSurvey(
      [
        [{ code: 'n', type: 'INTEGER', ...(counting ? { calculation: counting } : {}) }, yesNo('a', a)],
        {
          repeat: { max: 3, countCode },
          ...(section ? { relevant: section } : {}),
          asks: [yesNo('b', b), yesNo('c', c), yesNo('d', d)],
        },
        [yesNo('e', e)],
      ],
      rules.map(({ from, to }) => ({ from, operator: 'EQ' as const, value: 'yes', ...(to ? { to } : {}) })),
    ),
  )

test('every filling of repetitions ends, and hidden answers never matter', () => {
  const word = fc.constantFrom('yes', 'no', undefined)
  const anyAnswers = fc.record({
    n: fc.option(fc.integer({ min: -1, max: 5 }), { nil: undefined }),
    s2: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    a: word,
    e: word,
    rows: fc.array(fc.tuple(word, word, word), { minLength: 3, maxLength: 3 }),
  })
  let repeated = 0
  fc.assert(
    fc.property(anyRoster, anyAnswers, (content, { rows, ...once }) => {
      const inRows = rows.flatMap(([b, c, d], index) =>
        Object.entries({ b, c, d }).map(([code, value]) => [`${code}.${index + 1}`, value]),
      )
      const named = Object.entries({ ...once, ...Object.fromEntries(inRows) }).filter(
        ([, value]) => value !== undefined,
      )
      const given = answersById(content, Object.fromEntries(named))
      const { asked, hidden, answers, repetitions } = fill(content, given, { today })
      const [, roster] = content.sections
      const count = roster ? repetitions(roster).length : 0
      repeated += count
      const isByHand = !roster?.repeat?.countCode
      expect(asked.size + hidden.size).toBe(3 + 3 * count + (isByHand || hidden.has('s2') ? 1 : 0))
      for (const key of hidden.keys()) expect(asked.has(key)).toBe(false)
      const again = fill(content, answers, { today })
      expect([again.asked, again.answers]).toEqual([asked, answers])
      const turned = Object.entries(given).map(([key, value]) =>
        asked.has(key) ? [key, value] : [key, value === 'yes' ? 'no' : value === 'no' ? 'yes' : 1],
      )
      const others = fill(content, Object.fromEntries(turned) as Record<string, unknown>, { today })
      expect([others.asked, others.answers]).toEqual([asked, answers])
      // What the validator lets through is what the filling asks.
      const kept = Object.fromEntries(Object.entries(answers).filter(([key]) => key in given))
      const { problems } = checkAnswers(content, kept, { today })
      expect(problems.filter(({ code }) => code === 'NOT_ASKED' || code === 'UNKNOWN_QUESTION')).toEqual([])
    }),
    { numRuns: 2000 },
  )
  expect(repeated).toBeGreaterThan(0)
})
