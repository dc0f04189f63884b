/** Sections that repeat come in by sheets of their own. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import { type Answers, otherKey } from '#domain/answers/answer-values.ts'
import { questionsOf, type Section, type SurveyContent } from '#domain/surveys/survey.ts'
import { anyAnsweredSurvey, type AnsweredSurvey } from '../../test/any-survey.ts'
import { filledRosters, filledRow, writtenAndRead } from '../../test/given-workbook.ts'

/** Every other question repeats: the answers of all forms to them are the repetitions of the first one. */
function withRoster({ content, forms }: AnsweredSurvey): { content: SurveyContent; forms: Answers[] } {
  const questions = questionsOf(content)
  const roster: Section = {
    id: 2,
    title: { en: 'Members' },
    position: 2,
    repeat: { max: 100 },
    questions: questions.filter((_, index) => index % 2 === 0),
  }
  const once = { id: 1, title: { en: 'All' }, position: 1, questions: questions.filter((_, index) => index % 2 === 1) }
  const repeated = { sections: [once, roster] }
  const isRepeated = (key: string) => roster.questions.some((each) => key === String(each.id) || key === otherKey(each))
  const numbered = (answers: Answers, n: number) =>
    Object.entries(answers)
      .filter(([key]) => isRepeated(key))
      .map(([key, value]) => [key.replace(/^\d+/, (id) => `${id}.${n}`), value])
  return {
    content: repeated,
    forms: forms.map((answers, index) => ({
      ...Object.fromEntries(Object.entries(answers).filter(([key]) => !isRepeated(key))),
      ...(index === 0
        ? { [`s${roster.id}`]: forms.length, ...Object.fromEntries(forms.flatMap((each, n) => numbered(each, n + 1))) }
        : {}),
    })),
  }
}

test('answers of repetitions written into a template are read back the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyAnsweredSurvey().filter(({ forms }) => forms.length > 0),
      async (any) => {
        const { content, forms } = withRoster(any)
        const given = forms.map((answers, index) => ({ formKey: `form ${index}`, answers }))
        const rows = given.map((form) => filledRow(content, form))
        const read = await writtenAndRead(content, rows, filledRosters(content, given))
        expect(read.problems.list()).toEqual([])
        expect(read.rows.map(({ formKey, answers }) => ({ formKey, answers }))).toEqual(given)
      },
    ),
    { numRuns: 25 },
  )
})

const question = (id: number, code: string, type: 'TEXT' | 'INTEGER', required = false) =>
  plainQuestion(id, { code, type, required })
const content: SurveyContent = {
  sections: [
    { id: 1, title: { en: 'All' }, position: 1, questions: [question(1, 'plots', 'INTEGER')] },
    {
      id: 7,
      title: { en: 'Members' },
      position: 2,
      repeat: { max: 3 },
      questions: [question(11, 'name', 'TEXT', true), question(12, 'age', 'INTEGER')],
    },
    {
      id: 8,
      title: { en: 'Plots' },
      position: 3,
      repeat: { max: 9, countCode: 'plots' },
      questions: [question(21, 'crop', 'TEXT', true)],
    },
  ],
}

test('a form has its repetitions by number, those without one after them', async () => {
  const members = [
    { formKey: 'b', name: 'Only' },
    { formKey: 'a', name: 'Third' },
    { formKey: 'a', _repetition: 5, name: 'Second' },
    { formKey: 'a', _repetition: 2, name: 'First', age: 7 },
  ]
  const { rows, problems } = await writtenAndRead(content, [{ formKey: 'a' }, { formKey: 'b' }], { Members: members })
  expect(problems.list()).toEqual([])
  expect(rows.map(({ answers }) => answers)).toEqual([
    { s7: 3, '11.1': 'First', '12.1': 7, '11.2': 'Second', '11.3': 'Third' },
    { s7: 1, '11.1': 'Only' },
  ])
})

test('all that is wrong in the sheets is told by sheet, row and cell', async () => {
  const { problems, bad } = await writtenAndRead(
    content,
    [{ formKey: 'a', plots: 2 }, { formKey: 'b' }, { formKey: 'c' }],
    {
      Members: [
        { formKey: 'a', _repetition: 1, name: 'Ana' },
        { formKey: 'a', _repetition: 1, age: 'old' },
        { formKey: 'nobody', name: 'Rui' },
        { name: 'Eva' },
        { formKey: 'b', _repetition: 1.5, name: 'B1' },
        { formKey: 'b', name: 'B2' },
        { formKey: 'b', name: 'B3' },
        { formKey: 'b', name: 'B4' },
      ],
      Plots: [{ formKey: 'a', crop: 'maize' }],
    },
  )
  expect(
    problems
      .list()
      .map(({ sheet, cell, code, otherRow, limit, names }) => [sheet, cell, code, otherRow ?? limit ?? names]),
  ).toEqual([
    [undefined, 'A3', 'REPETITIONS_MISSING', 'Plots'],
    ['Members', 'B4', 'REPETITION_REPEATED', 3],
    ['Members', 'C4', 'REQUIRED', undefined],
    ['Members', 'D4', 'NOT_A_NUMBER', undefined],
    ['Members', 'A5', 'FORM_KEY_UNKNOWN', undefined],
    ['Members', 'A6', 'REQUIRED', undefined],
    ['Members', 'B7', 'NOT_WHOLE', undefined],
    ['Members', 'A10', 'TOO_MANY', 3],
  ])
  expect(bad).toEqual([3, 4])
})

const farm: SurveyContent = {
  sections: [
    { id: 1, title: { en: 'All' }, position: 1, questions: [question(1, 'village', 'TEXT')] },
    { id: 7, title: { en: 'Fields' }, position: 2, repeat: { max: 3 }, questions: [question(11, 'field', 'TEXT')] },
    {
      id: 8,
      title: { en: 'Crops' },
      position: 3,
      repeat: { max: 3, depth: 2 },
      questions: [question(21, 'crop', 'TEXT', true)],
    },
    {
      id: 9,
      title: { en: 'Harvests' },
      position: 4,
      repeat: { max: 2, depth: 3 },
      questions: [question(31, 'bags', 'INTEGER')],
    },
  ],
}

const harvest = {
  1: 'Godo',
  s7: 2,
  '11.1': 'River',
  's8.1': 2,
  '21.1.1': 'maize',
  's9.1.1': 2,
  '31.1.1.1': 4,
  '31.1.1.2': 5,
  '21.1.2': 'rye',
  's8.2': 1,
  '21.2.1': 'fig',
}

test('repetitions inside of others go into sheets and come back the same', async () => {
  const given = [{ formKey: 'a', answers: harvest }]
  const rows = given.map((form) => filledRow(farm, form))
  const read = await writtenAndRead(farm, rows, filledRosters(farm, given))
  expect(read.problems.list()).toEqual([])
  expect(read.rows.map(({ formKey, answers }) => ({ formKey, answers }))).toEqual(given)
})

test('a repetition inside of none that there is is named, and gaps close around it', async () => {
  const { rows, problems } = await writtenAndRead(farm, [{ formKey: 'a' }], {
    Fields: [
      { formKey: 'a', _repetition: 4, field: 'Hill' },
      { formKey: 'a', _repetition: 2, field: 'River' },
    ],
    Crops: [
      { formKey: 'a', _outerRepetition: '4', crop: 'fig' },
      { formKey: 'a', _outerRepetition: '3', crop: 'rye' },
      { formKey: 'a', crop: 'oats' },
      { formKey: 'a', _outerRepetition: '2', _repetition: 1, crop: 'maize' },
    ],
    Harvests: [{ formKey: 'a', _outerRepetition: '4.1', bags: 3 }],
  })
  expect(problems.list().map(({ sheet, cell, code }) => [sheet, cell, code])).toEqual([
    ['Crops', 'B4', 'REPETITION_UNKNOWN'],
    ['Crops', 'B5', 'REQUIRED'],
  ])
  expect(rows[0]?.answers).toEqual({
    s7: 2,
    '11.1': 'River',
    '11.2': 'Hill',
    's8.2': 1,
    '21.2.1': 'fig',
    's8.1': 1,
    '21.1.1': 'maize',
    's9.2.1': 1,
    '31.2.1.1': 3,
  })
})
