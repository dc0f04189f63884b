import { openIntake } from '#domain/surveys/intake.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import { answerProblems } from '#domain/answers/answers.ts'
import { type Question, type QuestionType, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import type { Cell } from '../../excel/cell.ts'
import { phoneParser } from '../../phones.ts'
import { anyAnsweredSurvey } from '../../test/any-survey.ts'
import { filledRow, readRows, writtenAndRead } from '../../test/given-workbook.ts'
import { columnsOf } from '../download/columns.ts'

test('answers of any type written into a template are read back the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyAnsweredSurvey(), async ({ content, forms }) => {
      expect(forms.map((answers) => answerProblems(content, answers, { today: '2026-03-01' }))).toEqual(
        forms.map(() => []),
      )
      const rows = forms.map((answers, index) => filledRow(content, { formKey: `form ${index}`, answers }))
      const read = await writtenAndRead(content, rows)
      expect(read.problems.list()).toEqual([])
      expect(read.rows.map(({ formKey, answers }) => ({ formKey, answers }))).toEqual(
        forms.map((answers, index) => ({ formKey: `form ${index}`, answers })),
      )
    }),
    { numRuns: 60 },
  )
})

function question(id: number, code: string, type: QuestionType, more: Partial<Question> = {}): Question {
  return plainQuestion(id, { code, type, ...more })
}

function option(id: number, code: string, en: string, more: { isOther?: boolean; exclusive?: boolean } = {}) {
  return { id, code, text: { en, 'pt-br': `${en} (pt)` }, isOther: false, exclusive: false, position: id, ...more }
}

const village = [option(1, '01', 'God'), option(2, 'ruaca', 'Ruaca; south'), option(3, 'o', 'Other', { isOther: true })]
const items = [option(1, 'cow', 'Cow'), option(2, 'radio', 'Radio'), option(3, 'none', 'None', { exclusive: true })]
const twins = [option(1, 'a', 'Same'), option(2, 'b', 'Same')]
const content: SurveyContent = {
  sections: [
    {
      id: 1,
      title: { en: 'All' },
      position: 1,
      questions: [
        question(1, 'name', 'TEXT', { required: true, validation: { maxLength: 5 } }),
        question(2, 'members', 'INTEGER', { validation: { min: 1, max: 30 } }),
        question(3, 'income', 'DECIMAL'),
        question(4, 'visited', 'DATE'),
        question(5, 'village', 'SINGLE', { answers: village }),
        question(6, 'items', 'MULTIPLE', { answers: items }),
        question(7, 'home', 'GEOPOINT'),
        question(8, 'twin', 'SINGLE', { answers: twins }),
      ],
    },
  ],
}

const codes = columnsOf(content).map(({ code }) => code)
const headings: Cell[][] = [codes, codes.map((code) => (code === 'formKey' ? 'Form key *' : code))]
const now = new Date('2026-01-01T00:00:00Z')

/** The result of rows given by column code; `formKey` and `name` are filled in unless given. */
function readFilled(...rows: Record<string, Cell>[]) {
  const cells = rows.map((row, index) => {
    const full: Record<string, Cell> = { formKey: `f${index}`, name: 'Ana', ...row }
    return codes.map((code) => full[code] ?? null)
  })
  return read([...headings, ...cells])
}

function read(sheet: Cell[][]) {
  return readRows(sheet, { content, takesMany: false, now, intake: openIntake, parsePhone: phoneParser('MZ') })
}

const formula: Cell = { kind: 'formula' }
const errorCell: Cell = { kind: 'error' }

test.each<[problem: string, column: string, cell: Cell, code: string]>([
  ['no form key', 'formKey', ' ', 'REQUIRED'],
  ['a form key of 201 characters', 'formKey', 'x'.repeat(201), 'TOO_LONG'],
  ['no answer where one is needed', 'name', null, 'REQUIRED'],
  ['a long text', 'name', 'Mariana', 'TOO_LONG'],
  ['a text with a NUL', 'name', 'a\0b', 'BAD_CHARACTER'],
  ['half a surrogate pair', 'name', 'a\ud800', 'BAD_CHARACTER'],
  ['a formula', 'name', formula, 'FORMULA_CELL'],
  ['an error of Excel', 'members', errorCell, 'ERROR_CELL'],
  ['a text that became a date', 'name', new Date('2024-01-02T00:00:00Z'), 'CELL_IS_DATE'],
  ['a text that became a huge number', 'name', 1.2e30, 'NUMBER_FORMAT'],
  ['half a person', 'members', 2.5, 'NOT_WHOLE'],
  ['a word for a number', 'members', 'two', 'NOT_A_NUMBER'],
  ['commas in the wrong places', 'income', '1,5,2', 'NOT_A_NUMBER'],
  ['more digits than a number holds', 'members', '12345678901234567890', 'NOT_A_NUMBER'],
  ['too few', 'members', 0, 'TOO_SMALL'],
  ['too many', 'members', '31', 'TOO_BIG'],
  ['a day that does not exist', 'visited', '2023-02-29', 'NOT_A_DATE'],
  ['a day of a year in two digits', 'visited', '31/12/24', 'NOT_A_DATE'],
  ['a day with a time', 'visited', new Date('2024-01-02T10:30:00Z'), 'NOT_A_DATE'],
  ['the day that Excel made up', 'visited', 60, 'NOT_A_DATE'],
  ['an unknown choice', 'village', 'nowhere', 'UNKNOWN_CHOICE'],
  ['a choice that lost its zero', 'village', 1, 'UNKNOWN_CHOICE'],
  ['a label of two choices', 'twin', 'same', 'AMBIGUOUS_CHOICE'],
  ['an unknown one among choices', 'items', 'cow;goat', 'UNKNOWN_CHOICE'],
  ['a choice twice', 'items', 'cow;Cow', 'CHOICE_REPEATED'],
  ['an exclusive choice beside another', 'items', 'cow;none', 'EXCLUSIVE'],
  ['a text for an "other" that is not chosen', 'village.other', 'Elsewhere', 'OTHER_NOT_CHOSEN'],
  ['a place with decimal commas', 'home', '-19,1 33,5', 'NOT_A_POINT'],
  ['half a place', 'home', '-19.1', 'NOT_A_POINT'],
  ['a place off the earth', 'home', '91, 33', 'POINT_RANGE'],
  ['the place of a device without a position', 'home', '0, 0', 'POINT_ZERO'],
  ['a phone number as Excel shows it', 'participantPhone', '8.41E+08', 'PHONE_IS_NUMBER_FORMAT'],
  ['a phone number with digits missing', 'participantPhone', '84123', 'BAD_PHONE'],
  ['words for a phone number', 'participantPhone', 'none', 'BAD_PHONE'],
  ['a moment that is none', 'submittedAt', 'yesterday', 'NOT_A_TIME'],
  ['a moment two days ahead', 'submittedAt', '2026-01-03', 'IN_FUTURE'],
  ['a latitude off the earth', 'accuracy', -1, 'POINT_RANGE'],
])('%s in column %s is named', (_, column, cell, code) => {
  const place = { latitude: '-19.1', longitude: 33.5 }
  const { problems } = readFilled({}, { ...place, [column]: cell })
  expect(problems.list()).toEqual([expect.objectContaining({ row: 4, column, code })])
})

test.each<[what: string, column: string, cell: Cell, answer: unknown]>([
  ['a number written as text', 'members', ' 007 ', 7],
  ['a decimal written as text', 'income', '-12.50', -12.5],
  ['a number in a text column', 'name', 1234, '1234'],
  ['a date cell', 'visited', new Date('2024-02-29T00:00:00Z'), '2024-02-29'],
  ['a serial day', 'visited', 45_351, '2024-02-29'],
  ['ISO text with midnight', 'visited', '2024-02-29T00:00:00Z', '2024-02-29'],
  ['a label', 'village', 'God', '01'],
  ['a label in another language and case', 'village', 'god (PT)', '01'],
  ['a label with the separator in it', 'village', 'Ruaca; south', 'ruaca'],
  ['a decimal comma', 'income', '1.234,5', 1234.5],
  ['a day in another order', 'visited', '31/12/2024', '2024-12-31'],
  ['a serial day that became a text', 'visited', '45351', '2024-02-29'],
  ['a formula', 'income', { kind: 'formula', last: 2.5 }, 2.5],
  ['a word for no answer', 'income', 'N/A', undefined],
  ['a word for no answer among choices', 'village', '-', undefined],
  ['a word for no answer in a text', 'name', 'NA', 'NA'],
  ['codes with blanks between them', 'items', 'cow radio', ['cow', 'radio']],
  [
    'a place as collecting apps write it',
    'home',
    '-19.1 33.5 0 12',
    { latitude: -19.1, longitude: 33.5, accuracy: 12 },
  ],
  ['labels and codes mixed', 'items', 'Radio ; cow', ['radio', 'cow']],
  ['a place with its accuracy', 'home', '-19.1 33.5 12', { latitude: -19.1, longitude: 33.5, accuracy: 12 }],
])('%s is understood', (_, column, cell, answer) => {
  const { rows, problems } = readFilled({ [column]: cell })
  expect(problems.list()).toEqual([])
  const asked = questionsOf(content).find(({ code }) => code === column)
  expect(rows[0]?.answers[asked?.id ?? 0]).toEqual(answer)
})

test('phones of any spelling become E.164; an "other" text is kept with its choice', () => {
  const { rows, problems } = readFilled(
    { participantPhone: 841234567, village: 'Other', 'village.other': 'Elsewhere' },
    { participantPhone: '00258 84 123 4568' },
    { participantPhone: '+1 (650) 253-0000' },
  )
  expect(problems.list()).toEqual([])
  expect(rows.map(({ phone }) => phone)).toEqual(['+258841234567', '+258841234568', '+16502530000'])
  expect(rows[0]?.answers).toEqual({ 1: 'Ana', 5: 'o', '5.other': 'Elsewhere' })
  expect(rows[0]?.name).toBe('+258•••••••67')
})

test('a row names all its problems at once, each of them at one cell', () => {
  const { rows, problems } = readFilled({
    name: formula,
    members: 99,
    village: 'nowhere',
    'village.other': 'a\u0007',
    items: 'cow;none',
    latitude: 1,
  })
  expect(problems.list().map(({ column, code }) => [column, code])).toEqual([
    ['longitude', 'REQUIRED'],
    ['name', 'FORMULA_CELL'],
    ['members', 'TOO_BIG'],
    ['village', 'UNKNOWN_CHOICE'],
    ['village.other', 'BAD_CHARACTER'],
    ['items', 'EXCLUSIVE'],
  ])
  expect(problems.list()[2]).toEqual({
    row: 3,
    column: 'members',
    cell: 'H3',
    code: 'TOO_BIG',
    limit: 30,
    message: 'This must be at most 30.',
  })
  expect(rows[0]?.answers).toEqual({})
})

test('a column that is missing is named once, not in every row', () => {
  const order = codes.filter((code) => code !== 'name' && code !== 'village')
  const labels = order.map((code) => (code === 'formKey' ? 'Form key *' : null))
  const row = order.map((code) => ({ formKey: 'f1', 'village.other': 'There' })[code] ?? null)
  expect(read([order, labels, row]).problems.list()).toMatchObject([
    { row: 1, column: 'name', code: 'MISSING_COLUMN' },
    { row: 1, column: 'village', code: 'MISSING_COLUMN' },
  ])
})

test('rows that clash name each other, and half a place is missing its other half', () => {
  const { problems } = readFilled(
    { formKey: 'same', participantPhone: '841234567' },
    { formKey: 'same', latitude: 1 },
    { participantPhone: '+258841234567' },
  )
  expect(problems.list()).toEqual([
    expect.objectContaining({ row: 4, column: 'formKey', cell: 'A4', code: 'FORM_KEY_REPEATED', otherRow: 3 }),
    expect.objectContaining({ row: 4, column: 'longitude', code: 'REQUIRED' }),
    expect.objectContaining({ row: 5, column: 'participantPhone', code: 'PARTICIPANT_REPEATED', otherRow: 3 }),
  ])
  expect(problems.list()[0]?.message).toBe('Row 3 has the same form key.')
})

test('missing, doubled, unknown and nameless columns, and missing labels, are named', () => {
  const header = [...codes.filter((code) => code !== 'members'), 'name', 'mystery', null]
  const { problems } = read([header, [], ['f1', ...header.slice(2).map(() => null), 'value']])
  expect(problems.list().map(({ row, column, code }) => [row, column, code])).toEqual([
    [1, 'name', 'DUPLICATE_COLUMN'],
    [1, 'mystery', 'UNKNOWN_COLUMN'],
    [1, '', 'UNKNOWN_COLUMN'],
    [1, 'members', 'MISSING_COLUMN'],
    [2, 'formKey', 'LABEL_ROW_MISSING'],
    [3, 'name', 'REQUIRED'],
  ])
})

test('blank rows are passed over and columns may come in any order', () => {
  const order = codes.toReversed()
  const cells = (row: Record<string, Cell>) => order.map((code) => row[code] ?? null)
  const { rows, count, problems } = read([
    order,
    cells({ formKey: '表单编号 *' }),
    cells({}),
    cells({ formKey: 'f1', name: 'Ana', village: 'o', 'village.other': 'There' }),
  ])
  expect(problems.list()).toEqual([])
  expect([count, rows.map(({ row }) => row)]).toEqual([1, [4]])
})

const defects: [column: string, cell: Cell, code: string][] = [
  ['members', 'two', 'NOT_A_NUMBER'],
  ['visited', '2023-02-29', 'NOT_A_DATE'],
  ['village', 'nowhere', 'UNKNOWN_CHOICE'],
  ['items', formula, 'FORMULA_CELL'],
  ['home', '99, 0', 'POINT_RANGE'],
  ['name', 'Mariana', 'TOO_LONG'],
]

test('of any planted defects each is named with its row and column, and nothing else', () => {
  const planted = fc.array(fc.uniqueArray(fc.nat(defects.length - 1)), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(planted, (rows) => {
      const { problems } = readFilled(
        ...rows.map((list) => Object.fromEntries(list.map((n) => [defects[n]?.[0] ?? '', defects[n]?.[1] ?? null]))),
      )
      const named = problems.list().map(({ row, column, code }) => `${row} ${column} ${code}`)
      const expected = rows.flatMap((list, index) =>
        list.map((n) => `${index + 3} ${defects[n]?.[0]} ${defects[n]?.[2]}`),
      )
      expect(named.toSorted()).toEqual(expected.toSorted())
    }),
  )
})

/** Rows of a survey where `women` is asked of households, and the sum of both numbers is calculated. */
const ruled: SurveyContent = {
  sections: [
    {
      id: 1,
      title: { en: 'All' },
      position: 1,
      questions: [
        question(1, 'lives', 'YES_NO', { required: true }),
        question(2, 'women', 'INTEGER', { required: true }),
        question(3, 'men', 'INTEGER', { relevant: "lives = 'yes'", constraint: '. + women > 0' }),
        question(4, 'total', 'INTEGER', { required: true, calculation: 'women + coalesce(men, 0)' }),
        question(5, 'days', 'INTEGER', { calculation: "today() - '2025-12-31'" }),
      ],
    },
  ],
  skips: [
    {
      id: 1,
      fromQuestionId: 1,
      operator: 'EQ',
      value: 'no',
      answerId: null,
      action: 'JUMP_TO_QUESTION',
      target: 3,
      priority: 1,
    },
  ],
}

function readRuled(...rows: Cell[][]) {
  const sheet = [
    ['formKey', 'submittedAt', 'lives', 'women', 'men'],
    ['Form key *', '', '', '', ''],
    ...rows.map((row, index): Cell[] => [`f${index}`, ...row]),
  ]
  return readRows(sheet, { content: ruled, takesMany: true, now, intake: openIntake, parsePhone: phoneParser('MZ') })
}

test('a calculated question has no column; the interview day decides its answer', () => {
  expect(columnsOf(ruled).map(({ code }) => code)).not.toContain('total')
  const { rows, problems } = readRuled(['2026-01-01 09:00', 'yes', 2, 1], [null, 'no', null, null])
  expect(problems.list().filter(({ code }) => code !== 'MISSING_COLUMN')).toEqual([])
  expect(rows.map(({ answers }) => answers)).toEqual([
    { 1: 'yes', 2: 2, 3: 1, 4: 3, 5: 1 },
    { 1: 'no', 5: 1 },
  ])
})

test.each<[string, Cell[], [cell: string, code: string][]]>([
  [
    'that is not asked',
    [null, 'no', 2, 1],
    [
      ['D3', 'NOT_ASKED'],
      ['E3', 'NOT_ASKED'],
    ],
  ],
  ['that is asked and blank', [null, 'yes', null, null], [['D3', 'REQUIRED']]],
  ['that does not agree with another', [null, 'yes', 1, -1], [['E3', 'CONSTRAINT']]],
  ['that others depend on, which then are left alone', [null, 'maybe', null, 1], [['C3', 'UNKNOWN_CHOICE']]],
])('the row names a cell %s', (_, row, expected) => {
  const { problems } = readRuled(row)
  const found = problems.list().filter(({ code }) => code !== 'MISSING_COLUMN')
  expect(found.map(({ cell, code }) => [cell, code])).toEqual(expected)
})
