/** What forms mean in XPath and in pyxform, where it differs from what one would write here. */
import { expect, test } from 'vitest'
import { answerProblems } from '#domain/answers/answers.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { xformOf } from './xform.ts'

type Rows = (string | number | null)[][]

function read(survey: Rows, choices: Rows = [], settings: Rows = []) {
  const report = new Report()
  const sheets = new Map(Object.entries({ survey, choices, settings }))
  const { content } = readForm(sheets, { report, fallbackTitle: 'Form' })
  const wrong = report.remarks.filter(({ verdict }) => verdict === 'WRONG')
  return { content, questions: questionsOf(content), remarks: report.remarks, wrong }
}

const choices: Rows = [
  ['list_name', 'name', 'label', 'state'],
  ['yn', 'yes', 'Ndiyo'],
  ['yn', 'no', 'Hapana'],
  ['states', 'texas', 'Texas'],
  ['states', 'maine', 'Maine'],
  ['counties', 'king', 'King', 'maine'],
  ['counties', 'king', 'King', 'texas'],
  ['towns', 'a', 'A', 'king'],
]

test('a blank differs from everything, as in XPath', () => {
  const { questions } = read(
    [
      ['type', 'name', 'label', 'relevant'],
      ['select_one yn', 'ill', 'Ill?', null],
      ['integer', 'age', 'Age', "${ill} != 'yes'"],
      ['integer', 'again', 'Age again', '${age} != 5'],
      ['note', 'same', 'Not the same', '${age} != ${again}'],
      ['note', 'any', 'Any', '${age} != null and ${ill} != null'],
    ],
    choices,
  )
  expect(questions.map(({ relevant }) => relevant)).toEqual([
    null,
    "not(ill = 'yes')",
    'not(age = 5)',
    'not(age = again or not(answered(age) or answered(again)))',
    'answered(age) and answered(ill)',
  ])
})

test('yes and no stay in the words of a form', () => {
  const ours: Rows = [
    ['list_name', 'name', 'label'],
    ['yn', 'yes', 'Yes'],
    ['yn', 'no', 'No'],
  ]
  const survey: Rows = [
    ['type', 'name', 'label'],
    ['select_one yn', 'ill', 'Ill?'],
  ]
  expect(read(survey, ours).questions[0]?.type).toBe('YES_NO')
  const [kept] = read(survey, choices).questions
  expect(kept).toMatchObject({ type: 'SINGLE', answers: [{ text: { en: 'Ndiyo' } }, { text: { en: 'Hapana' } }] })
})

test('a filter sees an option by its name in the form, which several may have', () => {
  const { questions, wrong } = read(
    [
      ['type', 'name', 'label', 'choice_filter'],
      ['select_one states', 'state', 'State', null],
      ['select_one counties', 'county', 'County', 'state = ${state}'],
      ['select_one towns', 'town', 'Town', 'state = ${county}'],
    ],
    choices,
    [['allow_choice_duplicates'], ['yes']],
  )
  expect(wrong).toEqual([])
  expect(questions[1]?.answers.map(({ code, parentCode }) => [code, parentCode])).toEqual([
    ['king', 'maine'],
    ['king_2', 'texas'],
  ])
  expect(questions[2]?.optionFilter).toBe("column('state') = if(county = 'king_2', 'king', county)")
})

test('old types are asked with their bounds, and a calculation needs no person', () => {
  const { questions } = read([
    ['type', 'name', 'label', 'required', 'calculation', 'constraint'],
    ['phone number', 'phone', 'Phone', null, null, null],
    ['percentage', 'share', 'Share', null, null, null],
    ['calculate', 'double', null, 'yes', '${share} * 2', '. > 1'],
    ['decimal', 'root', 'Root', null, 'sqrt(${share})', null],
  ])
  expect(questions).toMatchObject([
    { type: 'TEXT', validation: { regex: String.raw`^\d*$` } },
    { type: 'INTEGER', validation: { min: 0, max: 100 } },
    { required: false, constraint: null, validation: {} },
    { calculation: 'sqrt(share)' },
  ])
})

test('a required note holds the form for as long as it is shown', () => {
  const { content } = read([
    ['type', 'name', 'label', 'required', 'relevant'],
    ['integer', 'age', 'Age', null, null],
    ['note', 'young', 'Only adults', 'yes', '${age} < 18'],
  ])
  const problems = (age: number) => answerProblems(content, { 1: age }, { today: '2026-11-28' })
  expect(problems(17)).toMatchObject([{ question: 'young', code: 'REQUIRED' }])
  expect(problems(18)).toEqual([])
  expect(xformOf({ title: 'F', id: 'f', version: 1, content })).toMatch(/"\/data\/young" type="string" required="true/)
})

test('defaults of time cells, of hidden rows and of null mean what they meant', () => {
  const { questions, remarks } = read([
    ['type', 'name', 'label', 'default'],
    ['time', 'at', 'At', 0.3958333333333333],
    ['text', 'why', 'Why?', 'null'],
    ['hidden', 'country', null, 'Mali'],
    ['start', 'begun', null, null],
    ['note', 'shown', '${begun}', null],
  ])
  expect(questions.slice(0, 4)).toMatchObject([
    { initial: "'09:30'" },
    { initial: null },
    { calculation: "'Mali'" },
    { calculation: 'once(now())' },
  ])
  expect(remarks.filter(({ verdict }) => verdict === 'LEFT_OUT')).toEqual([])
})

test('of two columns for one language the second fills what is blank in the first', () => {
  const { questions, remarks, wrong } = read([
    ['type', 'name', 'label', 'label::English'],
    ['text', 'a', 'First', 'Other'],
    ['text', 'b', null, 'Second'],
  ])
  expect(wrong).toEqual([])
  expect(questions.map(({ text }) => text)).toEqual([{ en: 'First' }, { en: 'Second' }])
  expect(remarks.filter(({ code }) => code === 'CELL_LEFT').map(({ cell }) => cell)).toEqual(['D2'])
})

test('an option of or_other is in each question of its list, and in its loops', () => {
  const { questions } = read(
    [
      ['type', 'name', 'label'],
      ['select_one states or_other', 'home', 'Home'],
      ['begin loop over states', 'all', null],
      ['integer', 'visits', 'Visits to %(label)s'],
      ['end loop', null, null],
    ],
    choices,
  )
  expect(questions.map(({ formPath, code }) => formPath ?? code)).toContain('all/other/visits')
})

test('a computed number is a text to apps, which would show 3 as 3.0', () => {
  const { content } = read([
    ['type', 'name', 'label', 'calculation'],
    ['integer', 'n', 'N', null],
    ['calculate', 'double', null, '${n} * 2'],
  ])
  expect(xformOf({ title: 'F', id: 'f', version: 1, content })).toMatch(/nodeset="\/data\/double" type="string"/)
})
