/** All fillings of small surveys are counted, and the checks must say the same. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerProblems } from '../answers/answers.ts'
import { fill } from '../answers/filling.ts'
import { unreachableProblems } from './reachability.ts'
import { modelOf } from '../answers/test/rule-model.ts'
import { operatorsFor } from '../answers/skip-rules.ts'
import { smallQuestion, smallSurvey } from '../answers/test/small-survey.ts'
import { publishProblems } from './survey-rules.ts'
import { newSurvey } from '../surveys/survey-settings.ts'
import { questionsOf, skipOperators, type SurveyContent } from '../surveys/survey.ts'

const anyChoice = fc.oneof(
  fc.record({
    type: fc.constantFrom('SINGLE' as const, 'MULTIPLE' as const),
    options: fc.constantFrom(['a', 'b'], ['a', 'none']),
    required: fc.boolean(),
  }),
  fc.record({ type: fc.constant('YES_NO' as const), required: fc.boolean() }),
  fc.record({ type: fc.constant('NOTE' as const) }),
)
const anyWord = fc.constantFrom('a', 'b', 'yes', 'no')
const anyCondition = fc.option(fc.tuple(fc.nat(3), anyWord, fc.boolean()), { nil: undefined, freq: 3 })
const anyRule = fc.record({
  from: fc.nat(3),
  to: fc.option(fc.nat(4), { nil: undefined }),
  operator: fc.constantFrom(...skipOperators),
  word: anyWord,
  priority: fc.integer({ min: 1, max: 3 }),
})

/** Few questions with few choices; many of the rules and conditions do not fit. */
const anyMixture = fc.record({
  questions: fc.array(fc.tuple(anyChoice, anyCondition), { minLength: 2, maxLength: 4 }),
  rules: fc.array(anyRule, { maxLength: 4 }),
})

/** Several rules on the same question, most of which fit it, so that they get into each other's way. */
const anyClash = fc.record({
  questions: fc.array(
    fc.tuple(fc.record({ type: fc.constant('YES_NO' as const), required: fc.boolean() }), fc.constant(undefined)),
    { minLength: 4, maxLength: 4 },
  ),
  rules: fc.array(
    fc.record({
      from: fc.constantFrom(0, 0, 0, 1),
      to: fc.constantFrom(1, 2, 3, undefined),
      operator: fc.constantFrom('EQ', 'NE', 'IN', 'ANSWERED', 'EMPTY'),
      word: fc.constantFrom('yes', 'no'),
      priority: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

const anySmallSurvey = fc.oneof(anyMixture, anyClash).map(({ questions, rules }) =>
  smallSurvey(
    [
      questions.map(([shape, condition], index) => {
        const named = questions[condition?.[0] ?? 9]?.[0].type
        const word = condition?.[1] ?? ''
        const test = named === 'MULTIPLE' ? `selected(q${condition?.[0]}, '${word}')` : `q${condition?.[0]} = '${word}'`
        return {
          code: `q${index}`,
          ...shape,
          ...(named ? { relevant: condition?.[2] ? `not(${test})` : test } : {}),
        }
      }),
    ],
    rules.map(({ from, to, operator, word, priority }) => ({
      from: `q${from}`,
      operator,
      value: operator === 'ANSWERED' || operator === 'EMPTY' ? null : operator === 'IN' ? [word] : word,
      ...(to === undefined ? {} : { to: `q${to}` }),
      priority,
    })),
  ),
)

function everyFilling(content: SurveyContent): Record<string, unknown>[] {
  let fillings: Record<string, unknown>[] = [{}]
  for (const { id, type, answers } of questionsOf(content)) {
    const codes = answers.map(({ code }) => code)
    const values: unknown[] =
      type === 'YES_NO' ? ['yes', 'no'] : type === 'MULTIPLE' ? [...codes.map((code) => [code]), codes] : codes
    fillings = fillings.flatMap((given) => [given, ...values.map((value) => ({ ...given, [id]: value }))])
  }
  return fillings
}

const today = '2026-03-01'

/** The questions that at least one filling without a problem asks, by id. */
function askedBySome(content: SurveyContent, fillings: readonly Record<string, unknown>[]): Set<number> {
  const found = new Set<number>()
  for (const answers of fillings) {
    if (questionsOf(content).every(({ id }) => found.has(id))) break
    const asked = [...fill(content, answers, { today }).asked].map((key) => Number(key.split('.')[0]))
    if (asked.every((id) => found.has(id)) || answerProblems(content, answers, { today }).length > 0) continue
    for (const id of asked) found.add(id)
  }
  return found
}

test('a question is reported as unreachable when and only when no filling asks it', () => {
  let reported = 0
  fc.assert(
    fc.property(anySmallSurvey, (given) => {
      // A content that publishing refuses for something else has no fillings to count.
      const others = publishProblems(given, newSurvey, {}).filter(({ code }) => code !== 'QUESTION_UNREACHABLE')
      fc.pre(others.length === 0)
      const asked = askedBySome(given, everyFilling(given))
      const expected = questionsOf(given).flatMap(({ id }, index) => {
        return asked.has(id) ? [] : [{ path: `sections[0].questions[${index}]`, code: 'QUESTION_UNREACHABLE' }]
      })
      expect(unreachableProblems(given)).toEqual(expected)
      reported += expected.length
    }),
    { numRuns: 1500, maxSkipsPerRun: 1000 },
  )
  expect(reported).toBeGreaterThan(0)
})

/** Whether rules and conditions are as they should be, written out again in the plainest way. */
function isSound(given: SurveyContent): boolean {
  const questions = questionsOf(given)
  const fit = (given.skips ?? []).every((each) => {
    const from = questions.findIndex(({ id }) => id === each.fromQuestionId)
    const question = questions[from]
    if (!question || !operatorsFor(question.type).includes(each.operator)) return false
    const words = [each.value].flat().filter((word) => word !== null)
    const codes = question.type === 'YES_NO' ? ['yes', 'no'] : question.answers.map(({ code }) => code)
    const to = each.action === 'END' ? questions.length : questions.findIndex(({ id }) => id === each.target)
    return words.every((word) => codes.includes(String(word))) && to > from
  })
  if (!fit) return false
  for (const { id, type, answers, required } of questions) {
    const codes = answers.map(({ code }) => code)
    const values: unknown[] =
      type === 'YES_NO'
        ? ['yes', 'no']
        : type === 'MULTIPLE'
          ? [...codes.map((code) => [code]), ...(codes.includes('none') ? [] : [codes])]
          : codes
    const possible = required && type !== 'NOTE' ? values : [undefined, ...values]
    const own = (given.skips ?? []).filter(({ fromQuestionId }) => fromQuestionId === id)
    own.sort((one, other) => one.priority - other.priority || one.id - other.id)
    const held = possible.map((value) =>
      own.filter((each) =>
        modelOf(each, questions.find((q) => q.id === id) ?? smallQuestion({ code: 'x', type }))(value),
      ),
    )
    const counting = new Set(held.map(([first]) => first))
    if (own.some((each) => !counting.has(each))) return false
    const clash = held.some((rules) =>
      rules.some((one) => rules.some((other) => one.priority === other.priority && one.target !== other.target)),
    )
    if (clash) return false
  }
  return true
}

test('publishing is refused when and only when a check of rules fails', () => {
  const verdicts = new Set<boolean>()
  fc.assert(
    fc.property(anySmallSurvey, (given) => {
      const plain = {
        ...given,
        sections: given.sections.map((section) => ({
          ...section,
          questions: section.questions.map((each) => ({ ...each, relevant: null })),
        })),
      }
      const refused = publishProblems(plain, newSurvey, {}).filter(({ code }) => code !== 'QUESTION_UNREACHABLE')
      expect(refused.length === 0).toBe(isSound(plain))
      verdicts.add(refused.length === 0)
    }),
    { numRuns: 1500 },
  )
  expect(verdicts.size).toBe(2)
})

const anyWordOf = fc.constantFrom("= 'yes'", "= 'no'")
const anyInside = fc.option(
  fc.oneof(
    fc.tuple(fc.constantFrom('a', 'b'), anyWordOf).map(([code, word]) => `${code} ${word}`),
    fc.constantFrom('n > 1', 'n > 2', 'n < 1', 'not(answered(b))'),
  ),
  { nil: undefined },
)
const anyOutside = fc.option(
  fc.oneof(
    fc
      .tuple(fc.constantFrom('b', 'c'), fc.constantFrom('> 1', '> 2', '= 0', '= 1'))
      .map(([code, word]) => `count(${code}) ${word}`),
    fc.constantFrom('count(b) > 1 and count(c) = 0', 'count(b) < count(c)', 'n > 1 and count(b) = 1'),
  ),
  { nil: undefined },
)
const anyYesNo = { type: 'YES_NO' as const }

/** A roster of two repetitions at most, counted by a question or by hand. */
const anySmallRoster = fc
  .record({
    countCode: fc.option(fc.constant('n'), { nil: undefined }),
    bounds: fc.constantFrom({ min: 0, max: 0 }, { min: 0, max: 1 }, { min: 0, max: 3 }, { min: 2, max: 2 }),
    max: fc.constantFrom(1, 2),
    section: fc.option(fc.constantFrom("a = 'yes'", 'n > 1'), { nil: undefined }),
    inside: fc.tuple(anyInside, anyInside, fc.boolean(), fc.boolean()),
    outside: anyOutside,
    rule: fc.option(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('c', '#3')), { nil: undefined }),
  })
  .map(({ countCode, bounds, max, section, inside: [b, c, needsB, needsC], outside, rule }) =>
    smallSurvey(
      [
        [
          { code: 'n', type: 'INTEGER', validation: bounds },
          { code: 'a', ...anyYesNo },
        ],
        {
          repeat: { max, countCode },
          relevant: section,
          asks: [
            { code: 'b', ...anyYesNo, relevant: b === 'not(answered(b))' ? undefined : b, required: needsB },
            { code: 'c', ...anyYesNo, relevant: c, required: needsC },
          ],
        },
        [{ code: 'd', ...anyYesNo, relevant: outside }],
      ],
      rule ? [{ from: rule[0], operator: 'EQ', value: 'yes', to: rule[1] }] : [],
    ),
  )

/** Every way to answer the questions of such a survey, repetition by repetition. */
function everyHousehold(content: SurveyContent): Record<string, unknown>[] {
  const [n, a, b, c, d] = questionsOf(content).map(({ id }) => id)
  const { min = 0, max = 0 } = questionsOf(content)[0]?.validation ?? {}
  const numbers = [undefined, ...Array.from({ length: max - min + 1 }, (_, index) => min + index)]
  const words = [undefined, 'yes', 'no']
  const counts = content.sections[1]?.repeat?.countCode ? [undefined] : [undefined, 1, 2]
  const keys: [string, unknown[]][] = [
    [String(n), numbers],
    [String(a), words],
    ['s2', counts],
    [`${b}.1`, words],
    [`${c}.1`, words],
    [`${b}.2`, words],
    [`${c}.2`, words],
    [String(d), [undefined]],
  ]
  let fillings: Record<string, unknown>[] = [{}]
  for (const [key, values] of keys)
    fillings = fillings.flatMap((given) =>
      values.map((value) => (value === undefined ? given : { ...given, [key]: value })),
    )
  return fillings
}

test('a roster question is reported unreachable exactly when no filling asks it', () => {
  let reported = 0
  fc.assert(
    fc.property(anySmallRoster, (given) => {
      const others = publishProblems(given, newSurvey, {}).filter(({ code }) => code !== 'QUESTION_UNREACHABLE')
      fc.pre(others.length === 0)
      const asked = askedBySome(given, everyHousehold(given))
      const expected = given.sections.flatMap(({ questions }, place) =>
        questions.flatMap(({ id }, index) => (asked.has(id) ? [] : [`sections[${place}].questions[${index}]`])),
      )
      expect(unreachableProblems(given).map(({ path }) => path)).toEqual(expected)
      reported += expected.length
    }),
    { numRuns: 120, maxSkipsPerRun: 1000 },
  )
  expect(reported).toBeGreaterThan(0)
})
