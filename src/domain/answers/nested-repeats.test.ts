/** Sections that repeat inside of the repetitions of others: the crops of each field of each farm. */
import { expect, test } from 'vitest'
import { editAnswers } from './answer-edit.ts'
import { answeredRepetitions, keyOfRef } from './answer-keys.ts'
import { answerProblems } from './answers.ts'
import { fill } from './filling.ts'
import { planOf } from './filling-plan.ts'
import { mergeRosters, repetitionsIn } from './merged-rosters.ts'
import { pipedText } from './piped-text.ts'
import { answersById, codesOf, smallSurvey } from './test/small-survey.ts'
import { publishProblems } from '../publishing/survey-rules.ts'
import { newSurvey } from '../surveys/survey-settings.ts'
import type { Repeat } from '../surveys/survey.ts'

const today = '2026-03-01'

const farm = smallSurvey([
  [{ code: 'village', type: 'TEXT' }],
  {
    repeat: { max: 4 },
    asks: [
      { code: 'field', type: 'TEXT' },
      { code: 'crops', type: 'INTEGER' },
      { code: 'area', type: 'INTEGER' },
    ],
  },
  {
    repeat: { max: 3, depth: 2, countCode: 'crops' },
    relevant: 'area > 0',
    asks: [
      { code: 'crop', type: 'TEXT', required: true },
      { code: 'part', type: 'INTEGER', constraint: '. <= area', relevant: 'position() < 3' },
    ],
  },
  { repeat: { max: 2, depth: 3 }, asks: [{ code: 'sown', type: 'INTEGER', relevant: "crop != 'tree'" }] },
  [
    { code: 'parts', type: 'INTEGER', calculation: 'sum(part)' },
    { code: 'seeds', type: 'INTEGER', calculation: 'sum(sown)' },
  ],
])
farm.sections[1]?.questions.push({
  ...(farm.sections[1].questions[2] as never as object),
  id: 299,
  code: 'used',
  calculation: 'sum(part) + count(crop)',
} as never)

const given = {
  s2: 3,
  'field.1': 'River',
  'crops.1': 2,
  'area.1': 10,
  'field.2': 'Hill',
  'crops.2': 2,
  'area.2': 0,
  'crops.3': 1,
  'area.3': 4,
  'crop.1.1': 'maize',
  'part.1.1': 6,
  'crop.1.2': 'tree',
  'part.1.2': 4,
  'crop.3.1': 'beans',
  'part.3.1': 5,
  's4.1.1': 2,
  'sown.1.1.1': 3,
  'sown.1.1.2': 4,
  's4.1.2': 1,
}

const filled = () => fill(farm, answersById(farm, given), { today })

test('each repetition has repetitions of its own, by its own count and condition', () => {
  const { repetitions, asked } = filled()
  expect(farm.sections.map((section) => repetitions(section))).toEqual([
    [undefined],
    [1, 2, 3],
    ['1.1', '1.2', '3.1'],
    ['1.1.1', '1.1.2', '1.2.1'],
    [undefined],
  ])
  const codes = codesOf(farm, asked)
  expect(codes).toEqual(expect.arrayContaining(['crop.3.1', 'part.1.2', 'sown.1.1.2']))
  expect(codes).not.toContain('sown.1.2.1')
  expect([...asked].filter((key) => key.startsWith('s'))).toEqual(['s2', 's4.1.1', 's4.1.2', 's4.3.1'])
  expect(filled().hidden.get('s3.2')).toEqual({ by: 'SECTION_CONDITION' })
})

test('an expression sees what is around it once, and what is inside as a list', () => {
  const { answers } = filled()
  const answer = (code: string) => answers[keyOfRef(farm, code)]
  expect(['parts', 'seeds', 'used.1', 'used.2', 'used.3'].map(answer)).toEqual([15, 7, 12, 0, 6])
  const words = (text: string, section: number, repetition: string | number) =>
    pipedText(text, { content: farm, answers, at: { section, repetition } }, (_, value) => String(value))
  expect(words('${crop} of ${field}: ${sown}', 3, '1.1')).toBe('maize of River: 3, 4')
  expect(words('${crop} of ${field}', 2, 1)).toBe('maize, tree of River')
})

test('all that is wrong is told by the key of its own repetition', () => {
  const problems = (more: Record<string, unknown>) =>
    answerProblems(farm, answersById(farm, { ...given, ...more }), { today })
      .map(({ key, question, repetition, code }) => [question || key, repetition, code])
      .filter(([, , code]) => code !== 'CONSTRAINT')
  expect(problems({})).toEqual([])
  expect(problems({ 's4.1.1': 3 })).toEqual([['s4.1.1', undefined, 'TOO_BIG']])
  expect(problems({ 'crop.3.1': undefined, 'crop.2.1': 'rye', 's4.2.1': 1, 'sown.1.2.1': 1 })).toEqual([
    ['crop', '3.1', 'REQUIRED'],
    ['crop', '2.1', 'NOT_ASKED'],
    ['s4.2.1', undefined, 'NOT_ASKED'],
    ['sown', '1.2.1', 'NOT_ASKED'],
  ])
  const bad = ['301', '301.1', '301.1.4', '301.5.1', '301.1.1.1', '301.01.1', 's4', 's4.1', 's4.1.1.1', 's3.1']
  const unknown = answerProblems(farm, Object.fromEntries(bad.map((key) => [key, 1])), { today })
  expect(unknown.filter(({ code }) => code === 'UNKNOWN_QUESTION').map(({ key }) => key)).toEqual(
    expect.arrayContaining(bad),
  )
  const broken = answerProblems(farm, answersById(farm, given), { today })
  expect(broken.map(({ question, repetition, code }) => [question, repetition, code])).toEqual([
    ['part', '3.1', 'CONSTRAINT'],
  ])
})

test('with an outer repetition go those inside of it', () => {
  const before = fill(farm, answersById(farm, { ...given, 'part.3.1': 3 }), { today }).answers
  const edited = editAnswers(farm, before, new Map([['s2', 2]]), { today, source: 'EDIT' })
  expect(edited.problems).toEqual([])
  expect(codesOf(farm, new Set(edited.irrelevant))).toEqual(
    expect.arrayContaining(['area.3', 'crop.3.1', 'crops.3', 'part.3.1']),
  )
})

test('files have a row for each, with the one that it is in', () => {
  const rosters = mergeRosters([{ number: 1, content: farm }])
  const rows = rosters.map((roster) => repetitionsIn(filled().answers, roster).map(({ repetition }) => repetition))
  expect(rosters.map(({ depth }) => depth)).toEqual([1, 2, 3])
  expect(rows).toEqual([
    [1, 2, 3],
    ['1.1', '1.2', '3.1'],
    ['1.1.1', '1.1.2', '1.2.1'],
  ])
  expect(answeredRepetitions(farm, { id: 3 }, filled().answers)).toEqual(['1.1', '1.2', '3.1'])
})

const refusals = (...repeats: (Repeat | undefined)[]) => {
  const sections = repeats.map((repeat, index) => ({ repeat, asks: [{ code: `q${index}`, type: 'INTEGER' as const }] }))
  const content = smallSurvey(sections)
  return publishProblems(content, newSurvey, {}).map(({ path, code }) => `${path} ${code}`)
}

test('a section is inside of an earlier one, and counted by what is around it', () => {
  expect(refusals({ max: 2 }, { max: 2, depth: 2, countCode: 'q0' }, { max: 2, depth: 2 })).toEqual([])
  expect(refusals({ max: 2 }, { max: 2, depth: 3 })).toEqual(['sections[1].repeat.depth REPEAT_OUTSIDE'])
  expect(refusals({ max: 2, depth: 2 })).toEqual(['sections[0].repeat.depth REPEAT_OUTSIDE'])
  expect(refusals({ max: 2 }, { max: 2, depth: 2 }, { max: 2, depth: 2, countCode: 'q1' })).toEqual([
    'sections[2].repeat.countCode COUNT_REPEATED',
  ])
})

const asks = (code: string) => [{ code, type: 'INTEGER' as const }]

/** What is wrong with one rule of a survey of villages, their fields and the crops of these. */
function ruled(from: string, to: string) {
  const crops = { repeat: { max: 2, depth: 2 }, asks: asks('crop') }
  const sections = [asks('village'), { repeat: { max: 2 }, asks: asks('field') }, crops, asks('end')]
  return publishProblems(smallSurvey(sections, [{ from, to }]), newSurvey, {}).map(({ code }) => code)
}

test('a rule from outside leads to the outer repetition, not past it into an inner one', () => {
  expect(ruled('village', '#2')).toEqual([])
  expect(ruled('village', '#3')).toEqual(['RULE_INTO_REPEAT'])
  expect(ruled('field', '#3')).toEqual([])
  expect(ruled('village', '#4')).toEqual([])
})

test('a look at one of many answers from outside is a problem', () => {
  const content = smallSurvey([
    { repeat: { max: 2 }, asks: [{ code: 'a', type: 'INTEGER', relevant: 'b > 1' }] },
    { repeat: { max: 2, depth: 2 }, relevant: 'a > 1', asks: [{ code: 'b', type: 'INTEGER' }] },
    { repeat: { max: 2, depth: 2 }, relevant: 'b > 1', asks: [{ code: 'c', type: 'INTEGER' }] },
  ])
  expect(planOf(content).problems).toMatchObject([
    { path: 'sections[0].questions[0].relevant', code: 'REPEATED_OUTSIDE' },
    { path: 'sections[2].relevant', code: 'REPEATED_OUTSIDE' },
  ])
})

test('five levels of 200 are no more work than one response may make', () => {
  const sections = [1, 2, 3, 4, 5].map((depth) => ({
    repeat: { max: 200, depth, countCode: 'n' },
    asks: [{ code: `q${depth}`, type: 'INTEGER' as const }],
  }))
  const content = smallSurvey([[{ code: 'n', type: 'INTEGER' }], ...sections])
  const began = performance.now()
  expect(answerProblems(content, answersById(content, { n: 200 }), { today })).toMatchObject([
    { code: 'TOO_MUCH_WORK' },
  ])
  expect(performance.now() - began).toBeLessThan(3000)
})
